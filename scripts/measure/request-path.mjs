// Lists the files and functions of the server that a warm request executes, by V8 precise coverage: a signed ping, a
// signed post and MCP get_feed. What also runs while the server is idle is subtracted, and what not every one of the
// measured requests runs is left out. `node scripts/measure/request-path.mjs [--files]` prints the table.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { enroll, freePort, send, signedEnvelope, startServer, tokenOf } from './measured-server.mjs'

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
const coveragePort = await freePort()
const server = await startServer({ NODE_OPTIONS: `--require ${preload}`, COVERAGE_PORT: `${coveragePort}` })
const { base } = server
try {
  const agent = await enroll(base, 'path')
  const token = await tokenOf(base, agent)
  const calls = {
    'signed ping': () => signed(agent, '/ping', {}),
    'signed post': () => signed(agent, '/posts', { content: `A post ${randomUUID()}` }),
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
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function taken() {
  const response = await fetch(`http://127.0.0.1:${coveragePort}/`)
  return await response.json()
}

function signed(agent, route, payload) {
  return send(`${base}/api/v1/aui${route}`, signedEnvelope(agent, 'POST', route, payload))
}

function mcpFeed(token) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'measure', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { name: 'get_feed', arguments: {}, _meta: meta }
  return send(
    `${base}/mcp`,
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
