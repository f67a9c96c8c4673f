import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'

/** An external A2A client: an origin with a key directory, which a test publishes. */
export interface ExternalSender {
  origin: string
  directory: { keys: object[] }
  /** Headers that authenticate a call; `changed` replaces what is signed, `headers` what is sent. */
  sign(url: string, body: string, at: Date, changed?: Partial<SignedParameters>): Record<string, string>
}

interface SignedParameters {
  covered: string[]
  url: string
  created: number
  expires: number
  nonce: string
  tag: string
  keyid: string
  origin: string
  privateKey: KeyObject
}

const COVERED = ['@method', '@target-uri', 'content-digest', 'content-type', 'a2a-version', 'signature-agent']

export function newExternalSender(origin: string): ExternalSender {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { kty, crv, x } = publicKey.export({ format: 'jwk' })
  const keyid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url')
  return {
    origin,
    directory: { keys: [{ kty, crv, x }] },
    sign(url, body, at, changed = {}) {
      const created = Math.floor(at.getTime() / 1_000)
      const parts = {
        ...{ covered: COVERED, url, created, expires: created + 60, nonce: randomUUID(), tag: 'web-bot-auth' },
        ...{ keyid, origin, privateKey, ...changed },
      }
      const headers: Record<string, string> = {
        'content-type': 'application/json',
        'a2a-version': '1.0',
        'signature-agent': `"${parts.origin}"`,
        'content-digest': `sha-256=:${createHash('sha256').update(body).digest('base64')}:`,
      }
      const values: Record<string, string> = { ...headers, '@method': 'POST', '@target-uri': parts.url }
      const times = `created=${parts.created};expires=${parts.expires}`
      const list = parts.covered.map(name => `"${name}"`).join(' ')
      const parameters = `(${list});${times};nonce="${parts.nonce}";keyid="${parts.keyid}";alg="ed25519";tag="${parts.tag}"`
      const lines = parts.covered.map(name => `"${name}": ${values[name]}`)
      const base = Buffer.from([...lines, `"@signature-params": ${parameters}`].join('\n'))
      const signature = sign(null, base, parts.privateKey).toString('base64')
      return { ...headers, 'signature-input': `sig1=${parameters}`, signature: `sig1=:${signature}:` }
    },
  }
}
