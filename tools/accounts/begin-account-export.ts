import { z } from 'zod'
import { defineSessionTool } from '../core/define-tool.ts'
import { exportTicket } from './account-export-ticket.ts'

export const beginAccountExport = defineSessionTool({
  name: 'begin_account_export',
  description: 'Permit the person to download all their data, within a minute.',
  effect: 'write',
  recent_sign_in: true,
  limit: 'account_exports',
  input: z.object({}),
  output: z.object({ ticket: z.string() }),
  problems: [],
  handler: (_, { actor: { user_id }, transaction, secret, now }) =>
    transaction(async ({ audit }) => {
      audit({ action: 'begin_account_export', subject: { user_id }, before: {}, after: {} })
      return { ticket: exportTicket(secret, user_id, now) }
    }),
})
