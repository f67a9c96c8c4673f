import { LRUCache } from 'lru-cache'
import { RESOURCE_LIMITS } from '../../concurrency/resource-limits.ts'
import { SIGNATURE_DIRECTORY_PATH } from '../../push/egress-signature.ts'
import type { Runtime } from '../core/context.ts'
import { MINUTE, SECOND } from '../core/durations.ts'
import { fetchJsonObject } from '../core/network/fetch-json.ts'
import { type SenderKey, thumbprintOf } from './sender-signature.ts'

/** Key directories of A2A clients elsewhere, each fetched once at a time. */
export interface SenderKeys {
  /** `undefined`: the origin has no such key, or publishes none. */
  find(origin: string, keyId: string): Promise<SenderKey | undefined>
}

const FRESH_MS = 5 * MINUTE
/** A directory is not fetched again for this long, whatever was asked of it. */
const REFETCH_MS = 10 * SECOND
const PATIENCE_MS = 5 * SECOND
const DIRECTORY_BYTES = 16 * 1_024
const MAX_KEYS = 16
const DIRECTORIES = 1_000

interface Directory {
  keys: ReadonlyMap<string, SenderKey>
  fetched_at: number
}

export function createSenderKeys({
  egress,
  clock,
  limitUsage,
}: Pick<Runtime, 'egress' | 'clock' | 'limitUsage'>): SenderKeys {
  const known = new LRUCache<string, Directory>({ max: DIRECTORIES })
  const underWay = new Map<string, Promise<Directory>>()
  limitUsage.watch('key_directories', () => underWay.size)

  async function fetchDirectory(origin: string): Promise<Directory> {
    const request = {
      url: `${origin}${SIGNATURE_DIRECTORY_PATH}`,
      timeoutMs: PATIENCE_MS,
      maxBytes: DIRECTORY_BYTES,
      mayBeLocal: true,
    }
    const { keys } = await fetchJsonObject(egress, request)
    const usable = Array.isArray(keys) ? keys.slice(0, MAX_KEYS).filter(isSenderKey) : []
    const directory = { keys: new Map(usable.map(key => [thumbprintOf(key), key])), fetched_at: clock() }
    known.set(origin, directory)
    return directory
  }

  function requestDirectory(origin: string): Promise<Directory> | undefined {
    const before = underWay.get(origin)
    if (before) return before
    if (underWay.size >= RESOURCE_LIMITS.key_directories.limit) {
      limitUsage.recordRejection('key_directories')
      return undefined
    }
    const fetching = fetchDirectory(origin).finally(() => underWay.delete(origin))
    underWay.set(origin, fetching)
    return fetching
  }

  return {
    async find(origin, keyId) {
      const directory = known.get(origin)
      const age = directory ? clock() - directory.fetched_at : Number.POSITIVE_INFINITY
      const key = directory?.keys.get(keyId)
      if (age < REFETCH_MS || (key && age < FRESH_MS)) return key
      return (await requestDirectory(origin))?.keys.get(keyId)
    },
  }
}

function isSenderKey(key: unknown): key is SenderKey {
  const { kty, crv, x } = Object(key)
  return kty === 'OKP' && crv === 'Ed25519' && typeof x === 'string' && /^[\w-]{43}$/.test(x)
}
