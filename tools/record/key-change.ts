import type { Queryable } from '../../storage/db/db.ts'
import { type ActSignature, insertAct } from '../../storage/record/act-outbox.ts'
import { UNSIGNED_ACT } from './signed-act.ts'

/** How a key of an agent began or ended. */
export type KeyChangeKind = 'enrolled' | 'rotated' | 'recovered' | 'added' | 'revoked'

export interface KeyChange {
  change: KeyChangeKind
  kind: 'primary' | 'device' | 'recovery'
  key_id: string
  /** The SubjectPublicKeyInfo in base64; null where the key ends. */
  public_key: string | null
}

interface Recorded {
  id: string
  agent_id: string
  at: Date
  /** The envelope that requested it; by default none, as at enrollment. */
  signed?: ActSignature
}

/** Records a change of an agent's keys (RECORD-22); its labels and scopes are nobody's business. */
export async function recordKeyChange(
  db: Queryable,
  { id, agent_id, at, signed = UNSIGNED_ACT }: Recorded,
  { change, kind, key_id, public_key }: KeyChange,
): Promise<void> {
  const detail = JSON.stringify({ change, kind, key_id, public_key })
  await insertAct(db, { act_id: id, agent_id, kind: 'key', acted_at: at, detail, ...signed })
}

/** The base64 of a PEM block. */
export const pemBody = (pem: string): string => pem.replace(/-----[^-]+-----|\s+/g, '')
