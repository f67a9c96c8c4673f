import { z } from 'zod'
import { defineOperatorTool } from '../core/define-tool.ts'
import { mailAddress } from '../core/text/mail-address.ts'

export const testMail = defineOperatorTool({
  name: 'test_mail',
  description: 'Send a test mail to an address and return the response of the mail server.',
  effect: 'write',
  input: z.object({ email: mailAddress.describe('recipient') }),
  output: z.object({
    email: z.string(),
    outcome: z.enum(['accepted', 'refused', 'not configured']),
    answer: z.string(),
  }),
  problems: [],
  async handler({ email }, { tryMail, transaction, installation }) {
    if (!tryMail) {
      const hint = 'Set SMTP_URL and restart the server. Until then, mail waits in the database.'
      return { email, outcome: 'not configured' as const, answer: hint }
    }
    const { is_accepted, response: answer } = await tryMail({
      to: email,
      subject: `Test mail from ${installation.name}`,
      text: `An operator of ${installation.baseUrl} sent this message to test mail delivery. It arrived.\n`,
    })
    const outcome = is_accepted ? ('accepted' as const) : ('refused' as const)
    await transaction(async ({ audit }) => audit({ action: 'test_mail', subject: {}, before: {}, after: { outcome } }))
    return { email, outcome, answer }
  },
})
