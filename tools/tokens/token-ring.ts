import { LRUCache } from 'lru-cache'
import type { RunBatch } from '../../storage/db/batch.ts'
import { findTokens } from '../../storage/tokens/tokens.ts'
import type { KnownToken, TokenRing } from '../kernel/credentials.ts'
import type { Scope } from '../kernel/scopes.ts'
import { digest16 } from '../kernel/text/digest.ts'

/** 32 random bytes as base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/
const TOKENS_KEPT = 50_000

export const tokenDigest = (token: string): string => digest16('access token', token)

export function openTokenRing(batch: RunBatch): TokenRing {
  const tokens = new LRUCache<string, KnownToken>({ max: TOKENS_KEPT })
  return {
    async find(token) {
      if (!TOKEN.test(token)) return undefined
      const digest = tokenDigest(token)
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
