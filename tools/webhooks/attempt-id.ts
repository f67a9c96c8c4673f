import { createHash } from 'node:crypto'
import { uuidOfDigest } from '../core/text/uuid.ts'

/** What an attempt is called, in `X-Service-Delivery` and in lists alike: kept nowhere, as its time is (WEBHOOK-93). */
export const attemptId = (webhookId: string, eventId: string, startedAt: number): string =>
  uuidOfDigest(createHash('sha256').update(`${webhookId} ${eventId} ${startedAt}`).digest())
