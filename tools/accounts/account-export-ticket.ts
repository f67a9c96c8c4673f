import { createHmac, timingSafeEqual } from 'node:crypto'
import { MINUTE } from '../core/durations.ts'

const VALID_MS = MINUTE

const macOf = (secret: Buffer, personId: string, until: string): Buffer =>
  createHmac('sha256', secret).update(`export of an account\0${personId}\0${until}`).digest()

/** Lets a person download their data within a minute, since the download itself cannot ask for a recent sign-in. */
export function exportTicket(secret: Buffer, personId: string, now: Date): string {
  const until = String(now.getTime() + VALID_MS)
  return `${until}.${macOf(secret, personId, until).toString('base64url')}`
}

export function isExportTicket(secret: Buffer, personId: string, ticket: string, now: Date): boolean {
  const [until = '', mac = ''] = ticket.split('.')
  const [given, known] = [Buffer.from(mac, 'base64url'), macOf(secret, personId, until)]
  return given.length === known.length && timingSafeEqual(given, known) && Number(until) > now.getTime()
}
