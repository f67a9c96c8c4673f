import type { HttpReply } from '../http/exchange.ts'
import { PAGE_CSP } from './consent-html.ts'

/** Pages are private and must not be framed. */
const HEADERS = { 'Cache-Control': 'no-store', 'Content-Security-Policy': PAGE_CSP, 'X-Frame-Options': 'DENY' }

export const htmlReply = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): HttpReply => ({
  status,
  body,
  content_type: 'text/html; charset=utf-8',
  headers: { ...headers, ...HEADERS },
})

/** Redirects a browser. */
export const redirectTo = (location: string, headers: Readonly<Record<string, string>> = {}): HttpReply =>
  htmlReply(303, '', { ...headers, Location: location })
