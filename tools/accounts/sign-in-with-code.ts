import { z } from 'zod'
import { lockCodesOf, spendCode, tryCode } from '../../storage/accounts/sign-in-codes.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { findPersonByEmail } from '../../storage/ownership/person-rows.ts'
import type { AnyoneActor, Context } from '../core/context.ts'
import { defineVisitorTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { findOrCreateAccount, lockAccount } from './account-by-email.ts'
import { browserNameOf, secretDigest, ticket } from './browser-secret.ts'
import { codeDigest, isSameDigest, readCode } from './sign-in-code.ts'
import { startedSession, startSession } from './sign-in-session.ts'

export const signInWithCode = defineVisitorTool({
  name: 'sign_in_with_code',
  description: 'Sign in with the code that was mailed to the person of this browser. A new address gets an account.',
  effect: 'write',
  limit: 'sign_in_tries',
  input: z.object({
    ticket,
    code: z.string().max(100).overwrite(readCode).describe('the eight digits in the mail'),
    browser: browserNameOf,
  }),
  output: startedSession,
  problems: ['code-refused'],
  async handler({ ticket, code, browser }, context) {
    const { db, transaction, now, secret } = context
    const digest = codeDigest(secret, ticket, code)
    // In a statement of its own, so that the attempt counts even if the rest fails.
    const tried = await tryCode(db, secretDigest(ticket), now)
    if (!isSameDigest(digest, tried?.digest ?? digest.replace(/./g, '0')) || !tried) throw refused()
    return await transaction(async ({ db, audit }) => {
      await lockAccount(db, tried.email)
      await lockCodesOf(db, tried.email)
      if (!(await spendCode(db, secretDigest(ticket), tried))) throw refused()
      const { email } = tried
      const { user_id, is_new } = await requireAccount(db, email, context)
      if (is_new) audit({ action: 'sign_up', subject: { user_id }, before: {}, after: {} })
      const opened = await startSession(db, { user_id, email, method: 'code', browser }, context)
      return { ...opened, user_id, is_new }
    })
  },
})

const refused = () =>
  new Problem('code-refused', 'This code is not the latest one, or it has expired.', {
    hint: 'Use the code in the latest mail, or request a new code.',
  })

async function requireAccount(
  db: Queryable,
  email: string,
  context: Context<AnyoneActor>,
): Promise<{ user_id: string; is_new: boolean }> {
  const found = await findPersonByEmail(db, email)
  if (found) return { user_id: found.id, is_new: false }
  if (!(await context.settings())['accounts.sign_up_open']) throw refused()
  const account = await findOrCreateAccount(db, email, context)
  if (!account) throw refused()
  return account
}
