import { z } from 'zod'
import {
  findLatestKey,
  type KeyPurpose,
  listPublishedKeys,
  lockSigningKeys,
  retireSigningKeys,
} from '../../storage/broker/signing-keys.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { MINUTE } from '../core/durations.ts'
import { Problem } from '../core/problems/problem.ts'
import { RETIRED_AFTER_MS, SIGNS_AFTER_MS } from './key-sets.ts'
import { makeSigningKey } from './key-store.ts'
import { keyPurpose, signingKeyState } from './signing-key.ts'

/** Calls that were signed in the last second with a compromised key may still arrive. */
const LOST_MS = MINUTE

export const rotateSigningKey = defineOperatorTool({
  name: 'rotate_signing_key',
  description:
    'Create a new signing key: published now and used after ten minutes, or immediately if a key was compromised.',
  effect: 'destructive',
  recent_sign_in: true,
  input: z.object({
    purpose: keyPurpose,
    at_once: z.boolean().default(false).describe('the current key is compromised: it signs nothing more'),
  }),
  output: signingKeyState,
  problems: ['rotation-under-way'],
  handler: ({ purpose, at_once }, { transaction, secretKeys, now }) =>
    transaction(async ({ db, audit }) => {
      await lockSigningKeys(db)
      if (!at_once) await requireSettled(db, purpose, now)
      const former = await findLatestKey(db, purpose)
      const at = new Date(now.getTime() + (at_once || !former ? 0 : SIGNS_AFTER_MS))
      const ends_at = new Date(at.getTime() + (at_once ? LOST_MS : RETIRED_AFTER_MS))
      // Records can be verified years later, so their keys stay published.
      await retireSigningKeys(db, { purpose, at, ends_at: purpose === 'records' ? null : ends_at, now })
      const key_id = await makeSigningKey(db, secretKeys, { purpose, now, signs_from: at })
      const before = former ? { key_id: former.id } : {}
      audit({
        action: 'rotate_signing_key',
        subject: { purpose },
        before,
        after: { key_id, signs_from: at.toISOString() },
      })
      return { key_id, purpose, signs_from: at.toISOString(), retired_at: null, published_until: null }
    }),
})

/** Providers store two keys, not three (BROKER-11). */
async function requireSettled(db: Queryable, purpose: KeyPurpose, now: Date): Promise<void> {
  const published = await listPublishedKeys(db, purpose, now)
  const ends = published.map(({ signs_from, ends_at }) => Date.parse(ends_at ?? signs_from))
  const end = Math.max(...ends)
  if (published.length < 2 || end <= now.getTime()) return
  throw new Problem(
    'rotation-under-way',
    `The previous rotation ends at ${new Date(end).toISOString()}. You can start the next one then.`,
  )
}
