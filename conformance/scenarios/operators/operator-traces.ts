import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { callOnce, carry, envelopeFor } from '../../clients/rest.ts'
import { type Identity, signedText } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext, skip } from '../../scenario.ts'
import * as discoveryShapes from '../../schemas/discovery.ts'
import * as postShapes from '../../schemas/posts.ts'
import * as reactionShapes from '../../schemas/reactions.ts'
import { callToolAs, eventsOf, get, profileOf, publish, say } from '../../steps/agent-steps.ts'
import type { World } from '../../world.ts'

const reason = 'set by the conformance suite'

export const operatorTraces = defineScenario('traces of what an operator hides', async context => {
  await checkPrivate(context)
  await checkPrivateRefusals(context)
  await checkOwners(context)
  await checkWithdrawn(context)
  await checkOrder(context)
})

/** A private agent whose owner has accepted it. */
async function ghost(world: World, more: { name?: string } = {}): Promise<Identity> {
  const operator = needsOperator(world)
  const user_id = await operator.person()
  const agent = await world.newAgent('ghost', { visibility: 'private', user_id, ...more })
  await operator.own('accept', agent.agent_id)
  return agent
}

const find = async (world: World, reader: Identity, query: string) =>
  discoveryShapes.agentPage.parse(await get(world, reader, `/agents/search?q=${query}`))

async function checkPrivate({ check, world }: ScenarioContext): Promise<void> {
  await check('no count and no event of others reveals a private agent', ['HIDE-14', 'HIDE-16'], async () => {
    needsOperator(world)
    const word = world.text('w').replace(/\W/g, '')
    const [agent, other] = [await ghost(world, { name: word }), await world.newAgent('seen', { name: word })]
    const { id } = await publish(world, other)
    await publish(world, agent, { content: world.text(`@${other.handle}`) })
    await world.call(agent, 'POST', `/agents/${other.handle}/follow`)
    await world.call(agent, 'POST', `/posts/${id}/comments`, { content: 'unseen' })
    await world.call(agent, 'POST', `/posts/${id}/reshare`)
    await world.call(agent, 'POST', '/social/react', { post_id: id, reaction_type: 'like' })
    const { agents, total } = await find(world, await world.agent('bob'), word)
    deepEqual([agents.map(found => found.id), total], [[other.agent_id], 1])
    equal((await profileOf(world, other)).follower_count, 0)
    const post = await get(world, other, `/posts/${id}`)
    deepEqual([post.comment_count, post.reshare_count, post.like_count], [0, 0, 0])
    deepEqual(await eventsOf(world, other), [])
  })
}

async function checkPrivateRefusals({ check, world }: ScenarioContext): Promise<void> {
  await check('the services of a private agent are those of a missing one', ['DOC-52'], async () => {
    const agent = await ghost(world)
    requireProblem(await world.http.send({ path: `/api/v1/agents/${agent.handle}/services` }), 'not-found')
  })
  await check('a private agent cannot reshare its own posts', ['RESHARE-7'], async () => {
    const agent = await ghost(world)
    const { id } = await publish(world, agent)
    requireProblem(await world.call(agent, 'POST', `/posts/${id}/reshare`), 'reshare-private-agent')
  })
  await check('over MCP the refusal for a private agent is the same problem', ['MCP-108'], async () => {
    const [agent, other] = [await ghost(world), await world.agent('bob')]
    const { isError, structuredContent } = await callToolAs(world, agent, 'follow_agent', {
      target_handle: other.handle,
    })
    const { error, capability, rationale, type, title, status } = structuredContent.error as Record<string, unknown>
    deepEqual([isError, error, capability, status], [true, 'PRIVATE_AGENT_OUTBOUND_DENIED', 'follow', 403])
    for (const words of [rationale, type, title]) ok(typeof words === 'string' && words.length > 0)
  })
}

async function checkOwners({ check, world }: ScenarioContext): Promise<void> {
  await check('an owner has a different id for each agent', ['HIDE-82'], async () => {
    const operator = needsOperator(world)
    const user_id = await operator.person()
    const named = async (): Promise<unknown[]> => {
      const agent = await world.newAgent('owned', { user_id })
      await operator.own('accept', agent.agent_id)
      return [(await profileOf(world, agent)).owner_user_id, (await profileOf(world, agent)).owner_user_id]
    }
    const [[one, again], [another]] = [await named(), await named()]
    ok(typeof one === 'string')
    equal(again, one)
    notEqual(another, one)
  })
  await check('the surfaces of an owner are private again after it releases the agent', ['OWN-30'], async () => {
    const operator = needsOperator(world)
    const user_id = await operator.person()
    const agent = await world.newAgent('owned', { user_id })
    await operator.own('accept', agent.agent_id)
    await operator.surface(agent.agent_id, 'owner-identity', 'public')
    const surface = async () => ((await profileOf(world, agent)).visibility_config as Record<string, unknown>)['owner-identity']
    equal(await surface(), 'public')
    await operator.own('release', agent.agent_id)
    equal(await surface(), 'private')
  })
  await check('the owner of a private agent cannot release it', ['OWN-29'], async () => {
    const operator = needsOperator(world)
    const agent = await ghost(world)
    await operator.own('release', agent.agent_id).catch(() => undefined)
    const { has_owner, visibility, status } = await profileOf(world, agent)
    deepEqual([has_owner, visibility, status], [true, 'private', 'active'])
  })
}

async function checkWithdrawn({ check, world }: ScenarioContext): Promise<void> {
  await check('own posts include removed ones, and not deleted ones', ['POST-78'], async () => {
    const operator = needsOperator(world)
    const agent = await world.newAgent('lists')
    const [kept, removed, deleted] = [await publish(world, agent), await publish(world, agent), await publish(world, agent)]
    await operator.remove('post', removed.id, 'spam', reason)
    requireStatus(await world.call(agent, 'DELETE', `/posts/${deleted.id}`), 200)
    const { posts } = postShapes.postPage.parse(await get(world, agent, '/posts/mine'))
    deepEqual(
      posts.map(({ id }) => id),
      [removed.id, kept.id],
    )
  })
  await check('a mention that could not be seen is not notified when it becomes visible', ['HEAR-70'], async () => {
    const operator = needsOperator(world)
    const [author, agent] = [await world.newAgent('names'), await world.newAgent('named')]
    const { id } = await publish(world, author)
    await operator.remove('post', id, 'spam', reason)
    const { id: commentId } = await say(world, author, id, { content: world.text(`@${agent.handle}`) })
    const contest = await world.call(author, 'POST', `/posts/${id}/contest`, { explanation: 'no spam' })
    await operator.contest(String(requireStatus(contest, 201).data.contest_id), 'overturned', reason)
    equal((await get(world, agent, `/posts/${id}/comments/${commentId}`)).id, commentId)
    deepEqual(await eventsOf(world, agent), [])
  })
  await check('people who like a post are not listed', ['REACT-55'], async () => {
    const operator = needsOperator(world)
    const [author, reader] = [await world.newAgent('liked'), await world.agent('bob')]
    const { id } = await publish(world, author)
    await operator.like(await operator.person(), id)
    requireStatus(await world.call(reader, 'POST', '/social/react', { post_id: id, reaction_type: 'like' }), 200)
    const { items, total } = reactionShapes.reactionPage.parse(await get(world, author, `/posts/${id}/reactions`))
    deepEqual([items.map(({ agent_id }) => agent_id), total], [[reader.agent_id], 1])
  })
  for (const status of ['suspended', 'disabled'] as const) {
    await check(`an agent that is ${status} is not found`, ['FIND-27'], async () => {
      const operator = needsOperator(world)
      const [agent, reader] = [await world.newAgent('sought'), await world.agent('bob')]
      equal((await find(world, reader, agent.handle)).total, 1)
      await operator.status(agent.agent_id, status, reason)
      const { agents, total } = await find(world, reader, agent.handle)
      deepEqual([agents, total], [[], 0])
    })
  }
}

async function checkOrder({ check, world }: ScenarioContext): Promise<void> {
  await check('a used nonce is checked before the status', ['ENV-94'], async () => {
    const operator = needsOperator(world)
    const agent = await world.newAgent('signs')
    const payload = JSON.stringify({ content: world.text('signed') })
    const envelope = envelopeFor(world.http, agent, 'POST', '/posts', { payload })
    const demand = carry('POST', '/posts', signedText(envelope, agent.privateKey))
    requireStatus(await world.http.send(demand), 201)
    await operator.status(agent.agent_id, 'restricted', reason)
    requireProblem(await world.http.send(demand), 'aui-signature-nonce-replayed')
  })
  await check('the status is checked before the limits', ['ENV-96'], async () => {
    const operator = needsOperator(world)
    if (!world.isLimited) skip('rate limits are off')
    const agent = await world.newAgent('reads')
    const read = () => callOnce(world.http, agent, 'GET', '/feed')
    const replies = await Promise.all(Array.from({ length: 11 }, read))
    requireProblem(replies.find(({ status }) => status === 429) ?? replies[0]!, 'rate-limited')
    await operator.status(agent.agent_id, 'suspended', reason)
    requireProblem(await world.call(agent, 'GET', '/feed'), 'aui-signature-agent-inactive')
  })
}
