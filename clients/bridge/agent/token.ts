import { randomUUID } from 'node:crypto'
import { signJwt } from '../keys.ts'
import { Refusal } from '../refusal.ts'
import { AUI, awayOf, isAway, jsonOf, refusalOf } from '../server.ts'
import type { Agent } from './agent.ts'
import { settle } from './rotation.ts'

export interface Token {
  access_token: string
  /** In ms of the server's time. */
  expires_at: number
}

const TOKEN_PATH = `${AUI}/auth/token`

/** Requests a token for these scopes (TOKEN-1, TOKEN-10 to TOKEN-17). */
export async function exchange({ server, agent_id, keeping }: Agent, scope: string): Promise<Token> {
  const iat = Math.floor(server.now() / 1000)
  const claims = { sub: agent_id, aud: `${server.base}${TOKEN_PATH}`, iat, exp: iat + 300, jti: randomUUID() }
  const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
  const response = await server.send({
    method: 'POST',
    path: TOKEN_PATH,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ grant_type, assertion: signJwt(claims, keeping.key()), scope }),
    signal: AbortSignal.timeout(60_000),
  })
  if (isAway(response.status)) throw await awayOf(server.base, response)
  if (!response.ok) throw await refusalOf(server.base, response)
  const { access_token, expires_in } = await jsonOf(server.base, response)
  return { access_token: String(access_token), expires_at: server.now() + Number(expires_in) * 1000 }
}

/** The agent's token, exchanged on first use and again before it expires. */
export interface TokenHolder {
  current(): Promise<string>
  /** The server has rejected it. */
  drop(access_token: string): void
}

const EARLY_MS = 5 * 60_000

export function openTokens(agent: Agent, scope: string): TokenHolder {
  let held: Token | undefined
  let coming: Promise<Token> | undefined
  return {
    async current() {
      if (held && held.expires_at - EARLY_MS > agent.server.now()) return held.access_token
      coming ??= renew(agent, scope).finally(() => {
        coming = undefined
      })
      held = await coming
      return held.access_token
    },
    drop(access_token) {
      if (held?.access_token === access_token) held = undefined
    },
  }
}

/** If the key is rejected, another process may be replacing it. */
async function renew(agent: Agent, scope: string): Promise<Token> {
  try {
    return await exchange(agent, scope)
  } catch (error) {
    if (!(error instanceof Refusal) || error.problem?.error !== 'invalid_grant') throw error
    await settle(agent.server, agent.keeping, agent.agent_id)
    return await exchange(agent, scope).catch(async again => {
      throw await explained(agent, again)
    })
  }
}

/** Of the reasons for `invalid_grant`, a wrong address can be detected here. */
async function explained({ server }: Agent, error: unknown): Promise<unknown> {
  const { base_url } = await server.discover()
  if (base_url === server.base) return error
  return new Refusal(`the base URL of the server is ${base_url}, and signatures must use it: --base-url ${base_url}`)
}
