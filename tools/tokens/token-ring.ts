import { LRUCache } from 'lru-cache'
import type { RunBatch } from '../../storage/db/batch.ts'
import { findTokens } from '../../storage/tokens/agent-tokens.ts'
import type { KnownToken, TokenRing } from '../core/credentials.ts'
import { lruOptions } from '../core/lru-options.ts'
import type { Scope } from '../core/scopes.ts'
import { digest16 } from '../core/text/digest.ts'

const MAX_TOKENS = 50_000

export const tokenDigest = (token: string): string => digest16('access token', token)

export function createTokenRing(batch: RunBatch): TokenRing {
  const tokens = new LRUCache<string, KnownToken>(lruOptions(MAX_TOKENS))
  return {
    async find(digest) {
      const known = tokens.get(digest)
      if (known) return known
      const row = await batch(findTokens, digest)
      if (!row) return undefined
      const found = { ...row, scopes: row.scopes as Scope[] }
      tokens.set(digest, found)
      return found
    },
  }
}
