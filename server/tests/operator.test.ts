import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { TOOL_COMMANDS } from '../../facade/cli/cli-commands.ts'
import { openDb } from '../../storage/db/db.ts'
import { migrate } from '../../storage/db/migrate.ts'
import { startEmbedded } from '../../storage/embedded/start-embedded.ts'
import { BRIEF } from '../../testing/brief-fields.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { bundled } from '../../testing/processes/bundled-programs.ts'
import { environmentAt, startBatch } from '../../testing/processes/operator-process.ts'
import { TEST_SERVER } from '../../testing/processes/server-options.ts'
import { loadSecrets } from '../installation-secret.ts'
import { startServer } from '../server.ts'

const database = useDatabase(test)
const served = useDatabase(test)

type Environment = Record<string, string>

interface Ended {
  code: number
  stdout: string
  stderr: string
}

function run(environment: Environment, words: readonly string[], stdin = ''): Promise<Ended> {
  return new Promise(resolve => {
    const env = { PATH: process.env.PATH, ...environment }
    const child = execFile(
      process.execPath,
      [...BRIEF, bundled('operator'), ...words],
      { env },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
      },
    )
    child.stdin?.end(stdin)
  })
}

const NOWHERE = path.join(tmpdir(), 'no-data-dir-here')

const at = (used: typeof database) => environmentAt(used(), NOWHERE)

const operate = (...words: string[]) => run(at(database), words)

const answerOf = async (...words: string[]) => {
  const { stdout, stderr, code } = await operate(...words, '--json')
  if (code !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Record<string, unknown>
}

function isOneLine(t: ExecutionContext, text: string): void {
  t.regex(text, /^[^\n]+\n$/)
}

test('an operator creates a user, as text and as JSON', async t => {
  const text = await operate('person', 'create', '--email', 'Ann@Example.org', '--display-name', 'Ann')
  t.deepEqual([text.code, text.stderr], [0, ''])
  t.regex(text.stdout, /^id: {11}[0-9a-f-]{36}\nemail: {8}ann@example\.org\ndisplay_name: Ann\ncreated_at: /)
  const json = await operate('person', 'create', '--email=bo@example.org', '--display-name=Bo', '--json')
  t.deepEqual([json.code, json.stderr], [0, ''])
  isOneLine(t, json.stdout)
  t.like(JSON.parse(json.stdout), { email: 'bo@example.org', display_name: 'Bo' })
  const { users } = await answerOf('person', 'list')
  t.true((users as { email: string }[]).some(({ email }) => email === 'ann@example.org'))
})

test('each change leaves an audit row with actor, action, time, and the values before and after', async t => {
  const name = 'storage.quota_megabytes'
  t.like(await answerOf('setting', 'set', name, '50', '--as', 'cleo'), { value: 50, is_set: true })
  t.like(await answerOf('setting', 'unset', name), { value: 100, is_set: false })
  const { changes } = await answerOf('audit', 'list', '--limit', '100')
  const [unset, set] = (changes as { subject: object }[]).filter(({ subject }) => 'setting' in subject)
  const states = [
    { value: 100, is_set: false },
    { value: 50, is_set: true },
  ]
  t.like(set, { actor: 'operator:cleo', action: 'set_setting', before: states[0], after: states[1] })
  t.like(unset, { actor: `operator:${userInfo().username}`, before: states[1], after: states[0] })
  t.true((unset as unknown as { created_at: string }).created_at > '2020')
})

test('a text is read from standard input', async t => {
  const { code, stdout } = await run(
    at(database),
    ['person', 'create', '--email', 'in@example.org', '--display-name', '-', '--json'],
    'From Input',
  )
  t.is(code, 0)
  t.like(JSON.parse(stdout), { display_name: 'From Input' })
})

test('a refusal is reported on stderr, as text or as a problem, with exit code 1', async t => {
  const create = ['person', 'create', '--email', 'nobody', '--display-name', 'N']
  const text = await operate(...create)
  t.deepEqual([text.code, text.stdout], [1, ''])
  t.regex(text.stderr, /^The input is invalid. See `errors` for details.\n {2}--email: must be an email address\n/)
  const json = await operate(...create, '--json')
  t.deepEqual([json.code, json.stdout], [1, ''])
  isOneLine(t, json.stderr)
  t.like(JSON.parse(json.stderr), { status: 422, title: 'Validation error', instance: 'person create' })
})

test('an unknown command is reported in one line, with exit code 2', async t => {
  for (const words of [
    ['nope'],
    ['person', 'nope'],
    ['person', 'create'],
    ['person', 'list', '--nope'],
    ['audit', 'list', '--as', ''],
    ['--batch', 'person', 'list'],
  ]) {
    const { code, stdout, stderr } = await operate(...words)
    t.deepEqual([code, stdout], [2, ''], words.join(' '))
    isOneLine(t, stderr)
    const json = await operate(...words, '--json')
    t.deepEqual([json.code, typeof JSON.parse(json.stderr).usage], [2, 'string'])
  }
})

test('help needs no database: for all, a group, and every verb', async t => {
  for (const words of [[], ['person', 'create', '--help']]) {
    const { code, stdout, stderr } = await run({ DATA_DIR: NOWHERE }, words)
    t.deepEqual([code, stderr], [0, ''], words.join(' '))
    t.regex(stdout, /^npm run operator -- .+\n\n.+\n/)
  }
  const batch = startBatch({ DATA_DIR: NOWHERE })
  const pages = [['help'], ['--help'], ['person'], ['person', '--help'], ['help', 'person', 'create']]
  for (const words of [...pages, ...TOOL_COMMANDS.map(verb => [...verb.name.split(' '), '--help'])]) {
    const page = await batch.ask(...words)
    t.like(page, { exit_code: 0 }, words.join(' '))
    t.regex(String(page?.text), /^npm run operator -- .+\n\n.+\n/)
  }
  t.deepEqual(await batch.close(), { code: 0, complaints: '' })
})

test('without a database, one line says why', async t => {
  const empty = database().openAnother()
  await empty.script('create database not_migrated')
  for (const [environment, code, why] of [
    [{ DATA_DIR: NOWHERE }, 69, /^no server is running on DATA_DIR .*no-data-dir-here; start it with npm start, or/],
    [{ ...at(database), PGPORT: '1' }, 69, /^the database does not respond/],
    [
      { ...at(database), DATABASE_URL: 'postgres:///not_migrated' },
      69,
      /schema does not match this version; starting a server/,
    ],
    [{ ...at(database), DATABASE_URL: 'postgres:///nowhere' }, 78, /^DATABASE_URL: the database does not exist\b/],
    [{ ...at(database), SECRET_KEY: '' }, 78, /^SECRET_KEY: set SECRET_KEY or DATA_DIR to the value of the server/],
    [{ ...at(database), PORT: 'x' }, 78, /^PORT: /],
  ] as const) {
    const ended = await run(environment, ['person', 'list'])
    t.deepEqual([ended.code, ended.stdout], [code, ''], ended.stderr)
    t.regex(ended.stderr, why)
    isOneLine(t, ended.stderr)
  }
  await empty.script('drop database not_migrated')
})

test('a running server applies a setting within a second of its clock, as its discovery.json shows', async t => {
  let now = Date.now()
  const server = await startServer({ ...TEST_SERVER, database: served().plainAddress, clock: () => now })
  t.teardown(() => server.close())
  const discovery = async () => {
    const response = await fetch(`${server.url}/api/v1/aui/discovery.json`)
    return (await response.json()) as { features: object; limits: object }
  }
  t.like(await discovery(), {
    features: { enrollment_challenge: false, invitation_gate: false, marketplace: true, payments: false },
    payments: { available: false, reason: 'not_configured' },
    limits: { duplicate_post_window_seconds: 600 },
  })
  const batch = startBatch(at(served))
  for (const [name, value] of [
    ['enrollment.challenge', 'on'],
    ['enrollment.invitation_gate', 'on'],
    ['payments.enabled', 'true'],
    ['agent_services.marketplace_enabled', 'off'],
    ['posts.duplicate_window_seconds', '30'],
  ] as const) {
    t.like(await batch.ask('setting', 'set', name, value), { exit_code: 0 })
  }
  t.deepEqual(await batch.close(), { code: 0, complaints: '' })
  now += 1_000
  t.like(await discovery(), {
    features: { enrollment_challenge: true, invitation_gate: true, marketplace: false, payments: false },
    limits: { duplicate_post_window_seconds: 30 },
  })
})

test('the command line connects to the embedded database of a running server, and neither starts nor stops it', async t => {
  const folder = mkdtempSync(path.join(tmpdir(), 'operated-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const embedded = await startEmbedded({ dataDir: folder, log: () => {}, settings: { fsync: 'off' } })
  const db = openDb(embedded.owner, { name: 'test', max: 2, statementTimeoutMs: 100_000 })
  await migrate(db)
  loadSecrets({ SECRET_KEY: undefined, SECRET_KEY_PREVIOUS: undefined, DATA_DIR: folder })
  const list = () => run({ DATA_DIR: folder }, ['person', 'list'])
  t.like(await list(), { code: 0, stderr: '' })
  await db.script('select 1')
  await db.close()
  await embedded.stop()
  t.is((await list()).code, 69)
})

test('at a terminal, destructive commands require confirmation', t => {
  const env = { PATH: process.env.PATH, DATA_DIR: NOWHERE }
  const type = (input: string) =>
    spawnSync('script', ['-qec', `${process.execPath} ${bundled('operator')} discard-upgraded`, '/dev/null'], {
      input,
      env,
    })
  if (spawnSync('script', ['--version']).status !== 0) return t.pass('skipped: no script of util-linux here')
  for (const [input, code, expected] of [
    ['y\n', 0, /no discarded/],
    ['n\n', 1, /nothing was done/],
    ['\n', 1, /nothing was done/],
  ] as const) {
    const { status, stdout } = type(input)
    t.regex(String(stdout), /Continue\? \[y\/N\]/)
    t.regex(String(stdout), expected)
    t.is(status, code, String(stdout))
  }
})
