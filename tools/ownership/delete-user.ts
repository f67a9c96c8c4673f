import { z } from 'zod'
import { deleteAgent } from '../../storage/content/agent-deletion.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { deletePerson } from '../../storage/ownership/person-deletion.ts'
import { lockPerson } from '../../storage/ownership/person-rows.ts'
import type { Context, OperatorActor, TransactionScope } from '../core/context.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'
import { personId } from '../persons/person-schema.ts'
import { fateOfAgents, readFate } from './fate-of-agents.ts'
import { refuseOwnership, releaseAgent, transferAgent } from './leaving-owner.ts'
import { lockNamedAgent } from './ownership-rules.ts'

export const deleteUser = defineOperatorTool({
  name: 'delete_user',
  description:
    'Delete a person and their content. Public agents continue without an owner; private agents need an heir or ' +
    'are deleted.',
  effect: 'destructive',
  recent_sign_in: true,
  input: z.object({
    user_id: personId,
    heir: uuid.optional().describe('who becomes the owner of private agents'),
    with_private_agents: z.boolean().default(false).describe('also delete private agents if there is no heir'),
  }),
  output: z.object({ user_id: uuid, agents: fateOfAgents }),
  problems: ['not-found', 'private-agent-ownerless-denied'],
  personsAlone: ({ user_id, heir }) => [user_id, heir],
  handler: (given, context) =>
    context.transaction(async scope => {
      const { db, audit } = scope
      const { user_id, heir, with_private_agents } = given
      // Agents are locked before their person, as in answers to ownership requests.
      await holdAll(db, await readFate(db, user_id))
      for (const id of [user_id, heir].filter(id => id !== undefined).sort()) await requireHeld(db, id)
      if (heir === user_id) throw noSuchPerson()
      const fate = await readFate(db, user_id)
      if (fate.in_need.length > 0 && heir === undefined && !with_private_agents) throw inNeed()
      const agents = heir === undefined ? { ...fate, in_need: [], deleted: [...fate.in_need, ...fate.deleted] } : fate
      await carryOut(agents, user_id, heir, scope, context)
      await deletePerson(db, user_id)
      audit({ action: 'delete_user', subject: { user_id }, before: {}, after: { ...agents, heir: heir ?? null } })
      return { user_id, agents }
    }),
})

const noSuchPerson = () => new Problem('not-found', 'This user does not exist.')

async function requireHeld(db: Queryable, id: string): Promise<void> {
  if (!(await lockPerson(db, id))) throw noSuchPerson()
}

const inNeed = () =>
  new Problem('private-agent-ownerless-denied', 'This person owns private agents, which require an owner.', {
    error: 'PRIVATE_AGENT_OWNERLESS_DENIED',
    rationale: 'A private agent must always have an owner, because nobody else could oversee it.',
    hint: 'Specify an heir, or delete the private agents too. `person show` lists them.',
  })

type Fate = z.output<typeof fateOfAgents>

const everyone = (fate: Fate): string[] => Object.values(fate).flat().sort()

async function holdAll(db: Queryable, fate: Fate): Promise<void> {
  for (const handle of everyone(fate)) await lockNamedAgent(db, handle)
}

async function carryOut(
  fate: Fate,
  user_id: string,
  heir: string | undefined,
  scope: TransactionScope,
  context: Context<OperatorActor>,
): Promise<void> {
  for (const handle of everyone(fate)) {
    const agent = await lockNamedAgent(scope.db, handle)
    if (fate.deleted.includes(handle)) await deleteAgent(scope.db, agent.agent_id, context.now)
    else if (fate.unanswered.includes(handle)) {
      await refuseOwnership({ ...agent, requested_user_id: user_id }, scope, context)
    } else if (fate.in_need.includes(handle))
      await transferAgent({ ...agent, owner_id: user_id }, heir!, scope, context)
    else await releaseAgent({ ...agent, owner_id: user_id }, scope, context)
  }
}
