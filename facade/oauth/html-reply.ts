import type { HttpReply } from '../http/exchange.ts'
import { PAGE_CSP } from './consent-html.ts'

/** Pages are of one browser, and no frame shows them. */
const HEADERS = { 'Cache-Control': 'no-store', 'Content-Security-Policy': PAGE_CSP, 'X-Frame-Options': 'DENY' }

export const htmlReply = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): HttpReply => ({
  status,
  body,
  content_type: 'text/html; charset=utf-8',
  headers: { ...headers, ...HEADERS },
})

/** Sends a browser on. */
export const redirectTo = (location: string, headers: Readonly<Record<string, string>> = {}): HttpReply =>
  htmlReply(303, '', { ...headers, Location: location })
