import { createPublicKey, verify } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { extract } from 'tar-stream'
import { RESOURCE_LIMITS } from '../../concurrency/resource-limits.ts'
import { ARCHIVE_SECTIONS } from '../../storage/agent-export/archive-sections.ts'
import { seedAgent } from '../../testing/fixtures/fully-seeded-agent.ts'
import { slugOf, type TestWorld, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { publishedKeySet } from '../broker/key-sets.ts'
import { commentOnPost } from '../comments/comment-on-post.ts'
import type { AgentActor } from '../core/context.ts'
import { DAY, SECOND } from '../core/durations.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { sha256 } from '../core/text/digest.ts'
import { sendDm } from '../dms/send-dm.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { postMessage } from '../posts/post-message.ts'
import { agentExportsJob } from './agent-exports.job.ts'
import { downloadAgentExport } from './download-agent-export.ts'
import { getAgentExport } from './get-agent-export.ts'
import { requestAgentExport } from './request-agent-export.ts'

const world = useTestWorld(test)
const [bounded, large, killed] = [useTestWorld(test), useTestWorld(test), useTestWorld(test)]

const me = { identifier: 'me' }
const runJob = ({ runtime }: TestWorld) => agentExportsJob.run(jobContext(runtime, agentExportsJob.name))

async function make(of: TestWorld, agent: AgentActor): Promise<Map<string, string>> {
  await of.call(requestAgentExport, agent, me)
  while ((await runJob(of)).more);
  return await readArchive(of, agent)
}

/** The files of the archive, extracted by an independent tar. */
async function readArchive({ db, call }: TestWorld, agent: AgentActor): Promise<Map<string, string>> {
  const { export_id, size_bytes } = await call(downloadAgentExport, agent, me)
  const parts = await db.many<{ content: Buffer }>(SQL`
    select content from agent_export_part where export_id = ${export_id} order by ordinal`)
  const archive = Buffer.concat(parts.map(({ content }) => content))
  if (archive.length !== size_bytes) throw new Error('the size is wrong')
  const files = new Map<string, string>()
  const tar = extract()
  tar.end(gunzipSync(archive))
  for await (const entry of tar) {
    const blocks: Buffer[] = []
    for await (const block of entry) blocks.push(block as Buffer)
    files.set(entry.header.name, Buffer.concat(blocks).toString())
  }
  return files
}

// biome-ignore lint/suspicious/noExplicitAny: assertions judge the members
type Line = Record<string, any>

const linesOf = (files: Map<string, string>, section: string): Line[] =>
  [...files]
    .filter(([name]) => name.startsWith(`${section}/`))
    .flatMap(([, text]) => text.split('\n').slice(0, -1))
    .map(line => JSON.parse(line) as Line)

/** The payload of a manifest, after verifying its signature with a published key. */
async function manifestOf({ runtime }: TestWorld, files: Map<string, string>): Promise<Line> {
  const [header = '', payload = '', signature = ''] = files.get('manifest.jws')!.split('.')
  const { kid, typ } = JSON.parse(Buffer.from(header, 'base64url').toString())
  const { keys } = await publishedKeySet(runtime, 'records')
  const key = createPublicKey({ key: keys.find(one => one.kid === kid) as never, format: 'jwk' })
  const isValid = verify(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))
  if (!isValid || typ !== 'colloquy-export+jwt') throw new Error('the manifest is not signed')
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}

test.serial('an archive contains records of every kind, and a signed manifest of its files', async t => {
  const { agent, call } = world()
  const friend = await agent('friend')
  const { agent: seeded, posts } = await seedAgent(world(), 'ann-seeded', friend)
  const ann: AgentActor = { ...seeded, status: 'restricted' }
  await world().eventsFor(ann)
  await world().db.many(SQL`delete from agent_export`)
  const files = await make(world(), ann)
  const empty = ARCHIVE_SECTIONS.map(({ name }) => name).filter(name => linesOf(files, name).length === 0)
  t.deepEqual(empty, ['key_changes', 'answers_received', 'artifacts', 'purchases'], 'the seed has none of these')

  const manifest = await manifestOf(world(), files)
  t.like(manifest, { agent_id: ann.agent_id, handle: 'ann-seeded', key_id: ann.key_fingerprint, is_complete: true })
  t.like(manifest, { iss: 'https://colloquy.test' })
  const expected = [...files].filter(([file]) => file !== 'manifest.jws').map(([file, text]) => [file, sha256(text)])
  t.deepEqual(
    manifest.files.map((one: Line) => [one.file, one.sha256]),
    expected,
  )
  t.is(
    manifest.files.reduce((sum: number, { records }: Line) => sum + records, 0),
    expected.flatMap(([file]) => files.get(file!)!.split('\n').slice(0, -1)).length,
  )
  t.true(linesOf(files, 'posts').some(({ id }) => id === posts[0]))
  const all = [...files.values()].join('')
  t.notRegex(all, /"(secret|former_secret|digest|refresh|search_words|input_digest|grant_code|owner_id|nonce)":/)
  t.like(await call(getAgentExport, ann, me), { status: 'completed', next_at: '2026-11-22T12:00:00.000Z' })
})

test.serial('of others it contains what the agent can read when it is created', async t => {
  const { agent, call, db } = world()
  const [bea, col, dot] = [await agent('bea'), await agent('col'), await agent('dot')]
  await call(sendDm, col, { recipient_handle: 'bea', content: 'from col' })
  await call(sendDm, dot, { recipient_handle: 'bea', content: 'from dot' })
  await call(sendDm, bea, { recipient_handle: 'dot', content: 'from bea' })
  await call(sendDm, col, { recipient_handle: 'dot', content: 'not to bea' })
  const { id } = await call(postMessage, col, { content: 'a post by col' })
  await call(commentOnPost, bea, { post_id: id, content: 'a comment by bea' })
  await call(blockAgent, col, { target_handle: 'bea' })
  await db.many(SQL`update agent set visibility = 'private' where id = ${dot.agent_id}`)
  const files = await make(world(), bea)
  // A block hides no conversation from exports, as from reads; a hidden agent's conversations are hidden.
  t.deepEqual(
    linesOf(files, 'messages').map(({ content, is_own }) => [content, is_own]),
    [['from col', false]],
  )
  t.deepEqual(
    linesOf(files, 'comments').map(({ content }) => content),
    ['a comment by bea'],
  )
  const all = [...files.values()].join('')
  t.notRegex(all, /not to bea|a post by col|from dot|"handle":"dot"/)
})

test.serial('one export a day: another request returns the one in progress, or when the next is possible', async t => {
  const { agent, call, advance, db } = world()
  const eve = await agent('eve')
  t.is(await slugOf(call(getAgentExport, eve, me)), 'not-found')
  const requested = await call(requestAgentExport, eve, me)
  t.like(requested, { status: 'in_progress', size_bytes: null })
  t.deepEqual(await call(requestAgentExport, eve, me), requested)
  t.is(await slugOf(call(downloadAgentExport, eve, me)), 'not-found')
  while ((await runJob(world())).more);
  advance(DAY - SECOND)
  const refused = await world().refusal(call(requestAgentExport, eve, me))
  t.is(refused.slug, 'export-too-soon')
  t.is(refused.members.retry_after_seconds, 1)
  advance(SECOND)
  const next = await call(requestAgentExport, eve, me)
  t.not(next.export_id, requested.export_id)
  t.is((await db.many(SQL`select from agent_export_part where export_id = ${requested.export_id}`)).length, 0)
  t.is(await slugOf(call(downloadAgentExport, eve, me)), 'not-found')
  while ((await runJob(world())).more);
  advance(7 * DAY)
  t.is(await slugOf(call(downloadAgentExport, eve, me)), 'not-found')
})

test.serial('an agent can export only itself', async t => {
  const { agent, call } = world()
  const [fay, gus] = [await agent('fay'), await agent('gus')]
  for (const tool of [requestAgentExport, getAgentExport, downloadAgentExport]) {
    t.is(await slugOf(call(tool, fay, { identifier: gus.handle })), 'not-own-agent')
    t.is(await slugOf(call(tool, fay, { identifier: 'nobody' })), 'not-found')
  }
})

async function insertPosts({ db }: TestWorld, { agent_id, handle }: AgentActor, count: number): Promise<void> {
  await db.many(SQL`
    insert into post (id, agent_id, permalink_code, content_type, content, content_category, source, hashtags, created_at)
    select gen_random_uuid(), ${agent_id}, ${handle} || n, 'text/plain', 'post ' || n || repeat(md5(n::text), 10),
      'human_consumable', 'agent', '{}', now()
    from generate_series(1, ${count}::int) n`)
}

test.serial('a run writes one part of at most 250 records, alternating with exports of others', async t => {
  const { agent, call, db, advance } = bounded()
  const [hal, ivy] = [await agent('hal'), await agent('ivy')]
  for (const one of [hal, ivy]) await insertPosts(bounded(), one, 600)
  await call(requestAgentExport, hal, me)
  advance(SECOND)
  await call(requestAgentExport, ivy, me)
  const sizes = () =>
    db.many<{ handle: string; records: number }>(SQL`
      select a.handle, p.records from agent_export_part p join agent_export e on e.id = p.export_id
      join agent a on a.id = e.agent_id where p.file like 'posts/%' order by a.handle, p.ordinal`)
  let last = 0
  for (let more = true; more; ) {
    advance(SECOND)
    ;({ more } = await runJob(bounded()))
    const parts = (await db.one<{ count: number }>(SQL`select count(*) as count from agent_export_part`)).count
    t.true(parts - last <= 1)
    last = parts
  }
  t.deepEqual(
    (await sizes()).map(({ handle, records }) => [handle, records]),
    ['hal', 'ivy'].flatMap(handle => [250, 250, 100].map(records => [handle, records])),
  )
  const contents = linesOf(await readArchive(bounded(), hal), 'posts').map(({ content }) => content)
  t.is(new Set(contents).size, 600)
})

/** `EXPORT_POSTS=100000 npm test -- tools/agent-export/agent-export.test.ts` measures a large export. */
const MANY = Number(process.env.EXPORT_POSTS ?? 2_000)

test.serial('an export of many posts keeps only one part in memory', async t => {
  const { agent, call, db } = large()
  const lee = await agent('lee')
  await insertPosts(large(), lee, MANY)
  await db.many(SQL`analyze post`)
  await call(requestAgentExport, lee, me)
  const { rss } = process.memoryUsage()
  let peak = rss
  for (let more = true; more; peak = Math.max(peak, process.memoryUsage().rss)) ({ more } = await runJob(large()))
  const { total, largest, bytes } = await db.one<{ total: number; largest: number; bytes: number }>(SQL`
    select sum(p.records) as total, max(p.records) as largest, sum(length(p.content)) as bytes
    from agent_export_part p join agent_export e on e.id = p.export_id
    where e.agent_id = ${lee.agent_id} and p.file like 'posts/%'`)
  t.log(`${MANY} posts: ${Math.round((peak - rss) / 2 ** 20)} MB more memory, an archive of ${bytes} bytes`)
  t.deepEqual([Number(total), largest], [MANY, 250])
})

test.serial('an archive that reaches its limit ends there, and reports it', async t => {
  const { agent, call, db } = bounded()
  const jan = await agent('jan')
  await call(requestAgentExport, jan, me)
  await db.many(SQL`
    update agent_export set bytes = ${RESOURCE_LIMITS.export_bytes.limit} where agent_id = ${jan.agent_id}`)
  while ((await runJob(bounded())).more);
  const parts = await db.many<{ file: string; content: Buffer }>(SQL`
    select p.file, p.content from agent_export_part p join agent_export e on e.id = p.export_id
    where e.agent_id = ${jan.agent_id}`)
  t.deepEqual(
    parts.map(({ file }) => file),
    ['manifest.jws'],
  )
  const manifest = gunzipSync(parts[0]!.content).subarray(512).toString().replace(/\0+$/, '')
  t.like(await manifestOf(bounded(), new Map([['manifest.jws', manifest]])), { is_complete: false, files: [] })
})

test.serial('a failed run stores nothing, and the next continues where it began', async t => {
  const { agent, call, db } = killed()
  const kim = await agent('kim')
  await insertPosts(killed(), kim, 300)
  const { export_id } = await call(requestAgentExport, kim, me)
  const count = async () => (await db.many(SQL`select from agent_export_part where export_id = ${export_id}`)).length
  for (let run = 0; run < 4; run++) await runJob(killed())
  const before = await count()
  const { transaction, ...rest } = jobContext(killed().runtime, agentExportsJob.name)
  const dying: typeof transaction = body =>
    transaction(async scope => {
      await body(scope)
      throw new Error('killed before the commit')
    })
  await agentExportsJob.run({ ...rest, transaction: dying })
  t.is(await count(), before)
  await db.many(SQL`delete from set_aside`)
  // With two servers running concurrently, one takes the export, and the other finds none.
  while ((await Promise.all([runJob(killed()), runJob(killed())])).some(({ more }) => more));
  const files = await readArchive(killed(), kim)
  t.is(new Set(linesOf(files, 'posts').map(({ id }) => id)).size, 300)
  t.is(linesOf(files, 'posts').length, 300)
  t.is((await manifestOf(killed(), files)).files.length, files.size - 1)
})
