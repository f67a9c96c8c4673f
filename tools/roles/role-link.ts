import { hash } from 'node:crypto'
import { z } from 'zod'

/** The stored digest of a link's secret, in hex. */
export const linkDigest = (secret: string): string => hash('sha256', secret)

/** Relative to the base URL. */
export const linkPath = (secret: string): string => `/internal/operator/link?secret=${secret}`

/** For inputs. */
export const linkSecret = z.string().min(1).max(100).describe('the token in the link')
