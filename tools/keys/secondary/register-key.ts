import { insertSecondaryKey, listSecondaryKeys, type NewSecondaryKey } from '../../../storage/keys/secondary-keys.ts'
import type { TransactionScope } from '../../core/context.ts'
import { Problem } from '../../core/problems/problem.ts'
import { MAX_KEYS } from './key-schema.ts'

/** Registers a key of an agent whose status row the transaction has locked for update (KEY-53, KEY-54, KEY-57). */
export async function registerSecondaryKey({ db }: Pick<TransactionScope, 'db'>, key: NewSecondaryKey): Promise<void> {
  const others = await listSecondaryKeys(db, key.agent_id, key.created_at)
  if (others.length + 1 >= MAX_KEYS) {
    throw new Problem('too-many-keys', `An agent has at most ${MAX_KEYS} keys.`, {
      hint: 'Revoke one that is no longer used.',
    })
  }
  if (key.kind === 'recovery' && others.some(({ kind }) => kind === 'recovery')) {
    throw new Problem('too-many-keys', 'An agent has at most one recovery key.', { hint: 'Revoke it to add another.' })
  }
  if (await insertSecondaryKey(db, key)) return
  throw new Problem('public-key-taken', 'This public key is already registered.', {
    hint: 'Create a new key pair: a key can be registered only once, even after it was revoked.',
  })
}
