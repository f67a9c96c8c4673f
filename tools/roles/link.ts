import { hash } from 'node:crypto'

/** What is stored of a link's secret, in hex. */
export const linkDigest = (secret: string): string => hash('sha256', secret)

/** Below the address of the installation. */
export const linkPath = (secret: string): string => `/internal/operator/link?secret=${secret}`
