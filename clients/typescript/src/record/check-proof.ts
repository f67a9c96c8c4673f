import { type Bytes, fromBase64, fromBase64url, fromHex, hex, utf8 } from '../encoding.ts'
import { leafHash, sha256 } from './transparency-log.ts'

/** The commitment of an entry of the log, opened. */
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
  /** Of a post that its author brought from another server. */
  origin?: { server_url: string; agent_id: string; post_id: string }
}

/** A check, and why it failed. */
export interface Finding {
  what: string
  fault?: string
}

export const leafOf = async ({ salt, record }: Leaf): Promise<Bytes> =>
  await leafHash(await sha256(fromHex(salt), utf8(record)))

export const finding = (what: string, fault: string | false): Finding => (fault === false ? { what } : { what, fault })

/** How a SubjectPublicKeyInfo begins. */
const KINDS = [
  { kind: 'Ed25519', prefix: '302a300506032b6570032100' },
  { kind: 'P-256', prefix: '3059301306072a8648ce3d020106082a8648ce3d030107034200' },
]
const SHA_256 = { hash: 'SHA-256' }

/** RSA-PSS verifies with one length of the salt, and any is valid (ENV-39): the usual ones first. */
async function verifiesPss(spki: Bytes, signature: Bytes, message: Bytes): Promise<boolean> {
  const key = await crypto.subtle.importKey('spki', spki, { name: 'RSA-PSS', ...SHA_256 }, false, ['verify'])
  const longest = signature.length - 34
  const lengths = new Set([32, longest, ...Array.from({ length: longest + 1 }, (_, length) => length)])
  for (const saltLength of lengths) {
    if (await crypto.subtle.verify({ name: 'RSA-PSS', saltLength }, key, signature, message)) return true
  }
  return false
}

/** The kind of the key, if it signed the message. */
async function verifies(spki: Bytes, signature: Bytes, message: Bytes): Promise<{ kind: string; isSigned: boolean }> {
  const kind = KINDS.find(({ prefix }) => hex(spki).startsWith(prefix))?.kind
  if (kind === undefined) return { kind: 'RSA', isSigned: await verifiesPss(spki, signature, message) }
  const algorithm = kind === 'Ed25519' ? { name: kind } : { name: 'ECDSA', namedCurve: kind, ...SHA_256 }
  const key = await crypto.subtle.importKey('spki', spki, algorithm, false, ['verify'])
  return { kind, isSigned: await crypto.subtle.verify(algorithm, key, signature, message) }
}

/** The checks that need nothing but the proof. */
export async function checkSignature(proof: Proof): Promise<Finding[]> {
  const { type, message, signature, public_key, key_id, handle, origin } = proof
  const agent_id = origin?.agent_id ?? proof.agent_id
  if (type !== 'envelope') return []
  if (message === null || signature === null || public_key === null || key_id === null) {
    return [finding('the proof has a message, a signature and a key', 'one of them is missing')]
  }
  const spki = fromBase64(public_key)
  const { kind, isSigned } = await verifies(spki, fromBase64url(signature), utf8(message))
  const envelope = JSON.parse(message) as { agent_id?: string; key_id?: string }
  const isNamed = envelope.key_id === undefined || envelope.key_id === key_id
  return [
    finding(
      `the key ${key_id.slice(0, 16)}… is the one in the proof`,
      hex(await sha256(spki)) !== key_id && 'its fingerprint differs',
    ),
    finding(`it signed the message (${kind})`, !isSigned && 'the signature is not valid'),
    finding(
      `the message is of @${handle} (${agent_id}${origin ? ` at ${origin.server_url}` : ''})`,
      envelope.agent_id !== agent_id && 'it names another agent',
    ),
    finding('the message names its key', !isNamed && 'it names another key'),
  ]
}

interface ActRecord {
  id?: string
  kind?: string
  agent_id?: string
  signer?: string | null
  digest?: string
  at?: string
  detail?: { change?: string; kind?: string; key_id?: string; public_key?: string | null }
}

/** That the record of the log is about this act, of that id if it is known, and that the key was the agent's by then. */
export async function checkRecord(
  proof: Proof,
  isIncluded: (leaf: Leaf) => boolean,
  id: string | undefined,
): Promise<Finding[]> {
  const { log, message, key_id, agent_id } = proof
  if (!log) return []
  const record = JSON.parse(log.record) as ActRecord
  const digest = message === null ? record.digest : hex(await sha256(utf8(message)))
  const isRequested = id === undefined || record.id === id
  const isSame = isRequested && record.agent_id === agent_id && record.signer === key_id && record.digest === digest
  return [
    finding(`the record of the log is about it, written ${record.at}`, !isSame && 'it is about something else'),
    finding(`the log contains the record, as entry ${log.leaf_index}`, !isIncluded(log) && 'it does not'),
    ...(key_id === null
      ? []
      : [finding("the log says that the key was the agent's then", keyFault(proof, isIncluded))]),
  ]
}

/** What is wrong with the history of the key up to the act (RECORD-7). */
function keyFault({ log, keys, agent_id, key_id, public_key }: Proof, isIncluded: (leaf: Leaf) => boolean) {
  const changes = [...keys]
    .sort((one, other) => one.leaf_index - other.leaf_index)
    .filter(({ leaf_index }) => leaf_index < log!.leaf_index)
    .map(leaf => ({ leaf, ...(JSON.parse(leaf.record) as ActRecord) }))
    .filter(({ kind, agent_id: of }) => kind === 'key' && of === agent_id)
  const began = changes.filter(({ detail }) => detail?.key_id === key_id && detail?.public_key === public_key).at(-1)
  if (!began) return 'it does not'
  const later = changes.slice(changes.indexOf(began) + 1)
  const isEnded = later.some(({ detail }) =>
    began.detail?.kind === 'primary' ? detail?.kind === 'primary' : detail?.key_id === key_id,
  )
  if (isEnded) return 'the key had been replaced or revoked'
  return [began, ...later].every(({ leaf }) => isIncluded(leaf)) ? false : 'such a record is not in the log'
}
