import { createPublicKey } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { RunBatch } from '../../storage/db/batch.ts'
import { type CurrentKeyRow, findCurrentKeys } from '../../storage/keys/agent-keys.ts'
import {
  findSecondarySigners,
  findSignersByThumbprint,
  type SignerRequest,
  type SignerRow,
} from '../../storage/keys/secondary-keys.ts'
import type { KeyRing, KnownKey } from '../core/credentials.ts'
import { lruOptions } from '../core/lru-options.ts'
import type { Scope } from '../core/scopes.ts'
import { importPkcs1 } from './public-key.ts'

/** About 2 KB a key. */
const MAX_KEYS = 100_000
const MAX_SECONDARY_KEYS = 20_000

export interface KeyRingParts {
  clock(): number
  /** Installs the key of an agent's due recovery. */
  applyRecovery(agentId: string): Promise<unknown>
  cached?: number
}

export function createKeyRing(batch: RunBatch, { clock, applyRecovery, cached = MAX_KEYS }: KeyRingParts): KeyRing {
  const keys = new LRUCache<string, KnownKey>(lruOptions(cached))

  const isDue = ({ ends_at }: Pick<CurrentKeyRow, 'ends_at'>) => ends_at !== null && Date.parse(ends_at) <= clock()

  /** The first lookup after that time installs the next key (RECOVER-30). */
  async function findRow(agentId: string): Promise<CurrentKeyRow | undefined> {
    const row = await batch(findCurrentKeys, agentId)
    if (!row || !isDue(row)) return row
    await applyRecovery(row.agent_id)
    return await batch(findCurrentKeys, agentId)
  }

  async function load(agentId: string): Promise<KnownKey | undefined> {
    const row = await findRow(agentId)
    if (!row) return undefined
    // Written out, so that all objects have the same shape.
    const { handle, visibility, key_version, key_fingerprint, pkcs1 } = row
    const found = {
      agent_id: row.agent_id,
      handle,
      visibility,
      key_version,
      key_fingerprint,
      key: importPkcs1(pkcs1),
    }
    // Copied from the row: the requested id is a slice of the request's body, which it would keep in memory.
    keys.set(row.agent_id, found)
    return found
  }

  const findSecondary = createSecondaryFinder(batch, { isDue, applyRecovery, cached })
  const signers = new LRUCache<string, SignerRequest>(lruOptions(Math.min(cached, MAX_SECONDARY_KEYS)))

  return {
    find: (agentId, { fresh = false } = {}) => (fresh ? undefined : keys.get(agentId)) ?? load(agentId),
    findSecondary,
    async findByThumbprint(thumbprint) {
      const signer = signers.get(thumbprint) ?? (await batch(findSignersByThumbprint, thumbprint))
      if (!signer) return undefined
      signers.set(thumbprint, signer)
      return await findSecondary(signer)
    },
  }
}

interface SecondaryParts extends Pick<KeyRingParts, 'applyRecovery'> {
  isDue(row: Pick<SignerRow, 'ends_at'>): boolean
  cached: number
}

function createSecondaryFinder(
  batch: RunBatch,
  { isDue, applyRecovery, cached }: SecondaryParts,
): KeyRing['findSecondary'] {
  const keys = new LRUCache<string, KnownKey>(lruOptions(Math.min(cached, MAX_SECONDARY_KEYS)))

  /** A completed recovery ends device keys too. */
  async function findRow(signer: SignerRequest): Promise<SignerRow | undefined> {
    const row = await batch(findSecondarySigners, signer)
    if (!row || !isDue(row)) return row
    await applyRecovery(row.agent_id)
    return await batch(findSecondarySigners, signer)
  }

  async function load(signer: SignerRequest): Promise<KnownKey | undefined> {
    const row = await findRow(signer)
    if (!row) return undefined
    const { agent_id, handle, visibility, key_version, kind, scopes, expires_at } = row
    const found: KnownKey = {
      agent_id,
      handle,
      visibility,
      key_version,
      key_fingerprint: row.fingerprint,
      key: createPublicKey({ key: row.spki, format: 'der', type: 'spki' }),
      secondary: { kind, scopes: scopes as Scope[], expires_at: expires_at === null ? null : new Date(expires_at) },
    }
    keys.set(found.key_fingerprint, found)
    return found
  }

  return (signer, { fresh = false } = {}) => {
    const known = fresh ? undefined : keys.get(signer.fingerprint)
    if (!known) return load(signer)
    return known.agent_id === signer.agent_id ? known : Promise.resolve(undefined)
  }
}
