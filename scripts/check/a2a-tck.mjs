// Runs the A2A TCK against both example providers: `node scripts/check/a2a-tck.mjs TCK [PYTHON]`. TCK is a checkout of
// a2aproject/a2a-tck, branch 1.0-dev, and PYTHON an interpreter with its dependencies. The kit does not know the
// broker's signature, so a proxy signs its calls, and puts an empty text first in messages for which the kit expects a
// question. A failing MUST is an error, except for those in `MAY_FAIL`.
import { spawn } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { signRequest } from '../../dist/push/broker/signature.js'

const [tck, python = 'python3'] = process.argv.slice(2)
if (!tck) {
  console.error('usage: node scripts/check/a2a-tck.mjs TCK [PYTHON]')
  process.exit(2)
}
const EXAMPLES = {
  typescript: [process.execPath, 'dist/examples/providers/typescript/provider.js'],
  python: ['python3', 'examples/providers/python/provider.py'],
}
const MAY_FAIL = {
  'DM-ART-001': "asks for the artifacts of the kit's own agent",
  'DM-MSG-001': "asks for the message of the kit's own agent",
  'CORE-SEND-003': 'commit 357c4a8 of the kit takes the error that this MUST requires for a failure',
}
const AGENT = 'a0000000-0000-7000-8000-000000000001'
const folder = mkdtempSync(path.join(tmpdir(), 'a2a-tck-'))

/** The broker's key set, and a proxy that signs each call as the broker does. */
async function startProxy() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const keySet = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one' }] }
  const proxy = { base: '', provider: '' }
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    if (request.url === '/.well-known/jwks.json') return void response.end(JSON.stringify(keySet))
    const signed = request.method === 'POST' ? sign(body, request.headers) : { path: request.url }
    const answer = await fetch(`${proxy.provider}${signed.path}`, { method: request.method, ...signed.call })
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  const sign = (text, { 'content-type': type, 'a2a-version': version = '1.0' }) => {
    const extension = `${proxy.base}/a2a/ext/broker-signature/v1`
    const body = addressed(text, extension)
    const headers = { 'content-type': type, 'a2a-version': version, 'a2a-extensions': extension }
    const at = { now: new Date(), nonce: randomBytes(16) }
    const proof = signRequest({ url: `${proxy.base}/a2a`, body, headers }, { id: 'one', privateKey }, at)
    return { path: '/a2a', call: { body, headers: { ...headers, ...proof } } }
  }
  await once(server.listen(0, '127.0.0.1'), 'listening')
  proxy.base = `http://127.0.0.1:${server.address().port}`
  return Object.assign(proxy, { close: () => server.close() && server.closeAllConnections() })
}

/** Adds the provider's agent to the extension metadata of messages; leaves every other body unchanged. */
function addressed(text, extension) {
  try {
    const call = JSON.parse(text)
    const { message } = call.params
    if (message.messageId?.startsWith('tck-input-required')) message.parts.unshift({ text: ' ' })
    message.metadata = { ...message.metadata, [extension]: { provider_agent_id: AGENT } }
    return Buffer.from(JSON.stringify(call))
  } catch {
    return text
  }
}

async function startProvider(command, base) {
  const file = path.join(folder, 'agent.pem')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const env = { PATH: process.env.PATH, BROKER: base, PUBLIC_URL: `${base}/a2a`, AGENT_ID: AGENT, AGENT_KEY: file }
  const [program, ...words] = command
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...env, PORT: '0' } })
  const [line] = await once(createInterface(child.stdout), 'line')
  return { child, url: `http://127.0.0.1:${/listening on (\d+)/.exec(line)[1]}` }
}

/** The failed requirements of level MUST, each with the kit's message. */
async function runKit(name, command) {
  const proxy = await startProxy()
  const { child, url } = await startProvider(command, proxy.base)
  proxy.provider = url
  const report = path.join(folder, name)
  const words = ['-m', 'pytest', 'tests/compatibility', '-q', '--tb=no', '--no-header', `--sut-host=${proxy.base}`]
  const kit = spawn(python, [...words, '--transport=jsonrpc', `--compatibility-report=${report}`], {
    ...{ cwd: tck, stdio: 'inherit' },
  })
  await once(kit, 'exit')
  child.kill()
  proxy.close()
  const { per_requirement } = JSON.parse(readFileSync(`${report}.json`, 'utf8'))
  const failed = Object.entries(per_requirement).filter(([, { status }]) => status === 'FAIL')
  return failed.filter(([id, { level }]) => level === 'MUST' && !(id in MAY_FAIL))
}

for (const [name, command] of Object.entries(EXAMPLES)) {
  const failed = await runKit(name, command)
  for (const [id, { errors }] of failed) console.error(`${name}: ${id}: ${errors.join('; ')}`)
  if (failed.length > 0) process.exitCode = 1
}
rmSync(folder, { recursive: true })
