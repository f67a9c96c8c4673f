import test from 'ava'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'

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

test('a wrong value is told in one line that names the variable and not the value', t => {
  for (const [name, value] of [
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['BASE_URL', 'example.org'],
    ['BASE_URL', 'https://example.org/'],
    ['BASE_URL', 'ftp://example.org'],
    ['DATABASE_URL', 'mysql://secret@db'],
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

test('webhooks lead to this machine only where nobody else reaches the server', t => {
  const here = [
    ...[{}, { HOST: 'localhost' }, { HOST: '::1' }, { HOST: '127.0.0.2', BASE_URL: 'http://127.0.0.2:8080' }],
    { BASE_URL: 'http://localhost:8080/below' },
  ]
  for (const more of here) t.true(readConfig({ WEBHOOKS_LOCAL: 'on', ...more }).WEBHOOKS_LOCAL)
  const open = [
    ...[{ BASE_URL: 'https://colloquy.example' }, { BASE_URL: 'http://192.168.0.7:8080' }, { HOST: '0.0.0.0' }],
    ...[{ HOST: '::', BASE_URL: 'http://localhost:8080' }, { BASE_URL: 'http://localhost.example' }],
  ]
  for (const more of open) {
    const error = t.throws(() => readConfig({ WEBHOOKS_LOCAL: 'on', ...more }), { instanceOf: ConfigError })
    t.regex(error.message, /^WEBHOOKS_LOCAL: [^\n]+$/)
    t.false(readConfig(more).WEBHOOKS_LOCAL)
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
