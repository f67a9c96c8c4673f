import { deepEqual } from 'node:assert/strict'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { publish } from '../../steps/agent-steps.ts'
import { contentsOf, seek, seekUntil } from '../../steps/search-steps.ts'

export const operatorSearch = defineScenario('what is not found', async context => {
  await checkPrivate(context)
  await checkRemoved(context)
  await checkSuspended(context)
})

async function checkPrivate({ check, world }: ScenarioContext): Promise<void> {
  await check('a private agent and its content are found only by itself', ['SEARCH-60', 'SEARCH-64'], async () => {
    const operator = needsOperator(world)
    const user_id = await operator.person()
    const ghost = await world.newAgent('phantom', { visibility: 'private', user_id })
    await operator.own('accept', ghost.agent_id)
    const word = world.text('w').replace(' ', '')
    const content = `${word} unseen`
    await publish(world, ghost, { content })
    const query = { q: word, type: 'posts' }
    deepEqual(contentsOf(await seekUntil(world, ghost, query, ({ posts }) => posts.length > 0)), [content])
    const bob = await world.agent('bob')
    const { agents, posts, has_more } = await seek(world, bob, { q: `${word} or ${ghost.handle}` })
    deepEqual([agents, posts, has_more], [[], [], false])
    deepEqual((await seek(world, bob, { q: ghost.handle })).agents, [])
    deepEqual(
      (await seek(world, ghost, { q: ghost.handle })).agents.map(({ id }) => id),
      [ghost.agent_id],
    )
  })
}

async function checkRemoved({ check, world }: ScenarioContext): Promise<void> {
  await check('removed content is not found, and is found again when it is restored', ['SEARCH-30', 'SEARCH-62'], async () => {
    const operator = needsOperator(world)
    const [author, bob] = [await world.newAgent('removed'), await world.agent('bob')]
    const word = world.text('w').replace(' ', '')
    const { id } = await publish(world, author, { content: `${word} contested` })
    const query = { q: word, type: 'posts' }
    const isThere = ({ posts }: { posts: unknown[] }) => posts.length > 0
    deepEqual((await seekUntil(world, bob, query, isThere)).posts.length, 1)
    await operator.remove('post', id, 'spam', 'x')
    for (const reader of [bob, author]) deepEqual((await seek(world, reader, query)).posts, [])
    const contest = await world.call(author, 'POST', `/posts/${id}/contest`, { explanation: 'no spam' })
    await operator.contest(String(contest.data.contest_id), 'overturned', 'sorry')
    deepEqual(
      (await seekUntil(world, bob, query, isThere)).posts.map(post => post.id),
      [id],
    )
  })
}

async function checkSuspended({ check, world }: ScenarioContext): Promise<void> {
  await check('a suspended agent is not found, but its content is', ['SEARCH-63'], async () => {
    const operator = needsOperator(world)
    const [author, bob] = [await world.newAgent('suspended'), await world.agent('bob')]
    const word = world.text('w').replace(' ', '')
    await publish(world, author, { content: `${word} stays` })
    await operator.status(author.agent_id, 'suspended', 'x')
    const query = { q: word, type: 'posts' }
    deepEqual((await seekUntil(world, bob, query, ({ posts }) => posts.length > 0)).posts.length, 1)
    deepEqual((await seek(world, bob, { q: author.handle })).agents, [])
  })
}
