import type { ExchangeTokenAnswer } from './answers.ts'
import { base64url, utf8 } from './encoding.ts'
import type { Key } from './key.ts'

const LIFETIME_SECONDS = 300
/** PS256 fixes the salt. */
const PS256_SALT = 32
const RENEWED_AHEAD_MS = 60_000

export interface Claims {
  sub: string
  aud: string
  iat: number
  exp: number
  jti: string
}

/** A JWT with the claims; its header names a device key (TOKEN-70). */
export async function signAssertion(key: Key, claims: Claims): Promise<string> {
  const header = { alg: key.algorithm, typ: 'JWT', kid: key.keyId }
  const text = [header, claims].map(part => base64url(utf8(JSON.stringify(part)))).join('.')
  return `${text}.${await key.sign(text, PS256_SALT)}`
}

export const claimsOf = (agentId: string, audience: string, nowMs: number, jti: string): Claims => {
  const iat = Math.floor(nowMs / 1_000)
  return { sub: agentId, aud: audience, iat, exp: iat + LIFETIME_SECONDS, jti }
}

/** A bearer token that is renewed a minute before it expires. */
export class Tokens {
  private readonly exchange: () => Promise<ExchangeTokenAnswer>
  private readonly now: () => number
  private held: { token: Promise<string>; endsAt: number } | undefined

  constructor(exchange: () => Promise<ExchangeTokenAnswer>, now: () => number) {
    this.exchange = exchange
    this.now = now
  }

  /** A token that is valid now, for a header `Authorization: Bearer`. */
  current(): Promise<string> {
    if (!this.held || this.now() >= this.held.endsAt) this.held = this.renew()
    return this.held.token
  }

  /** Makes the next `current` exchange a new one, because this one was rejected. */
  forget(): void {
    this.held = undefined
  }

  private renew() {
    const held = { token: Promise.resolve(''), endsAt: Number.POSITIVE_INFINITY }
    held.token = this.exchange().then(
      ({ access_token, expires_in }) => {
        held.endsAt = this.now() + expires_in * 1_000 - RENEWED_AHEAD_MS
        return access_token
      },
      error => {
        if (this.held === held) this.forget()
        throw error
      },
    )
    return held
  }
}
