import { isIP } from 'node:net'
import type { Context } from '../../core/context.ts'
import { MINUTE } from '../../core/durations.ts'
import { Problem } from '../../core/problems/problem.ts'

/** Passkeys require a host name; a server with an IP address has none. */
export function relyingParty({ installation }: Pick<Context, 'installation'>): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(installation.baseUrl)
  if (!hasPasskeys(installation))
    throw passkeyRejected('Passkeys require a server with a host name; this server uses an IP address.')
  return { rpID: hostname, origin }
}

export function hasPasskeys({ baseUrl }: Pick<Context['installation'], 'baseUrl'>): boolean {
  const { hostname, protocol } = new URL(baseUrl)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && (protocol === 'https:' || hostname === 'localhost')
}

export const CEREMONY_MS = 5 * MINUTE

/** Maximum number of open ceremonies; the oldest are removed for new ones, so that nobody is rejected. */
export const PASSKEY_INPUT_LIMITS = { ofNetwork: 20, ofAll: 10_000 }

export const passkeyRejected = (message: string) => new Problem('passkey-refused', message)
