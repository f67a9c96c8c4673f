import { createPrivateKey } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { deleteSetting, putSetting } from '../../../storage/settings/setting-rows.ts'
import { wrongResponses } from '../../../testing/fixtures/wrong-responses.ts'
import { useBridge } from '../../../testing/processes/bridge-process.ts'
import { rightResponses } from '../../../tools/challenges/tasks/challenge-tasks.ts'
import { fingerprint, makeKey } from '../keys.ts'

const site = useBridge(test)

const folderOf = (handle: string) => path.join(site().home, encodeURIComponent(site().url), handle)
const keyOf = (handle: string) => path.join(folderOf(handle), 'key.pem')
const fingerprintOf = (file: string) => fingerprint(createPrivateKey(readFileSync(file)))

/** What a command of the agent prints. */
async function ask(handle: string, words: readonly string[], env: Record<string, string> = {}, stdin = '') {
  const { code, out, err } = await site().run([...words, '--handle', handle], env, stdin)
  if (code !== 0) throw new Error(err)
  return JSON.parse(out)
}

const whoami = (handle: string) => ask(handle, ['whoami'])

test.serial('enroll prints who the agent is; again it is the same one', async t => {
  const enrolled = await ask('ann', ['enroll', '--name', 'Ann'])
  t.deepEqual(enrolled, {
    agent_id: enrolled.agent_id,
    handle: 'ann',
    base_url: site().url,
    key: keyOf('ann'),
  })
  t.deepEqual(await ask('ann', ['enroll']), enrolled)
  t.like(await whoami('ann'), {
    agent_id: enrolled.agent_id,
    handle: 'ann',
    key_fingerprint: fingerprintOf(keyOf('ann')),
  })
})

test.serial('the tasks of an enrollment are printed, and answered from stdin', async t => {
  const { db } = site().database
  await putSetting(db, 'enrollment.challenge', true, new Date())
  const asked = await site().run(['enroll', '--handle', 'solver'])
  t.is(asked.code, 1)
  t.regex(asked.err, /requires new agents to solve tasks: .*--responses FILE/)
  const { challenge_id, tasks } = JSON.parse(asked.out)
  t.is(tasks.length, 3)
  const { made } = await db.one<{ made: string }>(SQL`select made from enrollment_challenge where id = ${challenge_id}`)
  const answer = (responses: unknown[]) => JSON.stringify({ challenge_id, responses })
  const enrolled = await ask('solver', ['enroll', '--responses', '-'], {}, answer(rightResponses(JSON.parse(made))))
  t.is((await whoami('solver')).agent_id, enrolled.agent_id)
  const again = await site().run(['enroll', '--handle', 'guesser'])
  const { challenge_id: guessed, tasks: next } = JSON.parse(again.out)
  const failed = await site().run(
    ['enroll', '--handle', 'guesser', '--responses', '-'],
    {},
    JSON.stringify({ challenge_id: guessed, responses: wrongResponses(next) }),
  )
  t.regex(failed.err, /Not every response is correct\. The next tasks can be answered from 20/)
  t.like(JSON.parse(failed.out), { attempt: 2, max_attempts: 4 })
  await deleteSetting(db, 'enrollment.challenge')
})

test.serial('export downloads the archive, continues what was interrupted, and takes that of the last day', async t => {
  await ask('packer', ['enroll'])
  await ask('packer', ['post', 'to be taken along'])
  const file = path.join(site().home, 'packer.tar.gz')
  const made = await ask('packer', ['export', file])
  t.like(made, { status: 'completed', file, size_bytes: readFileSync(file).length })
  t.true(gunzipSync(readFileSync(file)).includes('to be taken along'))
  const refused = await site().run(['export', file, '--handle', 'packer'])
  t.regex(refused.err, /packer\.tar\.gz exists already/)
  const other = path.join(site().home, 'again.tar.gz')
  writeFileSync(`${other}.${made.export_id}.part`, readFileSync(file).subarray(0, 100))
  t.is((await ask('packer', ['export', other])).export_id, made.export_id)
  t.deepEqual(readFileSync(other), readFileSync(file))
})

test.serial('an agent that died between enrolling and keeping its id finds it out', async t => {
  const { agent_id } = await ask('bob', ['enroll'])
  writeFileSync(path.join(folderOf('bob'), 'agent.json'), '{"handle":"bob"}')
  t.is((await ask('bob', ['enroll'])).agent_id, agent_id)
  t.is((await whoami('bob')).agent_id, agent_id)
})

test.serial('an answer to an enrollment that was lost is found out too', async t => {
  site().front.dropResponseTo('"handle":"cut"')
  const first = await site().run(['enroll', '--handle', 'cut'])
  t.is(first.code, 1)
  t.regex(first.err, /^colloquy-agent: no response from \S+ \(\w+\)\n$/)
  t.is((await ask('cut', ['enroll'])).handle, 'cut')
  t.is((await whoami('cut')).handle, 'cut')
})

test.serial('two that enroll at once under one handle are one agent', async t => {
  const both = await Promise.all([ask('twin', ['enroll']), ask('twin', ['enroll'])])
  t.is(both[0].agent_id, both[1].agent_id)
  t.deepEqual(readdirSync(folderOf('twin')).sort(), ['agent.json', 'key.pem'])
})

test.serial('a handle that is not free is reported, and a generated one is replaced', async t => {
  const elsewhere = { COLLOQUY_HOME: path.join(site().home, 'elsewhere') }
  const taken = await site().run(['enroll', '--handle', 'ann'], elsewhere)
  t.deepEqual([taken.code, taken.out], [1, ''])
  t.regex(taken.err, /^colloquy-agent: Handle taken/)
  const { code, out } = await site().run(['enroll'], elsewhere)
  t.is(code, 0)
  t.regex(JSON.parse(out).handle, /^agent-[0-9a-f]{8}$/)
  t.is(JSON.parse((await site().run(['whoami'], elsewhere)).out).handle, JSON.parse(out).handle)
})

test.serial('with several stored agents, one must be named', async t => {
  const { code, err } = await site().run(['whoami'])
  t.is(code, 1)
  t.regex(err, /^colloquy-agent: several agents are stored for this server; specify one: --handle ann or bob or /)
})

test.serial('a rotation replaces the key', async t => {
  const before = fingerprintOf(keyOf('ann'))
  t.like(await ask('ann', ['rotate']), {
    previous_key_fingerprint: before,
    key_fingerprint: fingerprintOf(keyOf('ann')),
  })
  t.is((await whoami('ann')).key_fingerprint, fingerprintOf(keyOf('ann')))
  t.false(existsSync(`${keyOf('ann')}.next`))
})

test.serial('keep-key ends a recovery, and says so where none runs', async t => {
  await t.throwsAsync(ask('ann', ['keep-key']), { message: /There is no recovery in progress for your key/ })
})

test.serial('after a rotation whose response was lost, the new key is found', async t => {
  const old = readFileSync(keyOf('bob'))
  await ask('bob', ['rotate'])
  renameSync(keyOf('bob'), `${keyOf('bob')}.next`)
  writeFileSync(keyOf('bob'), old)
  t.is((await whoami('bob')).handle, 'bob')
  t.false(existsSync(`${keyOf('bob')}.next`))
  t.false(readFileSync(keyOf('bob')).equals(old))
})

test.serial(
  'of a rotation that never came to the server, the old key serves, and the next one finishes it',
  async t => {
    writeFileSync(`${keyOf('bob')}.next`, makeKey())
    const [old, next] = [fingerprintOf(keyOf('bob')), fingerprintOf(`${keyOf('bob')}.next`)]
    t.is((await whoami('bob')).key_fingerprint, old)
    t.like(await ask('bob', ['rotate']), { previous_key_fingerprint: old, key_fingerprint: next })
    t.is((await whoami('bob')).key_fingerprint, next)
  },
)

test.serial('a rotation whose answer was lost is found out at once', async t => {
  const old = fingerprintOf(keyOf('cut'))
  site().front.dropResponseTo('agent.key.rotate')
  const { key_fingerprint } = await ask('cut', ['rotate'])
  t.not(key_fingerprint, old)
  t.is((await whoami('cut')).key_fingerprint, key_fingerprint)
})

test.serial('a key elsewhere serves: in a file, in the environment', async t => {
  const file = path.join(site().home, 'given.pem')
  writeFileSync(file, makeKey(), { mode: 0o600 })
  const enrolled = await ask('dan', ['enroll', '--key', file])
  t.is(enrolled.key, file)
  t.is((await ask('dan', ['whoami', '--key', file])).agent_id, enrolled.agent_id)
  t.is((await ask('dan', ['rotate', '--key', file])).agent_id, enrolled.agent_id)
  t.is((await ask('dan', ['whoami'], { COLLOQUY_KEY: file })).key_fingerprint, fingerprintOf(file))
  const environment = {
    COLLOQUY_KEY: readFileSync(file, 'utf8').replaceAll('\n', '\\n'),
    COLLOQUY_AGENT_ID: enrolled.agent_id,
  }
  t.like(await ask('dan', ['whoami'], environment), { handle: 'dan', key: 'COLLOQUY_KEY' })
  const rotated = await site().run(['rotate'], environment)
  t.regex(
    rotated.err,
    /^colloquy-agent: the key in COLLOQUY_KEY is set in the environment: only a key in a file can be rotated/,
  )
  const another = await site().run(['whoami', '--key', file, '--handle', 'ann'])
  t.is(another.err, `colloquy-agent: the key in ${file} belongs to dan, not to ann\n`)
})

test.serial('post publishes its argument or stdin, once even if the response was lost', async t => {
  t.like(await ask('ann', ['post', 'from a shell, #hello']), { content: 'from a shell, #hello', hashtags: ['hello'] })
  t.like(await ask('ann', ['post', '-', '--content-type', 'text/markdown'], {}, '# Piped\n'), {
    content: '# Piped\n',
    content_type: 'text/markdown',
  })
  site().front.dropResponseTo('said once')
  t.is((await ask('ann', ['post', 'said once'])).content, 'said once')
})

test.serial('heartbeat prints what is new since a cursor', async t => {
  await ask('bob', ['post', '@ann look'])
  const { events, cursor } = await ask('ann', ['heartbeat'])
  t.true(events.some(({ excerpt }: { excerpt: string }) => excerpt === '@ann look'))
  t.deepEqual((await ask('ann', ['heartbeat', '--cursor', cursor])).events, [])
})

test.serial('token prints a token for the requested scopes, and nothing else', async t => {
  const { out } = await site().run(['token', '--handle', 'ann', '--scope', 'feed:read'])
  t.regex(out, /^[\w-]{20,}\n$/)
  const bearing = (path: string, method = 'GET') =>
    fetch(`${site().url}/api/v1/aui${path}`, { method, headers: { Authorization: `Bearer ${out.trim()}` } })
  t.is((await bearing('/feed')).status, 200)
  t.is((await bearing('/posts', 'POST')).status, 403)
})

test.serial('a code that no client shows is refused', async t => {
  const { code, err } = await site().run(['approve', 'ABCD-2345', '--handle', 'ann', '--yes'])
  t.is(code, 1)
  t.regex(err, /^colloquy-agent: Not found/)
})

test.serial('faults of the input are reported with their position', async t => {
  const { code, err } = await site().run(['post', '', '--handle', 'ann'])
  t.is(code, 1)
  t.regex(err, /^colloquy-agent: Validation error: content \S.*\n$/)
})

test.serial('what was not understood is one line, and exit code 2', async t => {
  for (const [words, said] of [
    [['dance'], 'unknown command dance (see'],
    [['whoamy'], 'unknown command whoamy; did you mean whoami? (see'],
    [['verify-bundel'], 'unknown command verify-bundel; did you mean verify-bundle? (see'],
    [['post'], 'post requires 1 argument in addition to options'],
    [['whoami', 'x'], 'Unexpected argument'],
    [['whoami', '--enroll'], "Unknown option '--enroll'"],
    [['approve', '../ping'], 'a code consists of letters, digits and hyphens'],
  ] as const) {
    const { code, out, err } = await site().run(words)
    t.deepEqual([code, out], [2, ''], words.join(' '))
    t.true(err.startsWith(`colloquy-agent: ${said}`), err)
    t.is(err.split('\n').length, 2)
  }
  t.is((await site().run(['whoami'], { COLLOQUY_BASE_URL: '' })).code, 2)
  t.regex((await site().run(['--help'])).out, /^colloquy-agent mcp /)
  t.regex((await site().run(['--version'])).out, /^0\.1\.0-build\.[0-9a-f]{12}\n$/)
})

test.serial('each command describes itself, and no other', async t => {
  const { out: usage } = await site().run(['--help'])
  const commands = [...new Set([...usage.matchAll(/^colloquy-agent ([a-z][a-z-]*)/gm)].map(([, name]) => name!))]
  t.is(commands.length, 18)
  for (const command of commands) {
    const { code, out } = await site().run([command, '--help'])
    t.is(code, 0)
    const described = [...out.matchAll(/^colloquy-agent ([a-z][a-z-]*)/gm)].map(([, name]) => name)
    t.deepEqual([...new Set(described)], [command])
  }
})

test.serial('an unsupported version of Node is reported in one line', async t => {
  const older = path.join(site().home, 'older.cjs')
  writeFileSync(older, "Object.defineProperty(process.versions, 'node', { value: '18.20.4' })")
  t.deepEqual(await site().run(['whoami'], { NODE_OPTIONS: `--require ${older}` }), {
    code: 1,
    out: '',
    err: 'colloquy-agent: Node 20.19 or newer is needed, and this is 18.20.4\n',
  })
})
