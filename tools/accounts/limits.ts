import { type Bucket, hourly } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  /** Codes that are mailed, and passkeys that are asked for. */
  sign_ins: { per: 'address', windows: hourly(40, 120), countsRefused: true },
  /** Codes and passkeys that are shown. */
  sign_in_tries: { per: 'address', windows: hourly(100, 300), countsRefused: true },
  /** Codes that are mailed to one address, whoever asks and whether anybody has it. */
  sign_in_mails: { per: 'account', windows: hourly(6, 12), countsRefused: true },
  /** Those that are requested from one network. */
  sign_in_mails_by_network: { per: 'account', windows: hourly(3, 6), countsRefused: true },
  /** Those that are requested in browsers where the person of the address signed in before. */
  sign_in_mails_by_browser: { per: 'account', windows: hourly(10, 30), countsRefused: true },
  /** What people do and write. */
  deeds_of_people: { per: 'account', windows: hourly(240, 1_200) },
} as const satisfies Record<string, Bucket>
