import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { exampleFile } from '../../scripts/generate/tables/variables-tables.ts'
import { extractConfigFlag, parseArgv } from '../argv.ts'
import { isMetricsHere, loadConfig, readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'
import { NAMES } from './variables.ts'

test('an empty environment is a complete configuration', t => {
  const config = readConfig({})
  t.is(config.HOST, '127.0.0.1')
  t.is(config.PORT, 8080)
  t.is(config.WEB_CONCURRENCY, 1)
  t.is(config.METRICS_PORT, undefined)
  t.is(config.METRICS_HOST, '127.0.0.1')
  t.true(config.RATE_LIMITS)
  t.deepEqual(config.TRUSTED_PROXIES, [])
  t.deepEqual(config.ALLOWED_ORIGINS, [])
  t.deepEqual(config.EGRESS_PORTS, [443])
  t.deepEqual(config.EGRESS_REFUSED_NETWORKS, [])
  t.false(config.WEBHOOKS_LOCAL)
  t.true(config.DATA_DIR.endsWith('/data'))
})

test('a wrong value is reported in one line that names the variable and not the value', t => {
  for (const [name, value] of [
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['BASE_URL', 'example.org'],
    ['BASE_URL', 'https://example.org/'],
    ['BASE_URL', 'ftp://example.org'],
    ['DATABASE_URL', 'mysql://secret@db'],
    ['DATABASE_URL', 'postgres://secret@db/colloquy?pooler=transaction'],
    ['DATABASE_STANDBY_URLS', 'postgres://one/colloquy, mysql://secret@db'],
    ['DATABASE_STANDBY_URLS', 'postgres://one/colloquy, postgres://secret@db/colloquy?pooler=transaction'],
    ['RATE_LIMITS', 'maybe'],
    ['TRUSTED_PROXIES', '10.0.0.0/8, secret.example'],
    ['EGRESS_PORTS', '443,secret'],
    ['EGRESS_PORTS', ','],
    ['EGRESS_REFUSED_NETWORKS', '10.0.0.0/8, secret.example'],
    ['WEBHOOKS_LOCAL', 'yes'],
    ['ALLOWED_ORIGINS', '*'],
    ['ALLOWED_ORIGINS', 'null'],
    ['ALLOWED_ORIGINS', 'https://app.example/'],
    ['ALLOWED_ORIGINS', 'https://app.example, https://secret.Example'],
    ['SECRET_KEY', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['SERVICE_NAME', 'two\nlines'],
    ['WEB_CONCURRENCY', '0'],
    ['PAYMENTS_RPC_URL', 'ws://secret@node'],
    ['PAYMENTS_CHAIN_ID', 'base'],
    ['PAYMENTS_CHAIN_ID', '0'],
    ['PAYMENTS_ASSET', 'secret'],
    ['PAYMENTS_DECIMALS', '19'],
    ['PAYMENTS_CONFIRMATIONS', '0'],
    ['METRICS_PORT', 'main'],
    ['METRICS_PORT', '65536'],
  ] as const) {
    const error = t.throws(() => readConfig({ [name]: value }), { instanceOf: ConfigError }, name)
    t.true(error.message.startsWith(`${name}: `), error.message)
    t.false(error.message.includes('\n'))
    t.false(error.message.includes('secret'))
  }
})

test('webhooks may lead to this machine only if nobody else can reach the server', t => {
  const here = [
    {},
    { HOST: 'localhost' },
    { HOST: '::1' },
    { HOST: '127.0.0.2', BASE_URL: 'http://127.0.0.2:8080' },
    { BASE_URL: 'http://localhost:8080/below' },
  ]
  for (const more of here) t.true(readConfig({ WEBHOOKS_LOCAL: 'on', ...more }).WEBHOOKS_LOCAL)
  const open = [
    { BASE_URL: 'https://colloquy.example' },
    { BASE_URL: 'http://192.168.0.7:8080' },
    { HOST: '0.0.0.0' },
    { HOST: '::', BASE_URL: 'http://localhost:8080' },
    { BASE_URL: 'http://localhost.example' },
  ]
  for (const more of open) {
    const error = t.throws(() => readConfig({ WEBHOOKS_LOCAL: 'on', ...more }), { instanceOf: ConfigError })
    t.regex(error.message, /^WEBHOOKS_LOCAL: [^\n]+$/)
    t.false(readConfig(more).WEBHOOKS_LOCAL)
  }
})

test('metrics are on the main port only if the server listens on this machine', t => {
  for (const more of [{}, { HOST: '::1' }, { BASE_URL: 'http://localhost:8080' }]) {
    t.true(isMetricsHere(readConfig(more)))
    t.true(isMetricsHere(readConfig({ METRICS_ON_MAIN_PORT: 'on', METRICS_PORT: '0', ...more })))
    t.false(isMetricsHere(readConfig({ METRICS_ON_MAIN_PORT: 'off', ...more })))
    t.false(isMetricsHere(readConfig({ METRICS_PORT: '0', ...more })))
  }
  for (const more of [{ BASE_URL: 'https://colloquy.example' }, { HOST: '0.0.0.0' }, { HOST: '192.168.0.7' }]) {
    t.false(isMetricsHere(readConfig(more)))
    const error = t.throws(() => readConfig({ METRICS_ON_MAIN_PORT: 'on', ...more }), { instanceOf: ConfigError })
    t.regex(error.message, /^METRICS_ON_MAIN_PORT: [^\n]+METRICS_PORT/)
  }
})

test('trusted proxies are a list of addresses and ranges', t => {
  t.deepEqual(readConfig({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,' }).TRUSTED_PROXIES, ['127.0.0.1', '10.0.0.0/8'])
})

test('allowed origins are a list of origins', t => {
  const origins = 'https://app.example,http://localhost:5173,'
  t.deepEqual(readConfig({ ALLOWED_ORIGINS: origins }).ALLOWED_ORIGINS, [
    'https://app.example',
    'http://localhost:5173',
  ])
})

function fileOf(t: ExecutionContext, text: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'config-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'colloquy.conf')
  writeFileSync(file, text)
  return file
}

const complaint = (read: () => unknown): string => {
  try {
    read()
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'none'
}

test('the example file changes nothing, names every variable, and its defaults are those', t => {
  const example = exampleFile()
  t.deepEqual(loadConfig(fileOf(t, example), {}), { config: readConfig({}), unknownVariables: [], environment: {} })
  t.deepEqual(
    example.split('\n').flatMap(line => /^#([A-Z_]+)=/.exec(line)?.[1] ?? []),
    NAMES,
  )
  const set = example.replaceAll(/^#(?=[A-Z_]+=.)/gm, '')
  t.regex(set, /^PORT=8080$/m)
  t.deepEqual(loadConfig(fileOf(t, set), {}).config, readConfig({}))
})

test('a file configures what the environment does not set', t => {
  const file = fileOf(t, '# ours\n\nPORT=8081\nSERVICE_NAME="The  house"\r\nLOG_LEVEL= warn \nHOST=\n')
  const { config, unknownVariables } = loadConfig(file, { PORT: '8082', LOG_LEVEL: '' })
  t.like(config, { PORT: 8082, SERVICE_NAME: 'The  house', LOG_LEVEL: 'warn', HOST: '127.0.0.1' })
  t.deepEqual(unknownVariables, [])
})

test('a file that cannot be parsed is reported by its line, not by its content', t => {
  t.regex(
    complaint(() => loadConfig('/nowhere/at.all', {})),
    /^--config: \/nowhere\/at\.all cannot be read \(ENOENT\)$/,
  )
  const lines = complaint(() => loadConfig(fileOf(t, 'PORT=1\nsecret words\n'), {}))
  t.regex(lines, /^--config: line 2 of \S+ is not NAME=value$/)
  t.regex(
    complaint(() => loadConfig(fileOf(t, 'PORT=1\nPORT=2'), {})),
    /^--config: line 2 of \S+ sets PORT again$/,
  )
  t.regex(
    complaint(() => loadConfig(fileOf(t, 'PORT=secret'), {})),
    /^PORT: must be/,
  )
})

test('unknown variables are reported, with the nearest known name', t => {
  const file = fileOf(t, 'TRUSTED_PROXY=10.0.0.1\nCOLOUR=red\nUV_THREADPOOL_SIZE=2\n')
  const others = {
    HOME: '/root',
    HOSTS: 'x',
    PATH: '/bin',
    PORTS: '1',
    DATABASE_PASSWORD: 'x',
    MAILTO: 'x',
    PGHOST: 'x',
  }
  const { unknownVariables } = loadConfig(file, {
    ...others,
    DATABASE_URI: 'x',
    PAYMENTS_KEY: 'x',
    UV_THREADPOOL_SIZE: '2',
  })
  t.deepEqual(
    unknownVariables.map(({ message }) => message.replace(file, 'FILE')),
    [
      'unknown variable TRUSTED_PROXY of FILE; did you mean TRUSTED_PROXIES?',
      'unknown variable COLOUR of FILE',
      'UV_THREADPOOL_SIZE in FILE is ignored: it is read only from the environment',
      'unknown variable DATABASE_URI; did you mean DATABASE_URL?',
      'unknown variable PAYMENTS_KEY',
    ],
  )
})

test('an unexpanded variable is refused', t => {
  const reference = (text: string) => `$\{${text}}`
  for (const text of ['HOST_NAME', 'BASE_URL:-https://a.example', 'BASE_URL:?set it']) {
    const refusal = complaint(() => readConfig({ BASE_URL: `https://${reference(text)}` }))
    t.is(refusal, `BASE_URL: contains a ${reference('...')} that was not expanded; write its value`)
  }
  t.is(readConfig({ SERVICE_NAME: `costs ${reference('')} or $5` }).SERVICE_NAME, `costs ${reference('')} or $5`)
})

test('the server accepts --config and no command; a command line accepts it anywhere', t => {
  t.is(parseArgv(['--config', 'a']).config, 'a')
  for (const words of [['start'], ['--port', '1'], ['--config']]) {
    t.regex(
      complaint(() => parseArgv(words)),
      /--config FILE/,
    )
  }
  t.deepEqual(extractConfigFlag(['user', '--config', 'a', 'list']), { file: 'a', rest: ['user', 'list'] })
  t.deepEqual(extractConfigFlag(['--config=a', '--batch']), { file: 'a', rest: ['--batch'] })
  t.deepEqual(extractConfigFlag(['user', 'list']), { file: undefined, rest: ['user', 'list'] })
  t.is(
    complaint(() => extractConfigFlag(['user', '--config'])),
    '--config: requires a file name',
  )
})

test('the server accepts help, version and a file; unknown arguments are answered with the most similar', t => {
  t.deepEqual(parseArgv(['--help']), { config: undefined, help: true, version: false, quiet: false })
  t.deepEqual(parseArgv(['help']), { config: undefined, help: true, version: false, quiet: false })
  t.true(parseArgv(['--version']).version)
  t.true(parseArgv(['--quiet']).quiet)
  for (const [word, similar] of [
    ['operater', 'operator'],
    ['--confg', '--config'],
    ['--hlep', '--help'],
  ] as const) {
    const { message } = t.throws(() => parseArgv([word]), { instanceOf: ConfigError })
    t.true(message.endsWith(`; did you mean ${similar}?`), message)
  }
})
