import { MINUTE } from '../core/durations.ts'
import { isSameMac, macOf } from '../core/text/mac.ts'

const VALID_MS = MINUTE

const ticketOf = (secret: Buffer, personId: string, until: string): string =>
  `${until}.${macOf(secret, 'export of an account', personId, until)}`

/** Lets a person download their data within a minute, since the download itself cannot ask for a recent sign-in. */
export const exportTicket = (secret: Buffer, personId: string, now: Date): string =>
  ticketOf(secret, personId, String(now.getTime() + VALID_MS))

/** When a ticket of the person ends; `undefined` if it has, or is none. */
export function exportTicketEnd(secret: Buffer, personId: string, ticket: string, now: Date): Date | undefined {
  const [until = ''] = ticket.split('.')
  const isValid = isSameMac(ticket, ticketOf(secret, personId, until)) && Number(until) > now.getTime()
  return isValid ? new Date(Number(until)) : undefined
}
