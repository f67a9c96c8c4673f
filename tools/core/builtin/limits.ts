import { HOUR, MINUTE } from '../durations.ts'
import { perHour, perWindow, type RateLimit } from '../schema/rate-limit.ts'

/** What counts whatever is called. */
export const LIMITS = {
  /** All signed and bearer requests. */
  requests: { per: 'agent', windows: perWindow(5 * MINUTE, 600) },
  /** All requests that bring no credential. */
  anonymous: { per: 'address', windows: perWindow(MINUTE, 120), countsRefused: true },
  /** Pages for people, with the pictures on them. */
  pages: { per: 'address', windows: perWindow(MINUTE, 600), countsRefused: true },
  /** Pages that search. */
  page_searches: { per: 'address', windows: perWindow(MINUTE, 60), countsRefused: true },
  /** Forms of the authorization page. */
  authorizations: { per: 'address', windows: perWindow(HOUR, 60), countsRefused: true },
  /** Documents of clients that are read for the authorization page. */
  client_documents: { per: 'address', windows: perHour(60, 240), countsRefused: true },
  /** Judged before the signature, from each process' memory. */
  failed_authentication: { per: 'address', windows: perWindow(MINUTE, 600), countsRefused: true },
  /** Over the former, of an agent or token that was proven from that address within the hour. */
  failed_authentication_of_known: { per: 'address', windows: perWindow(MINUTE, 60), countsRefused: true },
} as const satisfies Record<string, RateLimit>
