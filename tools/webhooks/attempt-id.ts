import { createHash } from 'node:crypto'
import { uuidOfDigest } from '../core/text/digest.ts'

/** The id of an attempt, in `X-Service-Delivery` and in lists: derived from its time, and not stored (WEBHOOK-93). */
export const attemptId = (webhookId: string, eventId: string, startedAt: number): string =>
  uuidOfDigest(createHash('sha256').update(`${webhookId} ${eventId} ${startedAt}`).digest())
