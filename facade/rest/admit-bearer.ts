import { admit } from '../../tools/admission/admission.ts'
import type { Action } from '../../tools/admission/counted-action.ts'
import type { Tally } from '../../tools/admission/quotas.ts'
import type { AgentActor, Runtime } from '../../tools/kernel/context.ts'
import type { Tool } from '../../tools/kernel/define.ts'
import { Problem } from '../../tools/kernel/problems/problems.ts'

const BEARER = /^Bearer(?: +(.*))?$/i

/** The token of an `Authorization: Bearer` header, '' where it has none; other schemes are nobody's here. */
export function bearerToken(authorization: string | undefined): string | undefined {
  const found = authorization === undefined ? null : BEARER.exec(authorization)
  return found ? (found[1] ?? '') : undefined
}

/** What a request is counted against; `action` is asked for once it is known who calls. */
export interface Counting {
  action(): Action | undefined
  tally: Tally
}

/** Admits a request that carries a bearer token instead of an envelope (decisions G36, S47). */
export async function admitBearer(
  runtime: Runtime,
  tool: Tool,
  token: string,
  { action, tally }: Counting,
): Promise<AgentActor> {
  const holder = await runtime.tokens.find(token)
  if (!holder) throw new Problem('invalid-token', 'The access token is unknown, expired or revoked.')
  const { scopes, statuses } = tool
  const isGranted = scopes?.some(scope => holder.scopes.includes(scope)) === true
  const terms = { door: 'rest', statuses, tally, action: isGranted ? action() : undefined } as const
  const actor = await admit(runtime, { kind: 'token', holder }, terms)
  if (!isGranted) {
    throw new Problem('insufficient-scope', 'The token does not carry the scope that this request needs.', {
      required_scope: scopes?.join(' ') ?? '',
    })
  }
  return actor
}
