import type { AgentActor, Runtime } from '../../tools/context.ts'
import type { Tool } from '../../tools/define.ts'
import { admit } from '../../tools/identity/admission.ts'
import { Problem } from '../../tools/problems.ts'

const BEARER = /^Bearer +(\S.*)$/i

/** The token of an `Authorization: Bearer` header; other schemes are nobody's here. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  authorization === undefined ? undefined : BEARER.exec(authorization)?.[1]

/** Admits a request that carries a bearer token instead of an envelope (decisions G36, S47). */
export async function admitBearer(runtime: Runtime, tool: Tool, token: string): Promise<AgentActor> {
  const holder = await runtime.tokens.find(token)
  if (!holder) throw new Problem('invalid-token', 'The access token is unknown, expired or revoked.')
  const actor = await admit(runtime, { kind: 'token', holder }, { door: 'rest', statuses: tool.statuses })
  const { scopes } = tool
  if (!scopes?.some(scope => holder.scopes.includes(scope))) {
    throw new Problem('insufficient-scope', 'The token does not carry the scope that this request needs.', {
      required_scope: scopes?.join(' ') ?? '',
    })
  }
  return actor
}
