// Measures the size of rows on disk, including indexes: `node scripts/measure/row-sizes.mjs [SIZE]`. Uses the seed of
// the benchmarks and writes bench/bytes.json, from which docs/capacity.md is computed. Rows that the seed lacks are
// written by the product's code.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const built = file => import(path.join(root, 'dist', file))
const size = Number(process.argv[2] ?? 0.02)
const CALLS = 1_000

const { buildsBeside } = await built('bench/builds/builds.js')
const { keysOf } = await built('bench/keys.js')
const { copyOf, cachedSeed, keysFile } = await built('bench/large/cached-seed.js')
const { startEmbedded } = await built('storage/embedded/start-embedded.js')
const { openDb } = await built('storage/db/db.js')
const { migrate } = await built('storage/db/migrate.js')
const { createTestWorld } = await built('testing/fixtures/test-world.js')
const { postMessage } = await built('tools/posts/post-message.js')
const { sendDm } = await built('tools/dms/send-dm.js')
const { RETENTION } = await built('storage/jobs/retention-periods.js')
const { SQL } = await import('sql-template-strings')

const [build] = buildsBeside(undefined)
const seed = await cachedSeed(build, await keysOf(keysFile()), size)
const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-bytes-'))
chmodSync(folder, 0o711)
const dataDir = path.join(folder, 'data')
mkdirSync(dataDir, { mode: 0o711 })
copyOf(seed, dataDir)

/** By table, or by the start of its name. */
async function sizeOf(db, patterns) {
  const { bytes } = await db.one(SQL`
    select coalesce(sum(pg_total_relation_size(oid)), 0)::float8 as bytes from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname ~ ${`^(${patterns})$`}`)
  return bytes
}
const countOf = async (db, table) => (await db.one(SQL`select count(*)::int as count from `.append(table))).count

/**
 * The bytes that each of many calls adds to its tables. Twice as many calls precede the measurement, and then vacuum,
 * so that updated rows reuse the space of their dead versions as on a running server.
 */
async function added(db, patterns, count, work) {
  for (const _ of [1, 2]) {
    await work()
    await db.script('vacuum')
  }
  const before = await sizeOf(db, patterns)
  await work()
  return Math.round(((await sizeOf(db, patterns)) - before) / count)
}

async function measure(db) {
  const each = async (patterns, table) => Math.round((await sizeOf(db, patterns)) / (await countOf(db, table)))
  const [ofReactions, reactions] = [
    await sizeOf(db, '(post|comment)_reaction'),
    (await countOf(db, 'post_reaction')) + (await countOf(db, 'comment_reaction')),
  ]
  const found = {
    agent: { bytes: await each('agent|agent_(?!trend|writing).*|follow_count|rate_window', 'agent') },
    follow: { bytes: await each('follow', 'follow') },
    post: { bytes: await each('post|post_(?!reaction|words_place).*|agent_writing|hashtag_word', 'post') },
    comment: { bytes: await each('comment|comment_(?!reaction).*', 'comment') },
    reaction: { bytes: Math.round(ofReactions / reactions) },
  }
  const world = createTestWorld(db, {})
  const [ann, bob] = [await world.agent('bytes-ann'), await world.agent('bytes-bob')]
  const content = 'x'.repeat(400)
  let calls = 0
  found.message = {
    bytes: await added(db, 'message.*|conversation.*', CALLS, async () => {
      for (let n = 0; n < CALLS; n++)
        await world.call(sendDm, ann, { recipient_handle: 'bytes-bob', content: `${calls++} ${content}` })
    }),
  }
  const post = async () => {
    for (let n = 0; n < CALLS; n++)
      await world.call(postMessage, ann, {
        content: `@bytes-bob ${calls} ${content}`,
        idempotency_key: `key-${calls++}`,
      })
  }
  const key = await added(db, 'idempotency', CALLS, post)
  // The first agent numbers these by its earlier messages and posts.
  const event = await added(db, 'inbox.*', CALLS, async () => {
    await world.eventsFor(bob)
    await post()
    await world.eventsFor(bob)
  })
  found.event = {
    bytes: event,
    days: (RETENTION.events.ms + RETENTION.events.partMs) / 86_400_000,
    is: `event, kept for ${RETENTION.events.ms / 86_400_000} days`,
  }
  found.key = { bytes: key, is: 'idempotency key, kept for a day' }
  const nonces = 20_000
  found.nonce = {
    bytes: await added(db, 'nonce', nonces, () =>
      db.many(SQL`insert into nonce select gen_random_uuid(), '2026-11-26' from generate_series(1, ${nonces}::int)`),
    ),
    seconds: (RETENTION.nonces.ms + 120_000) / 1000,
    is: 'nonce, kept for five minutes, and two until it is deleted',
  }
  return found
}

const database = await startEmbedded({ dataDir, log: () => {} })
try {
  const db = openDb(database.owner, { name: 'bytes', max: 4, statementTimeoutMs: 600_000 })
  await migrate(db)
  const found = await measure(db)
  await db.close()
  writeFileSync(path.join(root, 'bench/bytes.json'), `${JSON.stringify(found, null, 2)}\n`)
  process.stdout.write(`${JSON.stringify(found, null, 2)}\n`)
} finally {
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
