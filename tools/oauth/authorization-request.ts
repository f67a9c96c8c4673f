import { findAgent } from '../../storage/agents/agent-rows.ts'
import { insertAuthorizationRequest } from '../../storage/oauth/authorization-requests.ts'
import { type OAuthClient, retainClient } from '../../storage/oauth/oauth-clients.ts'
import { HANDLE_PATTERN } from '../agents/handle-rules.ts'
import type { Runtime } from '../core/context.ts'
import { isScope } from '../core/scopes.ts'
import { digest16 } from '../core/text/digest.ts'
import { DEFAULT_SCOPES } from '../tokens/assertion-grant.ts'
import { tokenProblem } from '../tokens/token-problem.ts'
import { askingClientExpiry } from './clients/client-lifetimes.ts'
import { isRegistered, redirectHost, withParameters } from './clients/redirect-uri.ts'
import { requestExpiry } from './grant-lifetimes.ts'
import { newShortCode } from './short-code.ts'
import { isOurResource } from './token-audience.ts'

type Parts = Pick<Runtime, 'db' | 'clock' | 'installation' | 'newId' | 'randomBytes'>

/** The parameters of a client's authorization request. */
export interface AuthorizationQuery {
  client: OAuthClient
  redirect_uri: string
  redirect_host: string
  state: string | null
  code_challenge: string
  resource: string | null
  scopes: string[]
}

/** The redirect target of a browser. */
export interface ErrorRedirect {
  to: string
}

/** An error that is returned to the client. */
export interface InvalidQuery extends ErrorRedirect {
  redirect_host: string
  description: string
}

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/

/**
 * Validates the request of a client (OAUTH-20 to OAUTH-29). Errors that cannot be returned to its redirect URI are
 * thrown, for the person at the browser.
 *
 * A request waits for its agent for five minutes, is approved, and is then exchanged once for a code; nothing in a
 * response depends on whether the agent exists.
 */
export function readAuthorization(
  parts: Pick<Parts, 'installation'>,
  client: OAuthClient,
  query: URLSearchParams,
): AuthorizationQuery | InvalidQuery {
  const redirect_uri = query.get('redirect_uri') ?? ''
  const redirect_host = redirectHost(redirect_uri)
  if (redirect_host === undefined || !isRegistered(redirect_uri, client.redirect_uris)) {
    throw tokenProblem('invalid-redirect-uri', 'This client has a different redirect URI.')
  }
  const state = query.get('state')
  const fault = faultOf(query, parts)
  if (fault) {
    const [error, description] = fault
    const redirect = errorRedirect(parts, { redirect_uri, state }, { error, error_description: description })
    return { ...redirect, redirect_host, description }
  }
  const scopes = scopesOf(query)
  return {
    client,
    redirect_uri,
    redirect_host,
    state,
    scopes: scopes.length > 0 ? scopes : [...DEFAULT_SCOPES],
    code_challenge: query.get('code_challenge') ?? '',
    resource: query.get('resource'),
  }
}

const scopesOf = (query: URLSearchParams) => [
  ...new Set((query.get('scope') ?? '').split(' ').filter(name => name !== '')),
]

const ONCE = ['client_id', 'redirect_uri', 'response_type', 'scope', 'state', 'code_challenge', 'code_challenge_method']

function faultOf(query: URLSearchParams, { installation }: Pick<Parts, 'installation'>): Fault | undefined {
  if ([...ONCE, 'resource'].some(name => query.getAll(name).length > 1)) {
    return ['invalid_request', 'Each parameter may be sent only once.']
  }
  if (query.get('response_type') !== 'code') return ['unsupported_response_type', 'response_type must be code.']
  if (query.get('code_challenge_method') !== 'S256' || !CHALLENGE.test(query.get('code_challenge') ?? '')) {
    return ['invalid_request', 'A code_challenge with method S256 is required.']
  }
  // Stored as text.
  if (query.get('state')?.includes('\0') || query.get('state')?.isWellFormed() === false) {
    return ['invalid_request', 'state must be text.']
  }
  if (!scopesOf(query).every(isScope)) return ['invalid_scope', 'scope contains a scope that does not exist.']
  const resource = query.get('resource')
  if (resource !== null && !isOurResource(resource, installation)) {
    return ['invalid_target', 'resource is not an MCP endpoint of this server.']
  }
  return undefined
}

type Fault = [error: string, description: string]

/** The redirect URI with the response, `state`, and `iss` (RFC 9207). */
export function errorRedirect(
  { installation }: Pick<Parts, 'installation'>,
  { redirect_uri, state }: { redirect_uri: string; state: string | null },
  parameters: Record<string, string>,
): ErrorRedirect {
  const withIssuer = { ...parameters, ...(state === null ? {} : { state }), iss: installation.baseUrl }
  return { to: withParameters(redirect_uri, withIssuer) }
}

/** Among 32^8 codes a collision is rare; five in a row mean that something is wrong. */
const TRIES = 5

export const sessionDigest = (session: string): string => digest16('browser session', session)

/**
 * Creates the request for the agent with that handle; nothing reveals whether it exists (OAUTH-31). Returns the
 * request's id.
 */
export async function requestApproval(
  parts: Parts,
  { client, ...query }: AuthorizationQuery,
  { handle, session }: { handle: string; session: string },
): Promise<string> {
  const { db, clock, newId, randomBytes } = parts
  const now = new Date(clock())
  const name = handle.trim().toLowerCase().replace(/^@/, '')
  const agent = HANDLE_PATTERN.test(name) ? await findAgent(db, { handle: name }) : undefined
  const request = {
    ...query,
    id: newId(),
    session: sessionDigest(session),
    agent_id: agent?.id ?? null,
    client_id: client.id,
    client_name: client.name,
    created_at: now,
    expires_at: requestExpiry(now),
  }
  const { until, worthIt } = askingClientExpiry(now)
  await retainClient(db, client.id, until, worthIt)
  for (let turn = 0; turn < TRIES; turn++) {
    if (await insertAuthorizationRequest(db, { ...request, code: newShortCode(randomBytes) })) return request.id
  }
  throw new Error('no code was free')
}
