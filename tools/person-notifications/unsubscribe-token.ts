import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Installation } from '../core/context.ts'
import { uuid } from '../core/schemas.ts'
import { topic } from './topics.ts'

/** What a mail is about: one topic, or the daily summary of all that have it. */
export const mailSubject = z.union([topic, z.literal('daily')])

const unsubscribed = z.tuple([uuid, mailSubject])

export type Unsubscribed = z.output<typeof unsubscribed>

const macOf = (secret: Buffer, body: string): string =>
  createHmac('sha256', secret).update(`unsubscribe\0${body}`).digest('base64url').slice(0, 22)

/** Ends one kind of mail to one person, and does nothing else; it does not expire, because mail does not. */
export function unsubscribeToken(secret: Buffer, [person, about]: Unsubscribed): string {
  const body = `${person}.${about}`
  return `${body}.${macOf(secret, body)}`
}

export function readUnsubscribeToken(secret: Buffer, token: string): Unsubscribed | undefined {
  const end = token.lastIndexOf('.')
  const [given, known] = [Buffer.from(token.slice(end + 1)), Buffer.from(macOf(secret, token.slice(0, end)))]
  if (given.length !== known.length || !timingSafeEqual(given, known)) return undefined
  return unsubscribed.safeParse(token.slice(0, end).split('.')).data
}

export const unsubscribeUrl = (
  { secret, installation: { baseUrl } }: { secret: Buffer; installation: Pick<Installation, 'baseUrl'> },
  subject: Unsubscribed,
): string => `${baseUrl}/internal/unsubscribe?${new URLSearchParams({ token: unsubscribeToken(secret, subject) })}`
