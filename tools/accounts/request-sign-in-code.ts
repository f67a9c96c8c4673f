import { z } from 'zod'
import { putSignInCode } from '../../storage/accounts/sign-in-codes.ts'
import { queueSecretMail } from '../../storage/mail/mail.ts'
import { findPersonByEmail } from '../../storage/ownership/persons.ts'
import { seal } from '../../storage/secrets/sealed.ts'
import { defineVisitorTool } from '../kernel/define.ts'
import { after, MINUTE } from '../kernel/durations.ts'
import { timestamp } from '../kernel/schemas.ts'
import { mailAddress } from '../kernel/text/mail-address.ts'
import { secretDigest, ticket } from './browser-secret.ts'
import { countAccount } from './counted-account.ts'
import { codeDigest, newCode, signInMail, spaced, TRIES } from './sign-in-code.ts'

export const requestSignInCode = defineVisitorTool({
  name: 'request_sign_in_code',
  description: 'Mail a code to an address, by which a browser signs in; whether anybody has the address shows nowhere.',
  effect: 'write',
  idempotent: true,
  limit: 'sign_ins',
  limitsToo: ['sign_in_mails'],
  input: z.object({ email: mailAddress.describe('where the code goes'), ticket }),
  output: z.object({ expires_at: timestamp }),
  problems: ['rate-limited'],
  async handler({ email, ticket }, context) {
    const { now, newId, randomBytes, secret, secretKeys, settings } = context
    await countAccount(context, 'sign_in_mails', email, now.getTime())
    const { 'accounts.code_minutes': minutes, 'accounts.sign_up_open': isOpen } = await settings()
    const expires_at = after(now, minutes * MINUTE)
    const [code, id] = [newCode(randomBytes), newId()]
    // Nothing here is done for some addresses only: an answer takes as long for all.
    await context.transaction(async ({ db }) => {
      const person = await findPersonByEmail(db, email)
      const isLetIn = isOpen || person !== undefined
      const digest = codeDigest(secret, ticket, isLetIn ? code : randomBytes(32).toString('hex'))
      await putSignInCode(db, {
        ticket: secretDigest(ticket),
        email,
        digest,
        tries_left: TRIES,
        created_at: now,
        expires_at,
      })
      const sealed = await seal(db, secretKeys, Buffer.from(spaced(code)), `mail ${id}`)
      await queueSecretMail(db, { id, email, about: newId(), sealed }, signInMail(context, { expires_at, isLetIn }))
    })
    return { expires_at: expires_at.toISOString() }
  },
})
