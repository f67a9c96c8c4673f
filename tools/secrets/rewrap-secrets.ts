import { z } from 'zod'
import { countServers } from '../../storage/db/installation-lock.ts'
import { rewrapAll } from '../../storage/secrets/rewrap-all.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'

export const rewrapSecrets = defineOperatorTool({
  name: 'rewrap_secrets',
  description: 'Encrypt stored secrets with SECRET_KEY if they are still encrypted with SECRET_KEY_PREVIOUS.',
  effect: 'write',
  recent_sign_in: true,
  idempotent: true,
  input: z.object({}),
  output: z.object({ key_id: z.string(), rewrapped: z.int(), unopened: z.int() }),
  problems: ['server-without-key'],
  async handler(_, context) {
    const { db, secretKeys, transaction } = context
    const { without_key: lacking } = await countServers(db, secretKeys.current.id)
    if (lacking > 0) {
      throw new Problem(
        'server-without-key',
        `${lacking} of the running servers could not decrypt secrets encrypted with this SECRET_KEY. Restart ` +
          'them with it, and with the previous key as SECRET_KEY_PREVIOUS.',
      )
    }
    const done = await rewrapAll(body => transaction(scope => body(scope.db)), secretKeys)
    const key_id = secretKeys.current.id.toString('hex')
    if (done.rewrapped > 0) {
      await transaction(async ({ audit }) =>
        audit({ action: 'rewrap_secrets', subject: { key_id }, before: {}, after: { ...done } }),
      )
    }
    return { key_id, ...done }
  },
})
