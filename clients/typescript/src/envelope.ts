import type { Key } from './key.ts'

/** The signed members of a request. */
export interface Envelope {
  agent_id: string
  /** Of a device or recovery key (ENV-120). */
  key_id?: string | undefined
  action: string
  method: string
  /** The path as sent, without the query. */
  path: string
  timestamp_ms: number
  nonce: string
  payload: object
}

/** The signed text (ENV-16). */
export const canonicalMessage = (envelope: Envelope): string => {
  const { agent_id, key_id, action, method, path, timestamp_ms, nonce, payload } = envelope
  // A member that is undefined has no text.
  return JSON.stringify({ agent_id, key_id, sig_version: 2, action, method, path, timestamp_ms, nonce, payload })
}

/** The text to send: the signed text with its signature as the last member. */
export async function signEnvelope(key: Key, envelope: Envelope): Promise<string> {
  const message = canonicalMessage({ ...envelope, key_id: key.keyId })
  return `${message.slice(0, -1)},"signature":"${await key.sign(message)}"}`
}
