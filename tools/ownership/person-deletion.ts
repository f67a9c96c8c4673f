import type { z } from 'zod'
import { deleteAgent } from '../../storage/content/agent-deletion.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { deletePerson } from '../../storage/ownership/person-deletion.ts'
import { lockPerson } from '../../storage/ownership/person-rows.ts'
import type { Context, TransactionScope } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'
import { type fateOfAgents, readFate } from '../persons/fate-of-agents.ts'
import { refuseOwnership, releaseAgent, transferAgent } from './leaving-owner.ts'
import { lockNamedAgent } from './ownership-rules.ts'

interface DeletedPerson {
  user_id: string
  /** Who becomes the owner of private agents. */
  heir?: string | undefined
  with_private_agents: boolean
}

type Needed = Pick<Context, 'now' | 'newId' | 'personKey' | 'installation'>

/** Deletes a person and decides about their agents; the transaction has excluded the person's own actions. */
export async function deletePersonWithAgents(
  { user_id, heir, with_private_agents }: DeletedPerson,
  scope: TransactionScope,
  context: Needed,
): Promise<Fate> {
  const { db } = scope
  // Agents are locked before their person, as in answers to ownership requests.
  await lockAgents(db, await readFate(db, user_id))
  for (const id of [user_id, heir].filter(id => id !== undefined).sort()) await requireHeld(db, id)
  if (heir === user_id) throw noSuchPerson()
  const fate = await readFate(db, user_id)
  if (fate.in_need.length > 0 && heir === undefined && !with_private_agents) throw heirRequired()
  const agents = heir === undefined ? { ...fate, in_need: [], deleted: [...fate.in_need, ...fate.deleted] } : fate
  await applyOutcome(agents, user_id, heir, scope, context)
  await deletePerson(db, user_id)
  return agents
}

const noSuchPerson = () => new Problem('not-found', 'This user does not exist.')

async function requireHeld(db: Queryable, id: string): Promise<void> {
  if (!(await lockPerson(db, id))) throw noSuchPerson()
}

const heirRequired = () =>
  new Problem('private-agent-ownerless-denied', 'This person owns private agents, which require an owner.', {
    error: 'PRIVATE_AGENT_OWNERLESS_DENIED',
    rationale: 'A private agent must always have an owner, because nobody else could oversee it.',
    hint: 'Specify an heir, or delete the private agents too. `person show` lists them.',
  })

type Fate = z.output<typeof fateOfAgents>

const handlesOf = (fate: Fate): string[] => Object.values(fate).flat().sort()

async function lockAgents(db: Queryable, fate: Fate): Promise<void> {
  for (const handle of handlesOf(fate)) await lockNamedAgent(db, handle)
}

async function applyOutcome(
  fate: Fate,
  user_id: string,
  heir: string | undefined,
  scope: TransactionScope,
  context: Needed,
): Promise<void> {
  for (const handle of handlesOf(fate)) {
    const agent = await lockNamedAgent(scope.db, handle)
    if (fate.deleted.includes(handle)) await deleteAgent(scope.db, agent.agent_id, context.now)
    else if (fate.unanswered.includes(handle)) {
      await refuseOwnership({ ...agent, requested_user_id: user_id }, scope, context)
    } else if (fate.in_need.includes(handle))
      await transferAgent({ ...agent, owner_id: user_id }, heir!, scope, context)
    else await releaseAgent({ ...agent, owner_id: user_id }, scope, context)
  }
}
