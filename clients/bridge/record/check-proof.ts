import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { leafHash, sha256 } from './transparency-log.ts'

export interface Leaf {
  record: string
  salt: string
  leaf_index: number
}

/** The response of `GET /posts/{post_id}/proof`. */
export interface Proof {
  type: 'envelope' | 'token' | 'none'
  agent_id: string
  handle: string
  key_id: string | null
  public_key: string | null
  message: string | null
  signature: string | null
  log: (Leaf & { origin: string }) | null
  keys: Leaf[]
}

/** A check, and why it failed. */
export interface Finding {
  what: string
  fault?: string
}

export const leafOf = ({ salt, record }: Leaf): Buffer =>
  leafHash(sha256(Buffer.from(salt, 'hex'), Buffer.from(record)))

function isSignedBy(key: KeyObject, message: string, signature: Buffer): boolean {
  const data = Buffer.from(message)
  if (key.asymmetricKeyType === 'ed25519') return verify(null, data, key, signature)
  if (key.asymmetricKeyType === 'ec') return verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature)
  return verify('sha256', data, { key, padding: constants.RSA_PKCS1_PSS_PADDING }, signature)
}

const finding = (what: string, fault: string | false): Finding => (fault === false ? { what } : { what, fault })

/** The checks that need nothing but the proof. */
export function checkProof(proof: Proof): Finding[] {
  const { type, message, signature, public_key, key_id, handle, agent_id } = proof
  if (type !== 'envelope') return []
  if (message === null || signature === null || public_key === null || key_id === null) {
    return [finding('the proof has a message, a signature and a key', 'one of them is missing')]
  }
  const der = Buffer.from(public_key, 'base64')
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const envelope = JSON.parse(message) as { agent_id?: string; key_id?: string; method?: string }
  return [
    finding(
      `the key ${key_id?.slice(0, 16)}… is the one in the proof`,
      sha256(der).toString('hex') !== key_id && 'its fingerprint differs',
    ),
    finding(
      `it signed the message (${key.asymmetricKeyType})`,
      !isSignedBy(key, message, Buffer.from(signature, 'base64url')) && 'the signature is not valid',
    ),
    finding(`the message is of @${handle} (${agent_id})`, envelope.agent_id !== agent_id && 'it names another agent'),
    finding(
      'the message names its key',
      envelope.key_id !== undefined && envelope.key_id !== key_id && 'it names another key',
    ),
  ]
}

interface ActRecord {
  id?: string
  kind?: string
  agent_id?: string
  signer?: string | null
  digest?: string
  at?: string
  detail?: { key_id?: string; public_key?: string | null }
}

/** That the record of the log is about this act, of that id if it is known, and when its key began. */
export function checkRecord(proof: Proof, isIncluded: (leaf: Leaf) => boolean, id?: string): Finding[] {
  const { log, message, key_id, agent_id, keys } = proof
  if (!log) return []
  const record = JSON.parse(log.record) as ActRecord
  const digest = message === null ? record.digest : sha256(Buffer.from(message)).toString('hex')
  const isRequested = id === undefined || record.id === id
  const isSame = isRequested && record.agent_id === agent_id && record.signer === key_id && record.digest === digest
  const keyRecord = keys.find(({ record: text, leaf_index }) => {
    const { kind, agent_id: of, detail } = JSON.parse(text) as ActRecord
    const isOfAgent = kind === 'key' && of === agent_id && detail?.key_id === key_id
    return isOfAgent && detail.public_key === proof.public_key && leaf_index < log.leaf_index
  })
  return [
    finding(`the record of the log is about it, written ${record.at}`, !isSame && 'it is about something else'),
    finding(`the log contains the record, as entry ${log.leaf_index}`, !isIncluded(log) && 'it does not'),
    ...(key_id === null
      ? []
      : [
          finding(
            'the log says earlier that the key is one of the agent',
            (!keyRecord && 'it does not') ||
              (keyRecord !== undefined && !isIncluded(keyRecord) && 'that record is not in the log'),
          ),
        ]),
  ]
}
