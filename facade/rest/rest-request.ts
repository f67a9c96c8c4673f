import type { Tool } from '../../tools/core/define-tool.ts'
import { tokenDigest } from '../../tools/tokens/token-ring.ts'
import type { HttpExchange } from '../http/exchange.ts'
import { bearerToken } from '../http/security/bearer.ts'
import type { Route } from './route.ts'

/** A request to the route of a tool for agents, before authentication. */
export interface RestRequest {
  exchange: HttpExchange
  route: Route
  tool: Tool
  parameters: Record<string, string | undefined>
  body: Buffer
  /** The path that clients sign, including the public prefix. */
  publicPath: string
  /** The envelope in its header. */
  signature: string | undefined
  /** The digest of its bearer token, if its tool accepts one and there is no envelope in the header. */
  token: string | undefined
}

/** The claimed credential. */
export function credentialsOf({ headers }: HttpExchange, { scopes }: Tool): Pick<RestRequest, 'signature' | 'token'> {
  const signature = headers['x-aui-signature'] as string | undefined
  if (scopes === null || signature !== undefined) return { signature, token: undefined }
  const token = bearerToken(headers.authorization)
  return { signature, token: token === undefined ? undefined : tokenDigest(token) }
}

/** What the request claims to be authenticated by, before any work is done for it. */
export function claimIdentity({ exchange, body, signature, token }: RestRequest): Promise<void> | undefined {
  const claimed = token ?? claimedAgent(body, signature)
  return claimed === undefined ? undefined : exchange.limits.claim(claimed)
}

const AGENT_ID = /"agent_id"\s*:\s*"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/i
const LOOKED_AT = 2_048
/** Most envelopes start with it. */
const FIRST_LOOKED_AT = 128

/** The agent that an envelope names in its first or last bytes, before it is parsed; not authenticated. */
function claimedAgent(body: Buffer, header: string | undefined): string | undefined {
  const first = idIn(body.toString('latin1', 0, FIRST_LOOKED_AT))
  if (first !== undefined) return first
  const end = body.length > LOOKED_AT ? body.toString('latin1', body.length - LOOKED_AT) : ''
  const text = body.length === 0 ? (header ?? '') : body.toString('latin1', 0, LOOKED_AT) + end
  return idIn(text)
}

const idIn = (text: string): string | undefined => AGENT_ID.exec(text)?.[1]?.toLowerCase()
