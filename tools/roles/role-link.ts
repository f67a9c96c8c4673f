import { hash } from 'node:crypto'
import { z } from 'zod'
import { mailAddress } from '../core/text/mail-address.ts'

/** What a link contains; for inputs. */
export const roleLink = z.object({
  email: mailAddress.describe('the address in the link'),
  secret: z.string().min(1).max(100).describe('the token in the link'),
})

export type RoleLink = z.output<typeof roleLink>

/** The stored digest, in hex. It covers the address, so that the link signs in to no other account. */
export const linkDigest = ({ email, secret }: RoleLink): string => hash('sha256', `${secret} ${email}`)

/** Relative to the base URL. */
export const linkPath = ({ email, secret }: RoleLink): string =>
  `/internal/operator/link?${new URLSearchParams({ email, secret })}`
