import { isSameMac, macOf } from '../core/text/mac.ts'

const accountOf = (secret: Buffer, email: string): string => macOf(secret, 'account of a browser', email)

const sign = (secret: Buffer, account: string): string => `${account}.${macOf(secret, 'known browser', account)}`

/**
 * A mark that a browser stores once its user signed in with that address: requests by others for the same address do
 * not count against its allowance. It does not authenticate anybody, and does not reveal the address.
 */
export const browserMark = (secret: Buffer, email: string): string => sign(secret, accountOf(secret, email))

/** The account of a mark issued by this server. */
export function readBrowserMark(secret: Buffer, mark: string | undefined): string | undefined {
  const account = mark?.split('.')[0]
  return account !== undefined && isSameMac(mark!, sign(secret, account)) ? account : undefined
}

export const isMarkOf = (secret: Buffer, mark: string | undefined, email: string): boolean =>
  mark !== undefined && isSameMac(mark, browserMark(secret, email))
