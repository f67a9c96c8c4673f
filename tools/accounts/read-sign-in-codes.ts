import { z } from 'zod'
import { listWaitingCodes, type WaitingCode } from '../../storage/mail/mail-queue.ts'
import { CannotDecrypt, decrypt } from '../../storage/secrets/encrypted-values.ts'
import type { SecretKeys } from '../../storage/secrets/secret-keys.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { mailAddress } from '../core/text/mail-address.ts'

const CODES = 20

/**
 * A code authenticates its reader as its user, so no page shows it: whoever uses the command line can read the database
 * anyway.
 */
export const readSignInCodes = defineOperatorTool({
  name: 'read_sign_in_codes',
  description: 'Pending sign-in codes if no mail server is configured, newest first. Each read is audited.',
  effect: 'read',
  commandLineOnly: true,
  input: z.object({ email: mailAddress.optional().describe('of one person; the latest 20 if omitted') }),
  output: z.object({
    sends_mail: z.boolean().describe('a mail server is configured: codes are sent by mail and not shown'),
    codes: z.array(
      z.object({ id: uuid, email: z.string(), code: z.string(), created_at: timestamp, expires_at: timestamp }),
    ),
  }),
  problems: [],
  async handler({ email = null }, { transaction, installation, secretKeys, now }) {
    if (installation.sendsMail) return { sends_mail: true, codes: [] }
    return await transaction(async ({ db, audit }) => {
      const waiting = await listWaitingCodes(db, { email, now, limit: CODES })
      const codes = waiting.flatMap(row => readCode(row, secretKeys))
      const mail_ids = codes.map(({ id }) => id)
      audit({ action: 'read_sign_in_codes', subject: { mail_ids }, before: {}, after: { codes: codes.length } })
      return { sends_mail: false, codes }
    })
  },
})

/** Codes encrypted with a lost key are left out. */
function readCode({ secret, ...row }: WaitingCode, secretKeys: SecretKeys) {
  try {
    return [{ ...row, code: decrypt(secretKeys, secret, `mail ${row.id}`).toString() }]
  } catch (error) {
    if (error instanceof CannotDecrypt) return []
    throw error
  }
}
