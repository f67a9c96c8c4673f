import { hash } from 'node:crypto'
import { z } from 'zod'

/** A secret that a browser stores in a cookie, and no table contains: 32 bytes in base64url. */
export const browserSecret = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

export const newBrowserSecret = (randomBytes: (count: number) => Buffer): string =>
  randomBytes(32).toString('base64url')

/** Its stored digest, in hex. */
export const secretDigest = (secret: string): string => hash('sha256', secret)

/** For inputs. */
export const ticket = browserSecret.describe('secret stored by the browser that signs in')

const BROWSER_CHARACTERS = 200

/** The browser's user agent, by which its owner recognizes it. */
export const browserNameOf = z
  .string()
  .default('')
  .overwrite(name => name.replace(/[^\x20-\x7e]/g, '').slice(0, BROWSER_CHARACTERS))
  .describe('user agent of the browser')
