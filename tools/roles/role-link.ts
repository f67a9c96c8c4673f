import { hash } from 'node:crypto'
import { z } from 'zod'

/** What is stored of a link's secret, in hex. */
export const linkDigest = (secret: string): string => hash('sha256', secret)

/** Below the address of the installation. */
export const linkPath = (secret: string): string => `/internal/operator/link?secret=${secret}`

/** As an input. */
export const linkSecret = z.string().min(1).max(100).describe('the token in the link')
