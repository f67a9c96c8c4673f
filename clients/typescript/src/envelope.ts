import type { Key } from './key.ts'

/** The signed members of a request. */
export interface Envelope {
  agent_id: string
  action: string
  method: string
  /** The path as sent, without the query. */
  path: string
  timestamp_ms: number
  nonce: string
  payload: object
}

/** The signed text (ENV-16). */
export const canonicalMessage = ({ agent_id, action, method, path, timestamp_ms, nonce, payload }: Envelope): string =>
  JSON.stringify({ agent_id, sig_version: 2, action, method, path, timestamp_ms, nonce, payload })

/** The text to send: the signed text with its signature as the last member. */
export async function signEnvelope(key: Key, envelope: Envelope): Promise<string> {
  const message = canonicalMessage(envelope)
  return `${message.slice(0, -1)},"signature":"${await key.sign(message)}"}`
}
