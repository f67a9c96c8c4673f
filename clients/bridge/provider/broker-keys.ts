import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Refusal, sayOf } from '../refusal.ts'

/** The key that signs calls. */
export interface BrokerKeys {
  id: string
  privateKey: KeyObject
  /** Whether the provider can know the key: otherwise it must reject all calls signed with it. */
  isKnown: boolean
  close(): void
}

const KEY_SET = '/.well-known/jwks.json'

/** A local key, published on this machine for a provider that is configured for it. */
export async function publishKeys(port: number): Promise<BrokerKeys & { base: string }> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const id = 'check-provider'
  const body = JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: id, use: 'sig', alg: 'EdDSA' }] })
  const server = createServer(({ url }, response) => {
    if (url === KEY_SET) response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    else response.writeHead(404).end()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening').catch(error => {
    throw new Refusal(`the keys cannot be served on port ${port}: ${sayOf(error)}`)
  })
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { id, privateKey, isKnown: true, close, base: `http://127.0.0.1:${port}` }
}

/** A local key under the key id of the broker. */
export async function borrowId(base: string): Promise<BrokerKeys> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const answer = await fetch(base + KEY_SET, { redirect: 'error', signal: AbortSignal.timeout(10_000) }).catch(
    error => {
      throw new Refusal(`${base}${KEY_SET} could not be reached: ${sayOf(error)}`)
    },
  )
  const set = (await answer.json().catch(() => undefined)) as { keys?: { kid?: string }[] } | undefined
  const id = set?.keys?.[0]?.kid
  if (!answer.ok || !id) throw new Refusal(`${base}${KEY_SET} has no keys; check the URL of the server`)
  return { id, privateKey, isKnown: false, close() {} }
}
