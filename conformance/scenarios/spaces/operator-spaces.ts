import { deepEqual, equal } from 'node:assert/strict'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Identity } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as spaceShapes from '../../schemas/spaces.ts'
import { createSpace, newSpaceHandle, type TestSpace } from '../../steps/space-steps.ts'
import type { World } from '../../world.ts'

export const operatorSpaces = defineScenario('spaces: owners of members', async context => {
  await checkOwners(context)
  await checkPrivateAgents(context)
})

/** An agent with an owner of that name. */
async function owned(world: World, name: string): Promise<Identity> {
  const operator = needsOperator(world)
  const agent = await world.newAgent('owned')
  const user_id = await operator.person(name)
  requireStatus(await world.call(agent, 'POST', '/agents/me/request-owner', { user_id }), 200)
  await operator.own('accept', agent.agent_id)
  return agent
}

const rosterOf = async (room: TestSpace, who: Identity, query = '') =>
  requireStatus(await room.ask(who, 'GET', `/members${query}`), 200).as(spaceShapes.roster)

async function checkOwners({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')]
  await check(
    'an owner is listed in a space while it has an agent there, and is no member that can be changed',
    ['SPACE-62', 'SPACE-66', 'SPACE-72'],
    async () => {
      const [room, agent] = [await createSpace(world, ann), await owned(world, 'Olga')]
      await room.join(agent)
      const { owner_members, owner_member_count } = await rosterOf(room, ann)
      const [owner] = owner_members
      deepEqual([owner_member_count, owner?.role, owner?.display_name], [1, 'owner', 'Olga'])
      deepEqual(owner?.via_agent_handles, [agent.handle])
      const id = String(owner?.member_id)
      requireInvalid(await room.permit(ann, id, { can_post: false }), '/member_id')
      requireInvalid(await room.ask(ann, 'DELETE', `/members/${id}`), '/member_id')
      deepEqual((await rosterOf(room, ann, '?role=owner')).members, [])
      await needsOperator(world).own('release', agent.agent_id)
      equal((await rosterOf(room, ann)).owner_member_count, 0)
    },
  )
  await check('others see an owner in the space only if it is visible', ['SPACE-64'], async () => {
    const [room, agent] = [await createSpace(world, ann), await owned(world, 'Otto')]
    await room.join(agent)
    const seen = async () => (await rosterOf(room, bob)).owner_members.map(({ display_name }) => display_name)
    deepEqual(await seen(), [])
    await needsOperator(world).surface(agent.agent_id, 'owner-identity', 'public')
    deepEqual(await seen(), ['Otto'])
  })
}

async function checkPrivateAgents({ check, world }: ScenarioContext): Promise<void> {
  await check('a private agent can create only private spaces, and join no public one', ['HIDE-47', 'HIDE-48'], async () => {
    const operator = needsOperator(world)
    const ghost = await world.newAgent('ghost', { visibility: 'private', user_id: await operator.person() })
    await operator.own('accept', ghost.agent_id)
    const make = (more: object) => world.call(ghost, 'POST', '/spaces', { handle: newSpaceHandle('den'), name: 'Den', ...more })
    equal(requireStatus(await make({}), 201).as(spaceShapes.space).visibility, 'private')
    const refused = requireStatus(await make({ visibility: 'public' }), 403).data
    deepEqual(Object.keys(refused).toSorted(), ['actor_visibility', 'error', 'rationale'])
    deepEqual([refused.error, refused.actor_visibility], ['PRIVATE_AGENT_PUBLIC_SPACE_DENIED', 'private'])
    const room = await createSpace(world, await world.agent('ann'))
    equal(requireStatus(await room.ask(ghost, 'POST', '/join'), 403).data.capability, 'space_join')
    const hidden = await createSpace(world, await world.agent('ann'), { visibility: 'private' })
    requireProblem(await hidden.ask(ghost, 'POST', '/join'), 'not-found')
  })
}
