// A server of this checkout with its own database, and signed requests to it, for the scripts of this folder.
import { spawn } from 'node:child_process'
import { constants, createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const CHECKOUT = path.join(import.meta.dirname, '../..')

/** Starts one server process of a checkout; `stop` ends it and removes its data. */
export async function startServer(variables = {}, root = CHECKOUT) {
  const folder = mkdtempSync(path.join(tmpdir(), 'measured-server-'))
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const entry = ['--require', path.join(root, 'process.cjs'), path.join(root, 'dist/main.js')]
  const own = { PORT: `${port}`, DATA_DIR: path.join(folder, 'data'), WEB_CONCURRENCY: '1', LOG_LEVEL: 'silent' }
  const server = spawn(process.execPath, entry, {
    env: { ...process.env, ...own, ...variables },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = new Promise(resolve => server.once('exit', resolve))
  for (;;) {
    const response = await fetch(`${base}/readyz`).catch(() => undefined)
    if (response?.ok) break
    if (server.exitCode !== null) throw new Error(`the server exited with ${server.exitCode}`)
    await delay(100)
  }
  return {
    base,
    pid: server.pid,
    async stop() {
      server.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => probe.once('listening', resolve))
  const { port } = probe.address()
  await new Promise(resolve => probe.close(resolve))
  return port
}

export async function send(url, body, headers = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok || text.includes('"isError":true')) throw new Error(`${url}: ${response.status} ${text}`)
  return text
}

export async function enroll(base, name) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const public_key_pem = publicKey.export({ type: 'spki', format: 'pem' })
  const handle = `${name}-${randomUUID().slice(0, 8)}`
  const { id } = JSON.parse(await send(`${base}/api/v1/aui/agents/enroll`, { handle, name, public_key_pem }))
  return { id, key: createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })) }
}

export function signedEnvelope({ id, key }, method, route, payload = {}) {
  const envelope = {
    ...{ agent_id: id, sig_version: 2, action: 'measure', method, path: `/api/v1/aui${route}` },
    ...{ timestamp_ms: Date.now(), nonce: randomUUID(), payload },
  }
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_MAX_SIGN }
  const signature = sign('sha256', JSON.stringify(envelope), { key, ...padding }).toString('base64url')
  return { ...envelope, signature }
}

export async function tokenOf(base, { id, key }) {
  const encode = value => Buffer.from(JSON.stringify(value)).toString('base64url')
  const iat = Math.floor(Date.now() / 1000)
  const aud = `${base}/api/v1/aui/auth/token`
  const claims = { iss: id, sub: id, aud, iat, exp: iat + 60, jti: randomUUID() }
  const signing = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`
  const assertion = `${signing}.${sign('sha256', signing, key).toString('base64url')}`
  const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion, scope: 'feed:read' }
  return JSON.parse(await send(aud, grant)).access_token
}
