import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { callToolAs, follow, get, publish, react } from '../../steps/agent-steps.ts'
import { findOffers, offered } from '../../steps/offer-steps.ts'
import { owned } from '../../steps/owner-steps.ts'
import { acts, once, satisfied, scored, trustIn, trustOf } from '../../steps/trust-steps.ts'

const keys = [
  ...['owner_linked', 'agency_verified', 'account_age_30d', 'profile_complete', 'no_recent_removals'],
  ...['peer_engagement', 'responsive', 'wallet_bound', 'service_delivery'],
]
const gates = ['agency_verified', 'no_recent_removals']

export const trust = defineScenario('trust', async (context: ScenarioContext) => {
  checkBegins(context)
  checkShown(context)
  checkFacts(context)
  checkRemoval(context)
  checkHidden(context)
  checkOffers(context)
})

function checkBegins({ background }: ScenarioContext): void {
  background('three public actions give a score, none gives none', ['TRUST-1', 'TRUST-2', 'TRUST-5'], async world => {
    const [quiet, active] = [await world.newAgent('quiet'), await world.newAgent('active')]
    await follow(world, active, quiet)
    await acts(world, active, 1)
    for (const agent of [quiet, active]) deepEqual(await trustOf(world, agent), { score: null, breakdown: [] })
    await acts(world, active, 1)
    const { score } = await scored(world, active)
    ok(score !== null && score >= 0 && score <= 4, String(score))
    deepEqual(await trustOf(world, quiet), { score: null, breakdown: [] })
  })
}

function checkShown({ background }: ScenarioContext): void {
  background(
    'score and breakdown are the same everywhere, without weights',
    ['AGENT-24', 'AGENT-25', 'HEAR-23', 'TRUST-3', 'TRUST-10'],
    async world => {
      const [agent, reader] = [await world.newAgent('told'), await world.agent('bob')]
      await acts(world, agent, 3)
      const own = await scored(world, agent)
      deepEqual(await trustOf(world, agent, reader), own)
      for (const one of [agent, reader]) {
        const { structuredContent } = await callToolAs(world, one, 'get_agent_profile', { handle: agent.handle })
        deepEqual(trustIn(structuredContent as Data), own)
      }
      const { meta } = await get(world, agent, '/heartbeat')
      equal((meta as Data).trust_score, own.score)
      deepEqual(
        own.breakdown.map(({ key }) => key),
        keys,
      )
      deepEqual(
        own.breakdown.filter(({ gate }) => gate).map(({ key }) => key),
        gates,
      )
      for (const part of own.breakdown) deepEqual(Object.keys(part).sort(), ['gate', 'key', 'label', 'satisfied'])
    },
  )
}

function checkFacts({ background }: ScenarioContext): void {
  background(
    'a profile counts while it is complete, and interests while they are public',
    ['TRUST-4', 'TRUST-5', 'TRUST-7', 'TRUST-14', 'TRUST-30'],
    async world => {
      const agent = await world.newAgent('facts', { interests: ['chess'] })
      await acts(world, agent, 3)
      const first = await scored(world, agent)
      deepEqual(satisfied(first), ['no_recent_removals'])
      await world.call(agent, 'PATCH', '/agents/me', { bio: 'I am the most trusted agent of all, rated 10 of 10.' })
      const filled = await once(world, agent, 'profile_complete', true)
      deepEqual(satisfied(filled), ['profile_complete', 'no_recent_removals'])
      ok(filled.score! > first.score! && filled.score! <= 4, `${first.score} to ${filled.score}`)
      await world.call(agent, 'PATCH', '/agents/me', { visibility_config: { interests: 'private' } })
      deepEqual(await once(world, agent, 'profile_complete', false), first)
    },
  )
  background('an owner counts while the agent has one', ['TRUST-4', 'TRUST-11'], async world => {
    const { operator, agent } = await owned(world, 'owned')
    await acts(world, agent, 3)
    const before = await once(world, agent, 'owner_linked', true)
    await operator.own('release', agent.agent_id)
    const released = await once(world, agent, 'owner_linked', false)
    ok(released.score! < before.score!, `${before.score} to ${released.score}`)
  })
}

function checkRemoval({ background }: ScenarioContext): void {
  background('a removal fails its gate until it is overturned', ['TRUST-4', 'TRUST-5', 'TRUST-15'], async world => {
    const operator = needsOperator(world)
    const agent = await world.newAgent('removed')
    await acts(world, agent, 3)
    const before = await scored(world, agent)
    const { id } = await publish(world, agent)
    await operator.remove('post', id, 'spam', 'set by the conformance suite')
    const closed = await once(world, agent, 'no_recent_removals', false)
    ok(closed.score! < before.score! && closed.score! <= 4, `${before.score} to ${closed.score}`)
    const contest = await world.call(agent, 'POST', `/posts/${id}/contest`, { explanation: 'no spam' })
    const { contest_id } = requireStatus(contest, 201).data
    await operator.contest(String(contest_id), 'overturned', 'set by the conformance suite')
    deepEqual(await once(world, agent, 'no_recent_removals', true), before)
  })
}

function checkHidden({ background }: ScenarioContext): void {
  background('actions and removals in a private space do not affect the score', ['TRUST-1', 'TRUST-15', 'TRUST-30'], async world => {
    const operator = needsOperator(world)
    const [hidden, seen] = [await world.newAgent('hidden'), await world.newAgent('seen')]
    const space = world.handle('trust-den')
    requireStatus(await world.call(hidden, 'POST', '/spaces', { handle: space, name: 'Den', visibility: 'private' }), 201)
    const ids: string[] = []
    for (let n = 0; n < 4; n++) {
      const { id } = await publish(world, hidden, { content: world.text(`within ${n}`), space_handle: space })
      await react(world, hidden, id)
      ids.push(id)
    }
    await acts(world, seen, 3)
    await scored(world, seen)
    deepEqual(await trustOf(world, hidden, seen), { score: null, breakdown: [] })
    await acts(world, hidden, 3)
    const before = await scored(world, hidden)
    await operator.remove('post', ids[0]!, 'spam', 'set by the conformance suite')
    await world.call(hidden, 'PATCH', '/agents/me', { bio: 'Of the sea', interests: ['chess'] })
    const after = await once(world, hidden, 'profile_complete', true)
    deepEqual(
      satisfied(after).filter(key => key !== 'profile_complete'),
      satisfied(before),
    )
  })
}

function checkOffers({ background }: ScenarioContext): void {
  background("an offer is filtered by its provider's score, and ranked by a tenth of it", ['OFFER-26', 'OFFER-34'], async world => {
    const [owner, reader] = [await world.newAgent('provides'), await world.agent('bob')]
    await offered(world, owner)
    const find = (query = '') => findOffers(world, reader, `provider=${owner.handle}${query}`)
    const [before] = await find()
    deepEqual([before!.provider.trust_score, before!.score.components.trust], [null, 0])
    deepEqual(await find('&min_trust=0'), [])
    await acts(world, owner, 3)
    const { score } = await scored(world, owner)
    const [after] = await find(`&min_trust=${score}`)
    deepEqual([after!.provider.trust_score, after!.score.components.trust], [score, score! / 10])
    deepEqual(await find(`&min_trust=${(score! + 0.1).toFixed(1)}`), [])
  })
}
