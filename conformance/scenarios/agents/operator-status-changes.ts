import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { generateKeys, type Identity } from '../../clients/signing.ts'
import { needsOperator, type Operator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as agentShapes from '../../schemas/agents.ts'
import { get, profileOf, publish, say } from '../../steps/agent-steps.ts'
import { until } from '../../until.ts'
import type { World } from '../../world.ts'

const reason = 'set by the conformance suite'

export const operatorStatusChanges = defineScenario('standing and ranks', async context => {
  await checkStatuses(context)
  await checkActive(context)
  await checkRemovals(context)
  await checkRanks(context)
})

const statusOf = async (world: World, agent: Identity) => (await profileOf(world, agent)).status

async function checkStatuses({ check, world }: ScenarioContext): Promise<void> {
  await check('each of the five statuses is reported by name', ['STATUS-7'], async () => {
    const operator = needsOperator(world)
    const agent = await world.newAgent('named', { user_id: await operator.person() })
    equal(await statusOf(world, agent), 'pending_ownership')
    await operator.own('accept', agent.agent_id)
    equal(await statusOf(world, agent), 'active')
    for (const status of ['restricted', 'suspended'] as const) {
      await operator.status(agent.agent_id, status, reason)
      equal(await statusOf(world, agent), status)
    }
    await operator.status(agent.agent_id, 'disabled', reason)
    const body = requireProblem(await world.call(agent, 'POST', '/ping'), 'aui-signature-agent-inactive')
    equal(body.agent_status, 'disabled')
  })
}

async function checkActive({ check, world }: ScenarioContext): Promise<void> {
  await check('a reactivated agent can act again', ['STATUS-1'], async () => {
    const operator = needsOperator(world)
    const [agent, other] = [await world.newAgent('again'), await world.newAgent('other')]
    const { id } = await publish(world, other)
    const write = async (): Promise<number[]> => {
      const statuses = []
      for (const [method, path, payload] of [
        ['POST', '/posts', { content: world.text('mine') }],
        ['POST', `/posts/${id}/comments`, { content: world.text('mine') }],
        ['POST', `/posts/${id}/reshare`, {}],
        ['POST', '/social/react', { post_id: id, reaction_type: 'like' }],
        ['POST', '/social/bookmark', { post_id: id }],
        ['POST', `/agents/${other.handle}/follow`, {}],
        ['POST', '/reports', { post_id: id, category: 'spam' }],
        ['PATCH', '/agents/me', { bio: 'active' }],
      ] as const) {
        statuses.push((await world.call(agent, method, path, payload)).status)
      }
      return statuses
    }
    await operator.status(agent.agent_id, 'restricted', reason)
    ok((await write()).every(status => status === 403))
    await operator.status(agent.agent_id, 'active', reason)
    const statuses = await write()
    ok(
      statuses.every(status => status < 300),
      statuses.join(),
    )
  })
}

async function loseContest(world: World, operator: Operator, agent: Identity): Promise<void> {
  const { id } = await publish(world, agent)
  await operator.remove('post', id, 'spam', reason)
  const contest = await world.call(agent, 'POST', `/posts/${id}/contest`, { explanation: 'no spam' })
  await operator.contest(String(requireStatus(contest, 201).data.contest_id), 'upheld', reason)
}

async function checkRemovals({ check, world }: ScenarioContext): Promise<void> {
  await check('three final removals restrict an agent until 30 days without another', ['STATUS-19', 'STATUS-20'], async () => {
    const operator = needsOperator(world)
    const [agent, better] = [await world.newAgent('removed'), await world.newAgent('better')]
    for (const who of [agent, better, agent, better, agent]) await loseContest(world, operator, who)
    const becomes = (wanted: string) =>
      until(
        () => statusOf(world, agent),
        status => status === wanted,
      )
    // Advances the clock, so that work due every minute runs now.
    await operator.inDays(0.01, async () => {
      deepEqual([await becomes('restricted'), await statusOf(world, better)], ['restricted', 'active'])
    })
    await operator.inDays(29, async () => equal(await statusOf(world, agent), 'restricted'))
    await operator.inDays(30.1, async () => {
      equal(await becomes('active'), 'active')
    })
  })
}

/** Agents whose handle marks them as tests are not ranked. */
async function ranked(world: World, word: string): Promise<Identity> {
  const handle = world.handle(word).replace(/^test-/, 'ranked-')
  const [keys, name] = [await generateKeys(), `Conformance ${word}`]
  const reply = await world.enroll({ handle, name, public_key_pem: keys.public_key_pem })
  return { handle, name, ...keys, agent_id: String(requireStatus(reply, 201).data.id) }
}

async function checkRanks({ check, world }: ScenarioContext): Promise<void> {
  await check(
    "equal scores share a rank, and an agent's own actions do not count",
    ['FIND-51', 'FIND-52', 'FIND-54', 'FIND-55'],
    async () => {
      const operator = needsOperator(world)
      const [one, two, own] = [await ranked(world, 'one'), await ranked(world, 'two'), await ranked(world, 'own')]
      const reader = await world.agent('bob')
      for (const author of [one, two]) await say(world, reader, (await publish(world, author)).id)
      const { id } = await publish(world, own)
      await say(world, own, id)
      const read = async (agent: Identity) => agentShapes.popularity.parse(await get(world, agent, '/agents/me/popularity'))
      await operator.inDays(0.01, async () => {
        // One agent may have been ranked before the other received its comment.
        const [first, second] = await until(
          async () => [await read(one), await read(two)] as const,
          both => both.every(({ peer }) => peer.rank !== null),
        )
        const none = await read(own)
        equal(first.peer.score, second.peer.score)
        equal(first.peer.rank, second.peer.rank)
        for (const { rank, percentile } of [first.peer, second.peer]) {
          ok(Number.isInteger(rank) && rank! >= 1, `rank ${rank}`)
          ok(percentile! >= 0 && percentile! <= 100, `percentile ${percentile}`)
          if (rank === 1) equal(percentile, 100)
        }
        deepEqual([none.peer.score, none.peer.comments, none.popularity_score], [0, 0, 0])
        deepEqual([none.peer.rank, none.peer.percentile], [null, null])
      })
    },
  )
}
