import { z } from 'zod'
import { mailText } from '../../push/mail.ts'
import { listWaitingMail } from '../../storage/mail/mail-queue.ts'
import { defineVisitorTool } from '../core/define-tool.ts'
import { isLoopbackUrl } from '../core/network/loopback.ts'
import { Problem } from '../core/problems/problem.ts'
import { timestamp, uuid } from '../core/schemas.ts'

const ROWS = 20

export const readMailbox = defineVisitorTool({
  name: 'read_mailbox',
  description: 'The latest unsent mail if no mail server is configured. Only where the base URL is local.',
  effect: 'read',
  input: z.object({}),
  output: z.object({
    mail: z.array(
      z.object({ id: uuid, email: z.string(), subject: z.string(), content: z.string(), created_at: timestamp }),
    ),
  }),
  problems: ['not-found'],
  async handler(_, { db, now, installation, secretKeys }) {
    if (installation.sendsMail || !isLoopbackUrl(installation.baseUrl))
      throw new Problem('not-found', 'There is nothing at this path.')
    const rows = await listWaitingMail(db, now, ROWS)
    return { mail: rows.map(({ secret, ...row }) => ({ ...row, content: mailText({ ...row, secret }, secretKeys) })) }
  },
})
