import { z } from 'zod'
import { defineOperatorTool } from '../core/define-tool.ts'
import { mailAddress } from '../core/text/mail-address.ts'

export const testMail = defineOperatorTool({
  name: 'test_mail',
  description: 'Send one mail to an address now, and tell what the mail server answered.',
  effect: 'write',
  input: z.object({ email: mailAddress.describe('whom it goes to') }),
  output: z.object({
    email: z.string(),
    outcome: z.enum(['accepted', 'refused', 'not configured']),
    answer: z.string(),
  }),
  problems: [],
  async handler({ email }, { tryMail, transaction, installation }) {
    if (!tryMail) {
      const answer = 'Set SMTP_URL, and start the server again; until then mail waits in the database.'
      return { email, outcome: 'not configured' as const, answer }
    }
    const { is_accepted, answer } = await tryMail({
      to: email,
      subject: `A test of the mail of ${installation.name}`,
      text: `Somebody who runs ${installation.baseUrl} wanted to know whether its mail arrives. It does.\n`,
    })
    const outcome = is_accepted ? ('accepted' as const) : ('refused' as const)
    await transaction(async ({ audit }) => audit({ action: 'test_mail', subject: {}, before: {}, after: { outcome } }))
    return { email, outcome, answer }
  },
})
