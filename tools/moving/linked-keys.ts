import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { uuid } from '../core/schemas.ts'
import { readSecondaryKey } from '../keys/public-key.ts'
import type { ReadSecondaryKey } from '../keys/registered-key.ts'
import { additionStatement, rotationStatement } from '../keys/rotation-proof.ts'
import { verifySignature } from '../keys/verify-signature.ts'

/** A signed envelope of the archive, as RECORD-4 to RECORD-5 have it. */
export interface SignedMessage {
  key_id: string
  message: string
  signature: string
}

const keyMessage = z.object({
  agent_id: uuid,
  path: z.string(),
  payload: z.object({
    public_key_pem: z.string().optional(),
    new_public_key_pem: z.string().optional(),
    kind: z.string().default('device'),
    proof: z.string().default(''),
  }),
})

interface Link extends SignedMessage {
  key: ReadSecondaryKey
  isRotation: boolean
  /** What the new key signed. */
  statement: string
  proof: string
}

/** `undefined`: the change names no new key, or none that is valid here. */
function readLink(signed: SignedMessage): Link | undefined {
  try {
    const { agent_id, path, payload } = keyMessage.parse(JSON.parse(signed.message))
    const key = readSecondaryKey(payload.public_key_pem ?? payload.new_public_key_pem ?? '')
    const isRotation = path.endsWith('/keys/rotate')
    if (!key.ok || (!isRotation && !path.endsWith('/keys'))) return undefined
    const statement = isRotation
      ? rotationStatement(agent_id, key.fingerprint)
      : additionStatement(agent_id, payload.kind, key.fingerprint)
    return { ...signed, key, isRotation, statement, proof: payload.proof }
  } catch {
    return undefined
  }
}

/**
 * The keys that are provably of whoever holds `own`, whatever the server says that signed the archive (MOVE-6). A key
 * follows from one that named it as its successor or device key, if it signed that as well; and an earlier key from the
 * one that it named as its successor.
 */
export async function findLinkedKeys(
  own: { fingerprint: string; key: KeyObject },
  changes: readonly SignedMessage[],
  primary: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, KeyObject>> {
  const known = new Map([[own.fingerprint, own.key]])
  let open = changes.flatMap(change => readLink(change) ?? [])
  for (let size = 0; size < known.size; ) {
    size = known.size
    for (const link of open) {
      const { key, key_id } = link
      if (known.has(key_id) === known.has(key.fingerprint)) continue
      open = open.filter(other => other !== link)
      const signer = known.get(key_id) ?? earlierKey(link, primary)
      if (!signer || !(await verifies(signer, link.message, link.signature))) continue
      if (!known.has(key_id)) known.set(key_id, signer)
      else if (await verifies(key.key, link.statement, link.proof)) known.set(key.fingerprint, key.key)
    }
  }
  return known
}

const verifies = (key: KeyObject, message: string, signature: string) =>
  verifySignature(key, message, Buffer.from(signature, 'base64url'))

function earlierKey({ key_id, isRotation }: Link, primary: ReadonlyMap<string, string>): KeyObject | undefined {
  const read = readSecondaryKey((isRotation && primary.get(key_id)) || '')
  return read.ok && read.fingerprint === key_id ? read.key : undefined
}
