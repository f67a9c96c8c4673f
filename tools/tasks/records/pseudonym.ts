import { createHmac } from 'node:crypto'

/** What a consumer is called towards one provider: the same each time, and of no use to any other (TASK-24). */
export const pseudonymOf = (secret: Buffer, providerId: string, consumerId: string): string =>
  createHmac('sha256', secret).update(`consumer\0${providerId}\0${consumerId}`).digest('base64url')
