import { z } from 'zod'
import type { Installation } from '../core/context.ts'
import { uuid } from '../core/schemas.ts'
import { isSameMac, macOf } from '../core/text/mac.ts'
import { topic } from './topics.ts'

/** What a mail is about: one topic, or the daily summary of all that have it. */
export const mailSubject = z.union([topic, z.literal('daily')])

const unsubscribed = z.tuple([uuid, mailSubject])

export type Unsubscribed = z.output<typeof unsubscribed>

/** Ends one kind of mail to one person, and does nothing else; it does not expire, because mail does not. */
export function unsubscribeToken(secret: Buffer, [person, about]: Unsubscribed): string {
  const body = `${person}.${about}`
  return `${body}.${macOf(secret, 'unsubscribe', body)}`
}

export function readUnsubscribeToken(secret: Buffer, token: string): Unsubscribed | undefined {
  const end = token.lastIndexOf('.')
  const body = token.slice(0, end)
  if (!isSameMac(token.slice(end + 1), macOf(secret, 'unsubscribe', body))) return undefined
  return unsubscribed.safeParse(body.split('.')).data
}

export const unsubscribeUrl = (
  { secret, installation: { baseUrl } }: { secret: Buffer; installation: Pick<Installation, 'baseUrl'> },
  subject: Unsubscribed,
): string => `${baseUrl}/internal/unsubscribe?${new URLSearchParams({ token: unsubscribeToken(secret, subject) })}`
