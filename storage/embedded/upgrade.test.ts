import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { SQL } from 'sql-template-strings'
import { seedAgent } from '../../testing/fixtures/fully-seeded-agent.ts'
import { createTestWorld } from '../../testing/fixtures/test-world.ts'
import { digestTables } from '../../testing/leak-checks/table-digests.ts'
import { type Db, type DbAddress, openDb } from '../db/db.ts'
import { migrate } from '../db/migrate.ts'
import { findBinaries } from './binaries.ts'
import { cacheBinaries } from './cached-binaries.ts'
import { startEmbedded } from './start-embedded.ts'
import { discardOldCluster } from './upgrade.ts'

/** The folder of another major version's programs, as `scripts/release/embedded-upgrade.mjs` installs them. */
const older = process.env.COLLOQUY_OLDER_POSTGRES
const withOlder = older ? test.serial : test.serial.skip

function makeFolder(t: ExecutionContext): string {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'colloquy-upgrade-'))
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}

async function on<Result>(address: DbAddress, use: (db: Db) => Promise<Result>): Promise<Result> {
  const db = openDb(address, { name: 'test', max: 4, statementTimeoutMs: 300_000, connectTimeoutSeconds: 300 })
  return await use(db).finally(() => db.close())
}

const takeLines = () => {
  const lines: string[] = []
  return { lines, log: (message: string) => void lines.push(message) }
}

const major = (db: Db) => db.one<{ v: number }>(SQL`select current_setting('server_version_num')::int / 10000 as v`)

withOlder(
  'a database of an older major version is upgraded into a new one, and stays until it is discarded',
  async t => {
    const dataDir = makeFolder(t)
    const first = await startEmbedded({ dataDir, log: () => {}, binaries: older! })
    const before = await on(first.owner, async db => {
      await migrate(db)
      const world = createTestWorld(db, {})
      await seedAgent(world, 'ann', await world.agent('friend'))
      return { digests: await digestTables(db), major: (await major(db)).v }
    })
    await first.stop()

    const { lines, log } = takeLines()
    const second = await startEmbedded({ dataDir, log })
    t.deepEqual(await on(second.plain, digestTables), before.digests, 'read by the role of servers')
    t.true((await on(second.owner, major)).v > before.major)
    await second.stop()
    t.true(lines.includes('upgraded the database; the previous version is kept'))
    t.true(existsSync(path.join(dataDir, `postgres-${before.major}`)))
    t.is(discardOldCluster(dataDir).length, 1)
    const third = await startEmbedded({ dataDir, log: () => {} })
    t.deepEqual(await on(third.plain, digestTables), before.digests)
    await third.stop()
    t.deepEqual(
      readdirSync(dataDir).filter(name => /^(postgres|binaries)-/.test(name) && name.includes(`-${before.major}`)),
      [],
    )
  },
)

withOlder('an upgrade that was killed is repeated, or its names are fixed', async t => {
  const dataDir = makeFolder(t)
  const first = await startEmbedded({ dataDir, log: () => {}, binaries: older! })
  await on(first.owner, migrate)
  await first.stop()
  const [cluster, ready] = [path.join(dataDir, 'postgres'), path.join(dataDir, 'postgres.ready')]
  const second = await startEmbedded({ dataDir, log: () => {} })
  await second.stop()
  const previous = readdirSync(dataDir).find(name => /^postgres-\d+$/.test(name))!
  // As if killed between the two renames, and before both.
  for (const half of [() => {}, () => renameSync(path.join(dataDir, previous), cluster)]) {
    renameSync(cluster, ready)
    half()
    const again = await startEmbedded({ dataDir, log: () => {} })
    t.true(await on(again.plain, async db => (await db.many(SQL`select 1 from migration`)).length > 10))
    await again.stop()
    t.false(existsSync(ready))
    t.true(existsSync(path.join(dataDir, previous)))
  }
})

withOlder('without the older programs the data is left alone, and the message says what to do', async t => {
  const dataDir = makeFolder(t)
  const first = await startEmbedded({ dataDir, log: () => {}, binaries: older!, settings: { fsync: 'off' } })
  await first.stop()
  await t.throwsAsync(startEmbedded({ dataDir, log: () => {} }), {
    message:
      /was created by PostgreSQL \d+, whose programs are not in .*: start the version of Colloquy that created it, back up/,
  })
  const again = await startEmbedded({ dataDir, log: () => {}, binaries: older! })
  await again.stop()
})

withOlder('data of a newer major version is refused', async t => {
  const dataDir = makeFolder(t)
  await (await startEmbedded({ dataDir, log: () => {}, settings: { fsync: 'off' } })).stop()
  await t.throwsAsync(startEmbedded({ dataDir, log: () => {}, binaries: older! }), {
    message: /was created by PostgreSQL \d+, and this version includes \d+/,
  })
})

test.serial(
  'the programs that created the data are cached beside it, once, and no others of their major version',
  t => {
    const home = makeFolder(t)
    const native = findBinaries()
    cacheBinaries(native, home)
    const [previous] = readdirSync(home)
    t.deepEqual(readdirSync(home), [previous])
    const program = (folder: string) => readFileSync(path.join(folder, 'bin/postgres'))
    t.true(program(path.join(home, previous!)).equals(program(native)))
    cacheBinaries(native, home)
    renameSync(path.join(home, previous!), path.join(home, previous!.replace(/-(\d+)\..*/, '-$1.0.0')))
    cacheBinaries(native, home)
    t.deepEqual(readdirSync(home), [previous])
  },
)
