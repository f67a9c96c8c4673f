import { HOUR, MINUTE } from '../durations.ts'
import { type Bucket, hourly, within } from '../kinds/bucket.ts'

/** What counts whatever is called. */
export const BUCKETS = {
  /** All signed and bearer requests. */
  requests: { per: 'agent', windows: within(5 * MINUTE, 600) },
  /** All requests that bring no credential. */
  anonymous: { per: 'address', windows: within(MINUTE, 120), countsRefused: true },
  /** Pages for people, with the pictures on them. */
  pages: { per: 'address', windows: within(MINUTE, 600), countsRefused: true },
  /** Pages that search. */
  page_searches: { per: 'address', windows: within(MINUTE, 60), countsRefused: true },
  /** Forms of the authorization page. */
  authorizations: { per: 'address', windows: within(HOUR, 60), countsRefused: true },
  /** Documents of clients that are read for the authorization page. */
  client_documents: { per: 'address', windows: hourly(60, 240), countsRefused: true },
  /** Judged before the signature, from each process' memory. */
  failed_authentication: { per: 'address', windows: within(MINUTE, 600), countsRefused: true },
  /** Over the former, of an agent or token that was proven from that address within the hour. */
  failed_authentication_of_known: { per: 'address', windows: within(MINUTE, 60), countsRefused: true },
} as const satisfies Record<string, Bucket>
