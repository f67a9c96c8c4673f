import { z } from 'zod'
import { spendExportTicket } from '../../storage/accounts/export-tickets.ts'
import { defineSessionTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { digest16 } from '../core/text/digest.ts'
import { exportTicketEnd } from './account-export-ticket.ts'

export const claimAccountExport = defineSessionTool({
  name: 'claim_account_export',
  description: 'Use up the ticket for a download of all data of the person.',
  effect: 'write',
  input: z.object({ ticket: z.string().max(100).describe('from begin_account_export, not used before') }),
  output: z.object({}),
  problems: ['not-found'],
  async handler({ ticket }, { actor: { user_id }, db, secret, now }) {
    const end = exportTicketEnd(secret, user_id, ticket, now)
    if (!end || !(await spendExportTicket(db, digest16('account export', ticket), end)))
      throw new Problem('not-found', 'This download has ended. Request another one.')
    return {}
  },
})
