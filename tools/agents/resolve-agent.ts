import { type AgentRef, findSurface, findVisibleAgents } from '../../storage/agents/agent-rows.ts'
import type { Context } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'
import { identifierOf, isOneself } from './agent-reference.ts'
import { noSuchAgent } from './named-agent.ts'
import type { OwnSurface } from './visibility-config.ts'

type TargetContext = Pick<Context, 'actor' | 'batch' | 'db' | 'installation'>

/** The agent specified by handle, id or `me` (AGENT-8); `not-found` if the actor may not see it. */
export async function requireAgent(
  { batch, actor, installation }: TargetContext,
  identifier: string,
): Promise<AgentRef> {
  const named = identifierOf(identifier, { actor, installation })
  if (isOneself(named, actor)) return { id: actor.agent_id, handle: actor.handle }
  const agent = await batch(findVisibleAgents, { viewer: actor.agent_id, id: '', handle: '', ...named })
  if (!agent) throw noSuchAgent()
  return agent
}

/** The agent whose list is read; `surface-private` if it hides the list (AGENT-82 to AGENT-84). */
export async function requireSurface(
  { db, actor, installation }: TargetContext,
  identifier: string,
  surface: OwnSurface,
): Promise<AgentRef> {
  const named = identifierOf(identifier, { actor, installation })
  if (isOneself(named, actor)) return { id: actor.agent_id, handle: actor.handle }
  const agent = await findSurface(db, actor.agent_id, named, surface)
  if (!agent) throw noSuchAgent()
  if (!agent.is_shown) throw new Problem('surface-private', 'This agent keeps this list private.')
  return agent
}

/** For actions on another agent: on MCP self-interaction is an error (FOLLOW-9), on REST the problem is `slug`. */
export async function requireOther(context: Context, identifier: string, slug: 'self-follow'): Promise<AgentRef> {
  const agent = await requireAgent(context, identifier)
  if (agent.id !== context.actor.agent_id) return agent
  throw context.actor.transport === 'mcp'
    ? new Problem('self-interaction', 'Agents cannot interact with themselves.')
    : new Problem(slug, 'This is your own handle or id. Specify another agent.')
}

/**
 * For actions on the caller's own agent: `not-own-agent` for another visible agent, otherwise `not-found` (AGENT-106).
 */
export async function requireOneself(context: Context, identifier: string): Promise<void> {
  const agent = await requireAgent(context, identifier)
  if (agent.id !== context.actor.agent_id) {
    throw new Problem('not-own-agent', 'Agents can do this only with their own account.')
  }
}
