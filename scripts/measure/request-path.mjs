// Lists the files and functions of the server that a warm request executes, measured by V8 precise coverage: a signed
// ping, a signed post and MCP get_feed. Functions that also run while the server is idle are subtracted, and functions
// that only some of the measured requests run are omitted. `node scripts/measure/request-path.mjs [--files]` prints the
// table.
import { spawn } from 'node:child_process'
import { randomUUID, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { enroll, freePort, send, signed } from './signed-requests.mjs'

const root = path.join(import.meta.dirname, '../..')
const ROUNDS = 5
/** Together with the other rounds, fewer than the number of first feed pages that an agent may read in a burst. */
const WARM_UP = 4
const LIMITS = { 'signed ping': 40, 'signed post': 65, 'MCP get_feed': 75 }

/** Loaded into the server: a separate port returns what ran since the last read. */
const PRELOAD = `
if (require('node:worker_threads').isMainThread) {
  const { Session } = require('node:inspector')
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  require('node:http').createServer((request, response) => session.post('Profiler.takePreciseCoverage', (_, { result }) => {
    const ran = result.filter(({ url }) => url.includes('/dist/') && !url.includes('/node_modules/')).flatMap(({ url, functions }) =>
      functions.filter(({ ranges: [{ count }] }) => count > 0).map(({ functionName, ranges: [{ startOffset }] }) =>
        [url.slice(url.indexOf('/dist/') + 6), functionName + '@' + startOffset].join(' ')))
    response.end(JSON.stringify(ran))
  })).listen({ port: Number(process.env.COVERAGE_PORT), host: '127.0.0.1', exclusive: true })
}
`

const folder = mkdtempSync(path.join(tmpdir(), 'request-path-'))
const preload = path.join(folder, 'preload.cjs')
writeFileSync(preload, PRELOAD)
const [port, coveragePort] = [await freePort(), await freePort()]
const base = `http://127.0.0.1:${port}`
const server = spawn(process.execPath, ['--require', path.join(root, 'process.cjs'), path.join(root, 'dist/main.js')], {
  env: {
    ...process.env,
    ...{ NODE_OPTIONS: `--require ${preload}`, COVERAGE_PORT: `${coveragePort}` },
    ...{ PORT: `${port}`, DATA_DIR: path.join(folder, 'data'), WEB_CONCURRENCY: '1', LOG_LEVEL: 'silent' },
  },
  stdio: ['ignore', 'ignore', 'inherit'],
})
try {
  await untilReady()
  const agent = await enroll(base)
  const token = await tokenOf(agent)
  const calls = {
    'signed ping': () => signed(base, agent, 'POST', '/ping', {}),
    'signed post': () => signed(base, agent, 'POST', '/posts', { content: `A post ${randomUUID()}` }),
    'MCP get_feed': () => mcpFeed(token),
  }
  const idle = new Set()
  process.stdout.write('| warm request | files | functions | files at most |\n| --- | --- | --- | --- |\n')
  let isOver = false
  const rows = []
  for (const [name, call] of Object.entries(calls)) {
    for (let round = 0; round < WARM_UP; round++) await call()
    const runs = []
    for (let round = 0; round < ROUNDS; round++) {
      await taken()
      await delay(300)
      for (const one of await taken()) idle.add(one)
      await call()
      runs.push(new Set(await taken()))
    }
    rows.push({ name, ran: [...runs[0]].filter(one => runs.every(run => run.has(one))) })
  }
  for (const { name, ran } of rows) {
    const own = ran.filter(one => !idle.has(one))
    const files = [...new Set(own.map(one => one.split(' ')[0]))].sort()
    process.stdout.write(`| ${name} | ${files.length} | ${own.length} | ${LIMITS[name]} |\n`)
    if (process.argv.includes('--files')) process.stdout.write(`\n${files.join('\n')}\n\n`)
    isOver ||= files.length > LIMITS[name]
  }
  process.exitCode = isOver ? 1 : 0
} finally {
  server.kill('SIGTERM')
  await new Promise(resolve => server.once('exit', resolve))
  rmSync(folder, { recursive: true, force: true })
}

async function untilReady() {
  for (;;) {
    const response = await fetch(`${base}/readyz`).catch(() => undefined)
    if (response?.ok) return
    if (server.exitCode !== null) throw new Error(`the server exited with ${server.exitCode}`)
    await delay(100)
  }
}

async function taken() {
  const response = await fetch(`http://127.0.0.1:${coveragePort}/`)
  return await response.json()
}

async function tokenOf({ id, key }) {
  const encode = value => Buffer.from(JSON.stringify(value)).toString('base64url')
  const iat = Math.floor(Date.now() / 1000)
  const aud = `${base}/api/v1/aui/auth/token`
  const signing = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode({ iss: id, sub: id, aud, iat, exp: iat + 60, jti: randomUUID() })}`
  const assertion = `${signing}.${sign('sha256', signing, key).toString('base64url')}`
  const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion, scope: 'feed:read' }
  return JSON.parse(await send(base, '/api/v1/aui/auth/token', grant)).access_token
}

function mcpFeed(token) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'measure', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { name: 'get_feed', arguments: {}, _meta: meta }
  return send(
    base,
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    {
      Authorization: `Bearer ${token}`,
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'get_feed',
    },
  )
}
