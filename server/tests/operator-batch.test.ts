import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { SQL } from 'sql-template-strings'
import { openDb } from '../../storage/db/db.ts'
import { migrate } from '../../storage/db/migrate.ts'
import { startEmbedded } from '../../storage/embedded/start-embedded.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { environmentAt, startBatch } from '../../testing/processes/operator-process.ts'
import { loadSecrets } from '../installation-secret.ts'

const database = useDatabase(test)

const NOWHERE = path.join(tmpdir(), 'no-data-dir-here')

function open(t: ExecutionContext, environment = environmentAt(database(), NOWHERE)) {
  const batch = startBatch(environment)
  t.teardown(() => void batch.child.kill('SIGKILL'))
  return batch
}

const QUOTA = 'storage.quota_megabytes'
const create = (email: string, name: string) => ['person', 'create', '--email', email, '--display-name', name]

test('one process executes many verbs, and a refusal does not end it', async t => {
  const batch = open(t)
  t.like(await batch.ask(...create('ann@example.org', 'Ann')), { id: 1, exit_code: 0, answer: { display_name: 'Ann' } })
  const refused = await batch.ask(...create('nobody', 'N'))
  t.like(refused, { id: 2, exit_code: 1, problem: { status: 422, instance: 'person create' } })
  t.regex(String(refused?.message), /\n {2}--email: must be an email address/)
  const { message, ...rest } = (await batch.ask('person', 'create'))!
  t.deepEqual(rest, { id: 3, exit_code: 2 })
  t.regex(String(message), /^person create requires --email, /)
  t.like(await batch.ask('nope'), { id: 4, exit_code: 2 })
  t.regex(String((await batch.ask('person', 'create', '--help'))?.text), /^npm run operator -- person create /)
  t.regex(String((await batch.ask())?.text), /^npm run operator -- VERB/)
  t.like(await batch.ask('--batch'), { exit_code: 2 })
  const { answer } = (await batch.ask('person', 'list', '--limit', '100', '--json')) as {
    answer: { users: { email: string }[] }
  }
  t.true(answer.users.some(({ email }) => email === 'ann@example.org'))
  t.deepEqual(await batch.close(), { code: 0, complaints: '' })
})

test('a setting of one verb applies to the next, and its audit names the operator', async t => {
  const batch = open(t)
  for (const value of ['50', '60']) {
    t.like(await batch.ask('setting', 'set', QUOTA, value, '--as', 'cleo'), { answer: { value: Number(value) } })
    const { answer } = (await batch.ask('setting', 'list')) as { answer: { settings: { name: string }[] } }
    t.like(
      answer.settings.find(({ name }) => name === QUOTA),
      { value: Number(value), is_set: true },
    )
  }
  const { answer } = (await batch.ask('audit', 'list')) as { answer: { changes: { subject: object }[] } }
  const last = answer.changes.find(({ subject }) => 'setting' in subject)
  t.like(last, { actor: 'operator:cleo', after: { value: 60, is_set: true } })
  await batch.close()
})

test('text for standard input is in the request', async t => {
  const batch = open(t)
  const argv = create('in@example.org', '-')
  batch.send(`${JSON.stringify({ id: 1, argv, input: 'From Input' })}\n${JSON.stringify({ id: 2, argv })}\n`)
  t.like(await batch.next(), { id: 1, exit_code: 0, answer: { display_name: 'From Input' } })
  t.like(await batch.next(), { id: 2, exit_code: 2 })
  await batch.close()
})

test('requests before the end of input are executed, even if the last line is incomplete', async t => {
  const batch = open(t)
  for (const n of [1, 2, 3]) batch.send(`${JSON.stringify({ id: n, argv: create(`last-${n}@example.org`, 'L') })}\n`)
  batch.send('{"id":4,"argv":["user","create","--email","half@exam')
  batch.child.stdin.end()
  for (const id of [1, 2, 3]) t.like(await batch.next(), { id, exit_code: 0 })
  t.like(await batch.next(), { id: null, exit_code: 2 })
  t.is(await batch.next(), undefined)
  t.deepEqual(await batch.close(), { code: 0, complaints: '' })
})

test('two processes do not disturb each other', async t => {
  const batches = [open(t), open(t)]
  const counts = Array.from({ length: 12 }, (_, n) => n)
  const codes = await Promise.all(
    batches.map(async (batch, which) => {
      for (const n of counts)
        batch.send(`${JSON.stringify({ id: n, argv: create(`two-${which}-${n}@example.org`, 'T') })}\n`)
      const answers = []
      for (const _ of counts) answers.push(await batch.next())
      t.deepEqual(
        answers.map(answer => [answer?.id, answer?.exit_code]),
        counts.map(n => [n, 0]),
      )
      return (await batch.close()).code
    }),
  )
  t.deepEqual(codes, [0, 0])
})

test('a process whose reader has gone ends', async t => {
  const batch = open(t)
  await batch.ask('person', 'list')
  batch.child.stdout.destroy()
  const ended = once(batch.child, 'exit')
  for (const n of [1, 2]) batch.send(`${JSON.stringify({ id: n, argv: ['person', 'list'] })}\n`)
  t.deepEqual(await ended, [0, null])
})

test('a verb whose connection is cut fails, and the next one is executed', async t => {
  const batch = open(t)
  t.like(await batch.ask('mail', 'list'), { exit_code: 0 })
  const { db, plainAddress } = database()
  // Connects as the role of the command line, which alone may end its connections.
  const same = openDb(plainAddress, { name: 'test', max: 1, statementTimeoutMs: 30_000 })
  t.teardown(() => same.close())
  const asked = await db.transaction(async tx => {
    await tx.script('lock table mail in access exclusive mode')
    const asked = batch.ask('mail', 'list')
    const waiting = SQL`select pid from pg_locks where relation = 'mail'::regclass and not granted`
    let pid: number | undefined
    while (pid === undefined) pid = (await same.maybeOne<{ pid: number }>(waiting))?.pid
    await same.many(SQL`select pg_terminate_backend(${pid})`)
    return { answer: await asked }
  })
  t.like(asked.answer, { exit_code: 1, problem: { status: 503 } })
  t.like(await batch.ask('mail', 'list'), { exit_code: 0 })
  t.deepEqual(await batch.close(), { code: 0, complaints: '' })
})

test('while the database is unavailable each verb says so, and works again when it is back', async t => {
  const folder = mkdtempSync(path.join(tmpdir(), 'batched-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const start = () => startEmbedded({ dataDir: folder, log: () => {}, settings: { fsync: 'off' } })
  const batch = open(t, { DATA_DIR: folder })
  t.like(await batch.ask('person', 'list'), { id: 1, exit_code: 69 })
  const first = await start()
  const db = openDb(first.owner, { name: 'test', max: 2, statementTimeoutMs: 30_000 })
  await migrate(db)
  await db.close()
  loadSecrets({ SECRET_KEY: undefined, SECRET_KEY_PREVIOUS: undefined, DATA_DIR: folder })
  t.like(await batch.ask('person', 'list'), { id: 2, exit_code: 0 })
  await first.stop()
  const gone = await batch.ask('person', 'list')
  t.like(gone, { id: 3, exit_code: 69 })
  t.regex(String(gone?.message), /^no server is running on DATA_DIR /)
  const second = await start()
  t.like(await batch.ask('person', 'list'), { id: 4, exit_code: 0 })
  t.deepEqual(await batch.close(), { code: 0, complaints: '' })
  await second.stop()
})
