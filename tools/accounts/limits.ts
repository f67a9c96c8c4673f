import { perHour, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  /** Sign-in codes and passkey ceremonies that are requested. */
  sign_ins: { per: 'address', windows: perHour(40, 120), countsRefused: true },
  /** Sign-in codes and passkeys that are presented. */
  sign_in_tries: { per: 'address', windows: perHour(100, 300), countsRefused: true },
  /** Codes mailed to one address, whoever requests them and whether or not an account has it. */
  sign_in_mails: { per: 'account', windows: perHour(6, 12), countsRefused: true },
  /** Those that are requested from one network. */
  sign_in_mails_by_network: { per: 'account', windows: perHour(3, 6), countsRefused: true },
  /** Those requested in browsers where the user of the address signed in before. */
  sign_in_mails_by_browser: { per: 'account', windows: perHour(10, 30), countsRefused: true },
  /** Files with all data of an account. */
  account_exports: { per: 'account', windows: perHour(3, 5) },
  /** Actions and content of people. */
  person_interactions: { per: 'account', windows: perHour(240, 1_200) },
} as const satisfies Record<string, RateLimit>
