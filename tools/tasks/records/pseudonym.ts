import { createHmac } from 'node:crypto'

/** The pseudonym of a consumer for one provider: stable, and unrelated to those for others (TASK-24). */
export const pseudonymOf = (secret: Buffer, providerId: string, consumerId: string): string =>
  createHmac('sha256', secret).update(`consumer\0${providerId}\0${consumerId}`).digest('base64url')
