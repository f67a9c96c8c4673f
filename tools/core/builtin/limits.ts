import { HOUR, MINUTE } from '../durations.ts'
import { perHour, perWindow, type RateLimit } from '../schema/rate-limit.ts'

/** Limits that count regardless of the tool. */
export const LIMITS = {
  /** All signed and bearer requests. */
  requests: { per: 'agent', windows: perWindow(5 * MINUTE, 600) },
  /** All requests without credentials. */
  anonymous: { per: 'address', windows: perWindow(MINUTE, 120), countsRefused: true },
  /** Pages for people, including their pictures. */
  pages: { per: 'address', windows: perWindow(MINUTE, 600), countsRefused: true },
  /** Search pages. */
  page_searches: { per: 'address', windows: perWindow(MINUTE, 60), countsRefused: true },
  /** Forms of the authorization page. */
  authorizations: { per: 'address', windows: perWindow(HOUR, 60), countsRefused: true },
  /** Fetches of client metadata documents for the authorization page. */
  client_documents: { per: 'address', windows: perHour(60, 240), countsRefused: true },
  /** Calls of A2A, proven or not. */
  external_calls: { per: 'address', windows: perHour(600, 6_000), countsRefused: true },
  /** Checked before the signature, from the memory of each process. */
  failed_authentication: { per: 'address', windows: perWindow(MINUTE, 600), countsRefused: true },
  /** In addition to the former, for an agent or token that was authenticated from that address within the hour. */
  failed_authentication_of_known: { per: 'address', windows: perWindow(MINUTE, 60), countsRefused: true },
} as const satisfies Record<string, RateLimit>
