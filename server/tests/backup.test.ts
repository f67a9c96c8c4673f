import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { SQL } from 'sql-template-strings'
import type { Queryable } from '../../storage/db/db.ts'
import { BRIEF } from '../../testing/brief-fields.ts'
import { useEmptyDatabase } from '../../testing/fixtures/empty-database.ts'
import { type TestDatabase, useDatabase } from '../../testing/fixtures/test-database.ts'
import { digestTables } from '../../testing/leak-checks/table-digests.ts'
import { bundled } from '../../testing/processes/bundled-programs.ts'
import { environmentAt } from '../../testing/processes/operator-process.ts'
import { printed, startProgram } from '../../testing/processes/start-program.ts'
import { type Clients, clientsOf, type TwoServersAgent } from '../../testing/processes/two-servers.ts'

const database = useDatabase(test)
const makeEmpty = useEmptyDatabase(test)
const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-backups-'))
test.after.always(() => rmSync(folder, { recursive: true }))

const SECRET_KEY = 'a secret of more than 32 characters'
type Place = Pick<TestDatabase, 'address' | 'plainAddress'>

function operator({ address }: Place, words: readonly string[], environment: Record<string, string> = {}) {
  const all = { ...environmentAt({ plainAddress: address } as TestDatabase, folder), SECRET_KEY, ...environment }
  return spawn(process.execPath, [...BRIEF, bundled('operator'), ...words], { env: { PATH: process.env.PATH, ...all } })
}

async function ended(child: ChildProcess): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const [stdout, stderr] = ['', '']
  const output = { stdout, stderr }
  for (const name of ['stdout', 'stderr'] as const) child[name]!.on('data', chunk => (output[name] += chunk))
  const [code] = await once(child, 'close')
  return { code, ...output }
}

async function operate(t: ExecutionContext, place: Place, ...words: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await ended(operator(place, [...words, '--json']))
  t.deepEqual([code, stderr], [0, ''])
  return JSON.parse(stdout)
}

/** Clients of a server that may move: signed requests remain used. */
async function serveOn(t: ExecutionContext, place: Place, db: Clients['db']) {
  const server = { url: '' }
  const clients = clientsOf([server], db, Date.now)
  return { ...clients, ...(await startOn(t, place, server)), server }
}

async function startOn(t: ExecutionContext, place: Place, server: { url: string }) {
  const child = startProgram(t, place, { RATE_LIMITS: 'off' })
  server.url = (await printed(child)).base
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { stop }
}

type Served = Awaited<ReturnType<typeof serveOn>>

const posts = async ({ send }: Clients, agent: TwoServersAgent, cursor = '') =>
  (await send(agent, 'GET', `/posts/mine?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`, {}, 0)).data

/** Waits until this many events are sequenced for an agent; returns the last. */
async function hasEvents(db: Queryable, { agent_id }: TwoServersAgent, count: number): Promise<void> {
  const numbered = SQL`select 1 from inbox where recipient = ${agent_id}
    having count(*) = ${count} and max(seq) = ${count} and max(position) = (select max(position) from inbox)`
  while ((await db.maybeOne(numbered)) === undefined) await delay(5)
}

/** What must continue in the restored installation: requests, replays, events, cursors. */
async function populate(served: Served) {
  const [ann, bob] = [await served.enroll('ann'), await served.enroll('bob')]
  const send = (agent: TwoServersAgent, route: string, payload: object) => served.send(agent, 'POST', route, payload, 0)
  const keyed = { content: 'said once to @bob', idempotency_key: 'k1' }
  const first = (await send(ann, '/posts', keyed)).data
  for (let n = 0; n < 4; n++) await send(ann, '/posts', { content: `more \t\\ ${n}` })
  await send(bob, '/webhooks', { url: 'https://hooks.example/x' })
  const page = await posts(served, ann)
  await hasEvents(served.db, bob, 1)
  return { ann, bob, keyed, first, page }
}

test.serial('an installation that is restored elsewhere continues from the state of the backup', async t => {
  const { db } = database()
  const served = await serveOn(t, database(), db)
  const before = await populate(served)
  await served.stop()
  const file = path.join(folder, 'whole.backup')
  const made = await operate(t, database(), 'backup', file)
  t.like(made, { file, encrypted: false, bytes: statSync(file).size })
  t.is(createHash('sha256').update(readFileSync(file)).digest('hex'), made.sha256 as string)
  t.is(statSync(file).mode & 0o777, 0o600)

  const target = await makeEmpty()
  const restored = await operate(t, target, 'restore', file)
  t.like(restored, { tables: made.tables, rows: made.rows, secret_key: 'matches the backup' })
  t.deepEqual(await digestTables(target.db), await digestTables(db))

  const again = { ...served, ...(await startOn(t, target, served.server)) }
  const { ann, bob, keyed, first, page } = before
  const replay = await again.send(ann, 'POST', '/posts', keyed, 0)
  t.deepEqual([replay.status, replay.headers.get('idempotent-replay'), replay.data.id], [201, 'true', first.id])
  t.deepEqual((await posts(again, ann, page.next_cursor)).posts.length, 2)
  t.is((await again.send(ann, 'POST', '/posts', { content: 'and on, @bob' }, 0)).status, 201)
  await hasEvents(target.db, bob, 2)
  await again.stop()
})

const countOf = async (db: Queryable, agent: TwoServersAgent) =>
  await db.many<{ content: string }>(SQL`select content from post where agent_id = ${agent.agent_id} order by id`)

test.serial(
  'a backup during writes is consistent: everything acknowledged before it, and of later writes a prefix',
  async t => {
    const source = await makeEmpty()
    const served = await serveOn(t, source, source.db)
    const writers = await Promise.all(['cid', 'dee', 'eve'].map(handle => served.enroll(handle)))
    const answered = new Map(writers.map(writer => [writer, 0]))
    let isOver = false
    const writing = writers.map(async writer => {
      for (let n = 0; !isOver; n++) {
        const { status } = await served.send(writer, 'POST', '/posts', { content: `post ${n}` }, 0)
        if (status !== 201) throw new Error(`answered ${status}`)
        answered.set(writer, n + 1)
      }
    })
    while ([...answered.values()].some(count => count < 5)) await delay(5)
    const known = new Map(answered)
    const file = path.join(folder, 'busy.backup')
    await operate(t, source, 'backup', file)
    const later = new Map(answered)
    while (writers.some(writer => answered.get(writer) === later.get(writer))) await delay(5)
    isOver = true
    await Promise.all(writing)

    const target = await makeEmpty()
    await operate(t, target, 'restore', file)
    for (const writer of writers) {
      const found = (await countOf(target.db, writer)).map(({ content }) => content)
      t.deepEqual(
        found,
        found.map((_, n) => `post ${n}`),
      )
      t.true(found.length >= known.get(writer)! && found.length <= later.get(writer)! + 1)
      const { count } = await target.db.one<{ count: number }>(
        SQL`select count(*)::int as count from recent_content where agent_id = ${writer.agent_id}`,
      )
      t.is(count, found.length)
    }
  },
)

test.serial('a damaged, foreign or unreadable file is refused before anything is written, in one line', async t => {
  const file = path.join(folder, 'whole.backup')
  const target = await makeEmpty()
  const [cut, changed, none] = ['cut', 'changed', 'none'].map(name => path.join(folder, name)) as [
    string,
    string,
    string,
  ]
  const bytes = readFileSync(file)
  writeFileSync(cut, bytes)
  truncateSync(cut, bytes.length - 1)
  bytes[bytes.length >> 1] = bytes[bytes.length >> 1]! ^ 1
  writeFileSync(changed, bytes)
  const words = (...given: string[]) => ['restore', ...given]
  for (const [given, environment, code, pattern] of [
    [words(cut), {}, 1, /^the file is truncated: use another copy of it\n$/],
    [words(changed), {}, 1, /^the file was altered: use another copy of it\n$/],
    [words(none), {}, 1, /^\/.*none: ENOENT\n$/],
    [words(process.execPath), {}, 1, /^the file is not a backup that this version supports\n$/],
    [
      words(file),
      { SECRET_KEY: 'another secret of thirty-two characters' },
      1,
      /^SECRET_KEY .* does not match the backup/,
    ],
    [words(file, '--key', 'x'), {}, 1, /^the key is not a private X25519 key in PEM/],
    [['backup', file], {}, 1, / already exists: use another file name\n$/],
    [['backup', path.join(folder, 'no', 'where')], {}, 1, /ENOENT\n$/],
    [['backup', path.join(folder, 'new'), '--recipient', 'x'], {}, 1, /^the key is not a public X25519 key in PEM/],
    [['backup'], {}, 2, /^backup requires --file/],
  ] as const) {
    const done = await ended(operator(given[0] === 'backup' ? database() : target, [...given, '--quiet'], environment))
    t.deepEqual([done.code, done.stdout], [code, ''], done.stderr)
    t.regex(done.stderr, pattern)
    t.regex(done.stderr, /^[^\n]+\n$/)
  }
  t.deepEqual(await tablesOf(target.db), [])
  t.false(existsSync(path.join(folder, 'new')))
})

const tablesOf = async (db: Queryable) => [
  ...(await db.many(SQL`select relname from pg_class where relnamespace = 'public'::regnamespace`)),
]

/** Kills a restore when it reports its first tables. */
async function killRestore(child: ChildProcess): Promise<void> {
  for await (const text of child.stderr!) if (String(text).includes('tables restored')) child.kill('SIGKILL')
}

const UNFINISHED =
  'a restore into this database is in progress or was interrupted: wait until it ends, or run it again\n'

test.serial(
  'no server starts on what a killed restore left, the next one starts over, and a database with data is not overwritten',
  async t => {
    const file = path.join(folder, 'whole.backup')
    const target = await makeEmpty()
    await killRestore(operator(target, ['restore', file]))
    const isThere = SQL`select 1 from pg_stat_activity where datname = ${target.address.database}
    and application_name = 'colloquy restore'`
    while (await target.db.maybeOne(isThere)) await delay(5)
    const server = startProgram(t, target, {})
    t.like(await ended(server), { code: 78, stderr: `DATABASE_URL: ${UNFINISHED}` })
    t.like(await ended(operator(target, ['person', 'list'])), { code: 78, stderr: `DATABASE_URL: ${UNFINISHED}` })
    await operate(t, target, 'restore', file)
    t.deepEqual(await digestTables(target.db), await digestTables(database().db))
    const twice = await ended(operator(target, ['restore', file, '--quiet']))
    t.is(twice.code, 1)
    t.regex(twice.stderr, /^the database is not empty, it has .*: restore into a new one/)
  },
)

test.serial(
  'a backup to a public key is restored with its private key; --check verifies it without a database',
  async t => {
    const [key, recipient, file] = ['key.pem', 'recipient.pem', 'secret.backup'].map(name =>
      path.join(folder, name),
    ) as [string, string, string]
    execFileSync('openssl', ['genpkey', '-algorithm', 'X25519', '-out', key])
    execFileSync('openssl', ['pkey', '-in', key, '-pubout', '-out', recipient])
    chmodSync(key, 0o600)
    const made = await operate(t, database(), 'backup', file, '--recipient', `@${recipient}`)
    t.like(made, { encrypted: true })
    const nowhere = { address: { ...database().address, database: 'none' } } as Place
    const closed = await ended(operator(nowhere, ['restore', file, '--check']))
    t.deepEqual([closed.code, closed.stderr], [1, 'the file is encrypted: pass its private key as --key @FILE\n'])
    t.like(await operate(t, nowhere, 'restore', file, '--check', '--key', `@${key}`), { rows: made.rows })
    const target = await makeEmpty()
    await operate(t, target, 'restore', file, '--key', `@${key}`)
    t.deepEqual(await digestTables(target.db), await digestTables(database().db))
  },
)

test.serial('progress is printed on standard error, table by table, unless --quiet is set', async t => {
  const file = path.join(folder, 'whole.backup')
  const check = (...words: string[]) => ended(operator(database(), ['restore', file, '--check', ...words]))
  const { code, stdout, stderr } = await check()
  t.is(code, 0)
  t.regex(stderr, /^tables checked: 0 of (\d+), \w+\n[\s\S]*\ntables checked: \1 of \1, finishing\n$/)
  t.notRegex(stdout, /tables checked/)
  t.like(await check('--quiet'), { code: 0, stderr: '', stdout })
})

test.serial('without DATABASE_URL a backup becomes a new database in DATA_DIR, on which a server starts', async t => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'colloquy-restored-'))
  t.teardown(() => rmSync(dataDir, { recursive: true }))
  const file = path.join(folder, 'whole.backup')
  const place = { DATABASE_URL: '', DATA_DIR: dataDir }
  await killRestore(operator(database(), ['restore', file], place))
  const refused = await ended(startProgram(t, database(), place))
  t.like(refused, { code: 78, stderr: `DATA_DIR: ${UNFINISHED}` })
  const done = await ended(operator(database(), ['restore', file, '--json'], place))
  t.deepEqual([done.code, done.stderr], [0, ''])
  const child = startProgram(t, database(), { ...place, RATE_LIMITS: 'off' })
  const { base } = await printed(child)
  const answer = await fetch(`${base}/api/v1/aui/handles/ann/availability`)
  t.like(await answer.json(), { available: false })
})

test.serial('everything stored about a person is written to a new file, and nothing for an unknown one', async t => {
  const file = path.join(folder, 'ann.jsonl')
  const made = await operate(t, database(), 'export', 'agent', '@ann', file)
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  t.is(made.rows, lines.length)
  t.is(statSync(file).mode & 0o777, 0o600)
  const posts = lines.map(line => JSON.parse(line)).filter(({ table }) => table === 'post')
  t.true(posts.some(({ row }) => row.content === 'more \t\\ 0'))
  const nobody = path.join(folder, 'nobody.jsonl')
  for (const [words, code, pattern] of [
    [['agent', '@ann', file], 1, /ann\.jsonl: EEXIST\n$/],
    [['agent', '@nobody', nobody], 1, /^there is no agent with this id, handle or address\n$/],
    [['person', 'nobody@people.test', nobody], 1, /^there is no person with this id, handle or address\n$/],
    [['robot', '@ann', nobody], 2, /^export: --kind: /],
  ] as const) {
    const done = await ended(operator(database(), ['export', ...words]))
    t.is(done.code, code, done.stderr)
    t.regex(done.stderr, pattern)
  }
  t.false(existsSync(nobody))
})
