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
 * Counts one mail with a code; throws `rate-limited` where there is no room. Whoever asks for an address from one network
 * gets few mails to it, and all who ask for it together not many more. A browser in which its person signed in, and a
 * network that they signed in from, have allowances of their own, which nobody elsewhere can use up.
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
