import { LRUCache } from 'lru-cache'
import type { RunBatch } from '../../storage/db/batch.ts'
import { type CurrentKeyRow, findCurrentKeys } from '../../storage/keys/keys.ts'
import { atMost } from '../kernel/at-most.ts'
import type { KeyRing, KnownKey } from '../kernel/credentials.ts'
import { importPkcs1 } from './public-key.ts'

/** About 2 KB a key. */
const KEYS_KEPT = 100_000

export interface KeyRingParts {
  clock(): number
  /** Puts the key in that a recovery of the agent has waiting, where its time has come. */
  settle(agentId: string): Promise<unknown>
  kept?: number
}

export function openKeyRing(batch: RunBatch, { clock, settle, kept = KEYS_KEPT }: KeyRingParts): KeyRing {
  const keys = new LRUCache<string, KnownKey>(atMost(kept))

  const isDue = ({ ends_at }: CurrentKeyRow) => ends_at !== null && Date.parse(ends_at) <= clock()

  /** Whoever asks first after that has the next key put in (RECOVER-30). */
  async function findRow(agentId: string): Promise<CurrentKeyRow | undefined> {
    const row = await batch(findCurrentKeys, agentId)
    if (!row || !isDue(row)) return row
    await settle(row.agent_id)
    return await batch(findCurrentKeys, agentId)
  }

  async function load(agentId: string): Promise<KnownKey | undefined> {
    const row = await findRow(agentId)
    if (!row) return undefined
    // Written out: objects of one shape for life, which a row with some members more or less would not make.
    const { handle, visibility, key_version, key_fingerprint, pkcs1 } = row
    const found = {
      agent_id: row.agent_id,
      handle,
      visibility,
      key_version,
      key_fingerprint,
      key: importPkcs1(pkcs1),
    }
    // Not the id that was asked for, which is a part of a request's body.
    keys.set(row.agent_id, found)
    return found
  }

  return { find: (agentId, { fresh = false } = {}) => (fresh ? undefined : keys.get(agentId)) ?? load(agentId) }
}
