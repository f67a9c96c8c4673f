import { createHash } from 'node:crypto'
import type { ActRow } from '../../storage/record/public-acts.ts'
import { restoreMessage } from './signed-act.ts'

/** `message`: an envelope was signed; `content`: the act was requested with a token, which signs nothing. */
export type DigestOf = 'message' | 'content' | 'detail'

/** What the leaf of an act commits to, as text (RECORD-21). */
export interface ActRecord {
  v: 1
  kind: string
  id: string
  agent_id: string
  at: string
  /** The fingerprint of the key; null for a token. */
  signer: string | null
  /** SHA-256 of the signed message, or else of the content, in hex. */
  digest: string
  digest_of: DigestOf
  /** A change of keys. */
  detail: unknown
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

/** Of the signed message, or else of what was written. */
export function digestOf(act: ActRow & { content: string | null }): Buffer {
  return sha256(restoreMessage(act, act.content) ?? act.content ?? act.detail ?? '')
}

export const digestKind = ({ message, detail }: ActRow): DigestOf =>
  message !== null ? 'message' : detail !== null ? 'detail' : 'content'

/** The text of the record: compact JSON with its members in this order. */
export function recordText(act: ActRow, digest: Buffer): string {
  const record: ActRecord = {
    v: 1,
    kind: act.kind,
    id: act.act_id,
    agent_id: act.agent_id,
    at: new Date(act.acted_at).toISOString(),
    signer: act.signer?.toString('hex') ?? null,
    digest: digest.toString('hex'),
    digest_of: digestKind(act),
    detail: act.detail === null ? null : JSON.parse(act.detail),
  }
  return JSON.stringify(record)
}

/** The data of the leaf: nobody learns from it what it commits to, or can tell two acts apart, without the salt. */
export const commitment = (salt: Buffer, record: string): Buffer => sha256(Buffer.concat([salt, Buffer.from(record)]))
