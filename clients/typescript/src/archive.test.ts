import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { sha256Of } from '../../../conformance/clients/archive-reader.ts'
import { type ScriptedResponse, scriptedRefusal, scriptedServer } from '../../../testing/fakes/scripted-server.ts'
import { closeNeighbour, startNeighbour } from '../../../testing/fixtures/neighbouring-servers.ts'
import { useDatabase } from '../../../testing/fixtures/test-database.ts'
import { connect, enroll } from './client.ts'
import { Key } from './key.ts'
import { Problem, Unreachable } from './problem.ts'

const databases = [useDatabase(test), useDatabase(test)]
const generated = Key.generate()

const EXPORT = { export_id: 'e', status: 'completed', size_bytes: 6 }

/** A download of six bytes from a server that gives these answers after that to the request. */
async function downloaded(t: ExecutionContext, before: string, ...answers: ScriptedResponse[]) {
  const { baseUrl, asked } = await scriptedServer(t, { status: 202, body: EXPORT }, ...answers)
  const client = connect({ baseUrl, agentId: 'a', key: await generated, attempts: 1, wait: async () => {} })
  let stored = before
  const done = client.downloadExport({
    size: () => stored.length,
    append: (_, bytes) => void (stored += new TextDecoder().decode(bytes)),
  })
  const error = await done.then(() => undefined).catch((error: unknown) => error)
  return { stored, error, ranges: asked.slice(1).map(({ headers }) => headers.range) }
}

/** A response that breaks off. */
const broken = (status: number, body: string): ScriptedResponse => ({
  status,
  body,
  headers: { 'content-length': String(body.length + 1), connection: 'close' },
})

test('a download goes on behind the bytes that are stored, in this process or before', async t => {
  const rest = { status: 206, body: 'f' }
  const { stored, error, ranges } = await downloaded(t, '', broken(200, 'abc'), undefined, broken(206, 'de'), rest)
  t.deepEqual([stored, error, ranges], ['abcdef', undefined, [undefined, 'bytes=3-', 'bytes=3-', 'bytes=5-']])
  t.like(await downloaded(t, 'abcde', rest), { stored: 'abcdef', error: undefined, ranges: ['bytes=5-'] })
  t.like(await downloaded(t, 'abcdef'), { stored: 'abcdef', error: undefined, ranges: [] })
})

test('nothing of another archive is appended, and neither refusals nor long outages are waited for', async t => {
  const replaced = await downloaded(t, 'abc', { status: 200, body: 'ghijkl' })
  t.deepEqual(
    [replaced.stored, (replaced.error as Error).message],
    ['abc', 'the export was replaced during its download'],
  )
  const gone = await downloaded(t, 'abc', scriptedRefusal(404, 'not-found'))
  t.true(gone.error instanceof Problem)
  t.is(gone.ranges.length, 1)
  const away = await downloaded(t, 'abc')
  t.true(away.error instanceof Unreachable)
  t.is(away.ranges.length, 10)
})

test('what cannot be stored ends a download', async t => {
  const { baseUrl } = await scriptedServer(t, { status: 202, body: EXPORT }, { status: 200, body: 'abcdef' })
  const client = connect({ baseUrl, agentId: 'a', key: await generated })
  const append = () => Promise.reject(new Error('the disk is full'))
  await t.throwsAsync(client.downloadExport({ size: () => 0, append }), { message: 'the disk is full' })
})

test.serial('an archive goes from a server to a file, and from it to another server', async t => {
  const servers = [await startNeighbour(databases[0]!()), await startNeighbour(databases[1]!())] as const
  t.teardown(async () => void (await Promise.all(servers.map(closeNeighbour))))
  const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-archive-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const [key, newcomer] = [await generated, { handle: 'ada', name: 'Ada' }]
  const [former, ada] = await Promise.all(servers.map(({ url: baseUrl }) => enroll({ baseUrl, key, newcomer })))
  await former!.postMessage({ content: 'said before' })
  const fileOf = (id: string) => path.join(folder, `${id}.tar.gz`)
  const store = {
    size: (id: string) => statSync(fileOf(id), { throwIfNoEntry: false })?.size ?? 0,
    append: (id: string, bytes: Uint8Array) => appendFileSync(fileOf(id), bytes),
  }
  const { export_id, size_bytes } = await former!.downloadExport(store)
  const archive = new Uint8Array(readFileSync(fileOf(export_id)))
  t.is(size_bytes, archive.length)
  t.is((await former!.downloadExport(store)).export_id, export_id)
  t.is(sha256Of(readFileSync(fileOf(export_id))), sha256Of(Buffer.from(archive)))

  const refused = await t.throwsAsync(ada!.importArchive(archive.slice(0, -100)), { instanceOf: Problem })
  t.is(refused.slug, 'archive-not-valid')
  const imported = await ada!.importArchive(archive)
  t.like(imported, { server_url: servers[0].url, origin_agent_id: former!.agentId, posts: 1, skipped: 0 })
  t.deepEqual(await ada!.importArchive(archive), imported)
  t.deepEqual(await ada!.getAgentImport({ identifier: 'me' }), imported)
  await t.throwsAsync(connect({ baseUrl: servers[1].url }).importArchive(archive), { instanceOf: TypeError })
  const moved_to = `${servers[1].url}/@ada`
  t.is((await former!.moveAgent({ identifier: 'me', moved_to })).moved_to, moved_to)
  t.truthy((await former!.returnAgent({ identifier: 'me' })).returned_at)
})
