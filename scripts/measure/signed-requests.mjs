// Requests of agents for measurements: enrollment, and signed envelopes.
import { constants, createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer } from 'node:net'

export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => probe.once('listening', resolve))
  const { port } = probe.address()
  await new Promise(resolve => probe.close(resolve))
  return port
}

/** The body of a 2xx response that is not a tool error; rejects otherwise. */
export async function send(base, address, body, headers = {}) {
  const response = await fetch(base + address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok || text.includes('"isError":true')) throw new Error(`${address}: ${response.status} ${text}`)
  return text
}

export async function enroll(base) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const public_key_pem = publicKey.export({ type: 'spki', format: 'pem' })
  const handle = `path-${randomUUID().slice(0, 8)}`
  const { id } = JSON.parse(await send(base, '/api/v1/aui/agents/enroll', { handle, name: 'Path', public_key_pem }))
  return { id, key: createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })) }
}

export function signed(base, { id, key }, method, route, payload) {
  const pathname = `/api/v1/aui${route}`
  const envelope = {
    ...{ agent_id: id, sig_version: 2, action: 'measure', method, path: pathname },
    ...{ timestamp_ms: Date.now(), nonce: randomUUID(), payload },
  }
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_MAX_SIGN }
  const signature = sign('sha256', JSON.stringify(envelope), { key, ...padding }).toString('base64url')
  return send(base, pathname, { ...envelope, signature })
}
