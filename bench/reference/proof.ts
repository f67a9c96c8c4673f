import { constants, type KeyObject, verify } from 'node:crypto'
import { keyIndexOf } from '../keys.ts'

export interface Signed {
  agent_id: string
  payload: Record<string, string>
}

/** The content of a signed envelope, verified on the thread pool; `undefined` if the signature is invalid. */
export async function prove(envelope: string, keys: readonly KeyObject[]): Promise<Signed | undefined> {
  const { signature, ...signed } = JSON.parse(envelope)
  const key = keys[keyIndexOf(signed.agent_id)]!
  const isValid = await verifyAsync(key, JSON.stringify(signed), Buffer.from(signature, 'base64url'))
  return isValid ? signed : undefined
}

const verifyAsync = (key: KeyObject, message: string, signature: Buffer): Promise<boolean> =>
  new Promise(resolve => {
    const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
    verify('sha256', Buffer.from(message), { key, ...padding }, signature, (_, isValid) => resolve(isValid))
  })
