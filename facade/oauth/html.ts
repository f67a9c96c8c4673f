import type { Reply } from '../http/exchange.ts'
import { PAGE_CSP } from './page.ts'

/** Pages are of one browser, and no frame shows them. */
const HEADERS = { 'Cache-Control': 'no-store', 'Content-Security-Policy': PAGE_CSP, 'X-Frame-Options': 'DENY' }

export const htmlReply = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  body,
  content_type: 'text/html; charset=utf-8',
  headers: { ...headers, ...HEADERS },
})

/** Sends a browser on. */
export const leadTo = (location: string, headers: Readonly<Record<string, string>> = {}): Reply =>
  htmlReply(303, '', { ...headers, Location: location })
