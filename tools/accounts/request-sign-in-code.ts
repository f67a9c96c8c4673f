import { z } from 'zod'
import { findLiveCode, lockCodesOf, putSignInCode } from '../../storage/accounts/sign-in-codes.ts'
import { queueSecretMail } from '../../storage/mail/mail-queue.ts'
import { findPersonByEmail } from '../../storage/ownership/person-rows.ts'
import { encrypt } from '../../storage/secrets/encrypted-values.ts'
import { defineVisitorTool } from '../core/define-tool.ts'
import { after, MINUTE } from '../core/durations.ts'
import { timestamp } from '../core/schemas.ts'
import { mailAddress } from '../core/text/mail-address.ts'
import { secretDigest, ticket } from './browser-secret.ts'
import { codeDigest, deriveCode, signInMail, TRIES } from './sign-in-code.ts'
import { countSignInMail } from './sign-in-mails.ts'

export const requestSignInCode = defineVisitorTool({
  name: 'request_sign_in_code',
  description: 'Mail a sign-in code to an address. The response does not reveal whether an account exists.',
  effect: 'write',
  idempotent: true,
  limit: 'sign_ins',
  limitsToo: ['sign_in_mails', 'sign_in_mails_by_network', 'sign_in_mails_by_browser'],
  input: z.object({
    email: mailAddress.describe('address that receives the code'),
    ticket,
    browser_mark: z.string().optional().describe('secret stored by the browser at a previous sign-in'),
  }),
  output: z.object({ expires_at: timestamp }),
  problems: ['rate-limited'],
  async handler({ email, ticket, browser_mark }, context) {
    const { now, newId, randomBytes, secret, secretKeys, settings } = context
    await countSignInMail(context, { email, browser_mark })
    const { 'accounts.code_minutes': minutes, 'accounts.sign_up_open': isOpen } = await settings()
    const fresh = { salt: randomBytes(16).toString('hex'), expires_at: after(now, minutes * MINUTE) }
    const id = newId()
    // The same steps for all addresses, so that the response time reveals nothing.
    return await context.transaction(async ({ db }) => {
      await lockCodesOf(db, email)
      // A code with at least half of its validity left is mailed again, so that any recent mail can be used.
      const live = (await findLiveCode(db, email, after(now, (minutes * MINUTE) / 2))) ?? fresh
      const code = deriveCode(secret, email, live.salt)
      const person = await findPersonByEmail(db, email)
      const isLetIn = isOpen || person !== undefined
      const digest = codeDigest(secret, ticket, isLetIn ? code : randomBytes(32).toString('hex'))
      const waiting = { ticket: secretDigest(ticket), email, digest, tries_left: TRIES, created_at: now }
      await putSignInCode(db, { ...waiting, ...live })
      const { expires_at } = live
      const encrypted = await encrypt(db, secretKeys, Buffer.from(code), `mail ${id}`)
      await queueSecretMail(db, { id, email, about: newId(), encrypted }, signInMail(context, { expires_at, isLetIn }))
      return { expires_at: expires_at.toISOString() }
    })
  },
})
