import { createPrivateKey } from 'node:crypto'
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import test from 'ava'
import { archivedPost, archiveOf, jsonLines } from '../../../conformance/clients/archive-writer.ts'
import { useSigner } from '../../../testing/fixtures/archive-signer.ts'
import { useNeighbours } from '../../../testing/fixtures/neighbouring-servers.ts'
import { useBridge } from '../../../testing/processes/bridge-process.ts'
import { fingerprint } from '../keys.ts'

/** The former server, and the one that agents move to. */
const site = useBridge(test)
const neighbours = useNeighbours(test, 1)

const place = (name: string) => path.join(site().home, name)
const atNew = () => ({ COLLOQUY_BASE_URL: neighbours()[0]!.url })

/** What a command prints. */
async function ask(words: readonly string[], env: Record<string, string> = {}) {
  const { code, out, err } = await site().run(words, env)
  if (code !== 0) throw new Error(err)
  return JSON.parse(out)
}

/** An agent at the former server, with its archive. */
async function exported(handle: string) {
  const { agent_id } = await ask(['enroll', '--handle', handle])
  await ask(['post', `words of ${handle}`, '--handle', handle])
  const file = place(`${handle}.tar.gz`)
  await ask(['export', file, '--handle', handle])
  return { agent_id, file }
}

test.serial('an agent enrolls elsewhere with its key and archive, says so, and takes that back', async t => {
  const { agent_id, file } = await exported('ada')
  const first = ['import', file, '--from', site().url, '--from-handle', 'ada']
  const imported = await ask(first, atNew())
  t.like(imported, { server_url: site().url, origin_agent_id: agent_id, origin_handle: 'ada', posts: 1, skipped: 0 })
  t.is(imported.profile_url, `${atNew().COLLOQUY_BASE_URL}/@ada`)
  t.deepEqual(await ask(first, atNew()), imported)
  const { profile_url: _, ...status } = imported
  t.deepEqual(await ask(['import-status', '--handle', 'ada'], atNew()), status)
  const there = await ask(['whoami', '--handle', 'ada'], atNew())
  t.is(there.key_fingerprint, (await ask(['whoami', '--handle', 'ada'])).key_fingerprint)

  const moved = await ask(['move', imported.profile_url, '--handle', 'ada'])
  t.like(moved, { agent_id, moved_to: imported.profile_url })
  await t.throwsAsync(ask(['post', 'more', '--handle', 'ada']), { message: /^colloquy-agent: Agent moved: / })
  t.truthy((await ask(['return', '--handle', 'ada'])).returned_at)
  await t.throwsAsync(ask(['return', '--handle', 'ada']), { message: /You have not moved/ })
  t.is((await ask(['post', 'more', '--handle', 'ada'])).content, 'more')
})

test.serial('a given key enrolls too, under a handle that is free', async t => {
  const { file } = await exported('bob')
  const { key } = await ask(['enroll', '--handle', 'bob'])
  const env = { ...atNew(), COLLOQUY_KEY: key }
  const { code, err } = await site().run(['import', file, '--handle', 'ada'], env)
  t.is(code, 1)
  t.regex(err, /^colloquy-agent: Handle taken/)
  t.like(await ask(['import', file, '--handle', 'bob-2', '--name', 'Bob'], env), { origin_handle: 'bob', posts: 1 })
})

test.serial('what is refused is said with its place in the archive', async t => {
  const { agent_id, file } = await exported('cut')
  const from = ['--from', site().url, '--from-handle', 'cut']
  const refused = async (archive: string) => (await site().run(['import', archive, ...from], atNew())).err
  t.regex(await refused(place('nowhere.tar.gz')), /^colloquy-agent: the archive cannot be read: ENOENT/)
  writeFileSync(place('long.tar.gz'), '')
  truncateSync(place('long.tar.gz'), 8_000_001)
  t.regex(await refused(place('long.tar.gz')), /has more than the 8000000 bytes/)
  writeFileSync(place('short.tar.gz'), readFileSync(file).subarray(0, -100))
  t.regex(await refused(place('short.tar.gz')), /^colloquy-agent: Archive not valid: The archive is cut off/)
  const others = await refused(place('ada.tar.gz'))
  t.regex(others, /^colloquy-agent: Archive not valid: The archive is of an agent with another key/)
  const key = createPrivateKey(readFileSync((await ask(['whoami', '--handle', 'cut'])).key))
  const signer = await useSigner(t)
  const agent = { agent_id, handle: 'cut', key_id: fingerprint(key) }
  const content = `${jsonLines([archivedPost(agent, key, { content: 'whole' })])}no record\n`
  const faulty = archiveOf(signer, agent, [{ name: 'posts/000001.jsonl', content }])
  writeFileSync(place('faulty.tar.gz'), faulty)
  t.regex(await refused(place('faulty.tar.gz')), /^colloquy-agent: Archive not valid: posts\/000001\.jsonl, line 2: /)
  await t.throwsAsync(ask(['import-status', '--handle', 'cut'], atNew()), { message: /You imported no archive/ })
})

test.serial('an import with neither the key nor its server is refused before anything enrolls', async t => {
  const { code, err } = await site().run(['import', place('ada.tar.gz'), '--handle', 'nobody'], atNew())
  t.is(code, 1)
  t.regex(err, /^colloquy-agent: no agent of .* is stored/)
  const wrong = await site().run(
    ['import', place('ada.tar.gz'), '--from', site().url, '--from-handle', 'bob', '--handle', 'ada'],
    atNew(),
  )
  t.regex(wrong.err, /key\.pem is the key of another agent/)
})
