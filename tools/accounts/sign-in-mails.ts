import { signedInFrom } from '../../storage/accounts/sessions.ts'
import { LimitReached } from '../admission/admit.ts'
import type { AnyoneActor, Context } from '../core/context.ts'
import type { BucketName } from '../core/rate-limits.ts'
import { chargeAccountLimit } from './account-rate-limit.ts'
import { isMarkOf } from './known-browser.ts'

interface Requested {
  email: string
  browser_mark: string | undefined
}

/**
 * Counts one mail with a code; throws `rate-limited` if a limit is reached. Requests from one network for an address
 * get few mails, and all requests for it together not many more. A browser or network in which its user signed in
 * before has an allowance of its own, which others cannot use up.
 */
export async function countSignInMail(
  context: Context<AnyoneActor>,
  { email, browser_mark }: Requested,
): Promise<void> {
  const { db, now, secret } = context
  const count = (bucket: BucketName, subject: string) => chargeAccountLimit(context, bucket, subject, now.getTime())
  if (isMarkOf(secret, browser_mark, email) && (await hasRoom(count('sign_in_mails_by_browser', email)))) return
  const network = context.network?.() ?? ''
  await count('sign_in_mails_by_network', `${email}\0${network}`)
  if (network !== '' && (await signedInFrom(db, email, network))) return
  await count('sign_in_mails', email)
}

async function hasRoom(counting: Promise<unknown>): Promise<boolean> {
  try {
    await counting
    return true
  } catch (error) {
    if (error instanceof LimitReached) return false
    throw error
  }
}
