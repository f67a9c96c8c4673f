import { perHour, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  /** Codes that are mailed, and passkeys that are asked for. */
  sign_ins: { per: 'address', windows: perHour(40, 120), countsRefused: true },
  /** Codes and passkeys that are shown. */
  sign_in_tries: { per: 'address', windows: perHour(100, 300), countsRefused: true },
  /** Codes that are mailed to one address, whoever asks and whether anybody has it. */
  sign_in_mails: { per: 'account', windows: perHour(6, 12), countsRefused: true },
  /** Those that are requested from one network. */
  sign_in_mails_by_network: { per: 'account', windows: perHour(3, 6), countsRefused: true },
  /** Those that are requested in browsers where the person of the address signed in before. */
  sign_in_mails_by_browser: { per: 'account', windows: perHour(10, 30), countsRefused: true },
  /** What people do and write. */
  person_interactions: { per: 'account', windows: perHour(240, 1_200) },
} as const satisfies Record<string, RateLimit>
