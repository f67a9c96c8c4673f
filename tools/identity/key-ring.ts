import type { KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Visibility } from '../../storage/agents.ts'
import type { RunBatch } from '../../storage/batch.ts'
import { findCurrentKeys } from '../../storage/keys.ts'
import { importPkcs1 } from './public-key.ts'

/** An agent's key as some earlier request saw it; admission says whether it is still the current one. */
export interface KnownKey {
  agent_id: string
  handle: string
  visibility: Visibility
  key_version: number
  key_fingerprint: string
  key: KeyObject
}

export interface KeyRing {
  /** The agent's key, from memory if `fresh` is not asked for. */
  find(agentId: string, options?: { fresh?: boolean }): Promise<KnownKey | undefined>
}

/** About 2 KB a key. */
const KEYS_KEPT = 100_000

export function openKeyRing(batch: RunBatch, kept = KEYS_KEPT): KeyRing {
  const keys = new LRUCache<string, KnownKey>({ max: kept })
  return {
    async find(agentId, { fresh = false } = {}) {
      const known = fresh ? undefined : keys.get(agentId)
      if (known) return known
      const row = await batch(findCurrentKeys, agentId)
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
    },
  }
}
