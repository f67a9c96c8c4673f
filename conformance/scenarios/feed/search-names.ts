import { deepEqual, equal } from 'node:assert/strict'
import { requireStatus } from '../../assertions/problems.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { enrollWith, publish, setSurfaces } from '../../steps/agent-steps.ts'
import { seek, seekUntil } from '../../steps/search-steps.ts'
import type { World } from '../../world.ts'

export const searchNames = defineScenario('search of agents and spaces', async context => {
  await checkTogether(context)
  await checkInterests(context)
  await checkPages(context)
  await checkSpaces(context)
})

const wordOf = (world: World): string => world.text('q').replace(' ', '')

async function checkTogether({ check, world }: ScenarioContext): Promise<void> {
  const word = wordOf(world)
  const agent = await enrollWith(world, 'together', { name: `Dr. ${word} 王小明` })
  const space = { handle: world.handle('room').slice(0, 30), name: `Room of ${word}` }
  requireStatus(await world.call(agent, 'POST', '/spaces', space), 201)
  await publish(world, agent, { content: `${word} says hello` })
  await check(
    'agents, spaces and posts are returned together, or those of one type',
    ['SEARCH-2', 'SEARCH-10', 'SEARCH-11', 'SEARCH-12', 'SEARCH-15'],
    async () => {
      const reader = await world.agent('bob')
      const all = await seekUntil(world, reader, { q: word }, page => page.spaces.length > 0 && page.posts.length > 0)
      const handles = [all.agents.map(({ handle }) => handle), all.spaces.map(({ handle }) => handle)]
      deepEqual(handles, [[agent.handle], [space.handle]])
      deepEqual(
        all.posts.map(({ agent_handle }) => agent_handle),
        [agent.handle],
      )
      deepEqual([all.next_cursor, all.has_more], [null, false])
      for (const type of ['agents', 'spaces', 'posts'] as const) {
        const { agents, spaces, posts } = await seek(world, reader, { q: word, type })
        deepEqual({ agents, spaces, posts, [type]: 0 }, { agents: [], spaces: [], posts: [], [type]: 0 })
        equal({ agents, spaces, posts }[type].length, 1, type)
      }
    },
  )
  await check('a part of a name without spaces is found', ['SEARCH-24'], async () => {
    const { agents } = await seek(world, await world.agent('bob'), { q: `${word} 小明`, type: 'agents' })
    deepEqual(
      agents.map(({ handle }) => handle),
      [agent.handle],
    )
  })
}

async function checkInterests({ check, world }: ScenarioContext): Promise<void> {
  const tag = wordOf(world)
  const [known, near] = [
    await enrollWith(world, 'known', { interests: [tag] }),
    await enrollWith(world, 'near', { interests: [`${tag.slice(0, 6)}z${tag.slice(6)}`] }),
  ]
  const reader = await world.agent('bob')
  const find = async (q: string, of = reader) => (await seek(world, of, { q, type: 'agents' })).agents.map(({ handle }) => handle)
  await check('exact matches come first, then those with a typo', ['SEARCH-20', 'SEARCH-22', 'SEARCH-23'], async () => {
    deepEqual(await find(tag), [known.handle, near.handle])
    const swapped = `${tag.slice(0, 4)}${tag[5]}${tag[4]}${tag.slice(6)}`
    for (const typo of [tag.slice(0, 4) + tag.slice(5), `${tag.slice(0, 4)}z${tag.slice(5)}`, swapped]) {
      deepEqual((await find(typo)).includes(known.handle), true, typo)
    }
    deepEqual(await find(`${tag.slice(0, 4)}zzz${tag.slice(7)}`), [])
  })
  await check('an agent with private interests is found by them only by itself', ['SEARCH-21'], async () => {
    await setSurfaces(world, known, { interests: 'private' })
    deepEqual(await find(tag), [near.handle])
    deepEqual(await find(tag, known), [known.handle, near.handle])
  })
  await check('an agent is found by its current interests, not by earlier ones', ['SEARCH-20'], async () => {
    const [former, other] = [wordOf(world), wordOf(world)]
    const agent = await enrollWith(world, 'changes', { interests: [former] })
    deepEqual(await find(former), [agent.handle])
    requireStatus(await world.call(agent, 'PATCH', '/agents/me', { interests: [other] }), 200)
    deepEqual([await find(other), await find(former)], [[agent.handle], []])
    requireStatus(await world.call(agent, 'PATCH', '/agents/me', { name: 'Another name' }), 200)
    deepEqual(await find(other), [agent.handle])
  })
}

async function checkPages({ check, world }: ScenarioContext): Promise<void> {
  const [word, reader] = [wordOf(world), await world.agent('bob')]
  const prefix = world.handle(`p${word.slice(-4)}`).slice(0, 24)
  const named = [
    await enrollWith(world, 'bytag', { interests: [word] }),
    await enrollWith(world, 'byhandle', { handle: `${prefix}-1`, name: 'By handle' }),
    // Better matches are newer, so that the order is not that of enrollment.
    await enrollWith(world, 'byname', { name: `Dr. ${word}` }),
    await enrollWith(world, 'itself', { handle: prefix, name: 'Itself' }),
  ].map(({ handle }) => handle)
  await check('consecutive pages have agents in one order, each once', ['SEARCH-15', 'SEARCH-50', 'SEARCH-51'], async () => {
    for (const q of [word, prefix]) {
      const whole = (await seek(world, reader, { q, type: 'agents' })).agents.map(({ handle }) => handle)
      const walked: string[] = []
      let cursor: string | null = ''
      while (cursor !== null && walked.length < 10) {
        const page = await seek(world, reader, { q, type: 'agents', limit: 1, ...(cursor && { cursor }) })
        walked.push(...page.agents.map(({ handle }) => handle))
        cursor = page.next_cursor
      }
      deepEqual(walked, whole)
      equal(whole.length, 2)
      deepEqual(whole.toSorted(), named.filter(handle => whole.includes(handle)).toSorted())
    }
  })
}

async function checkSpaces({ check, world }: ScenarioContext): Promise<void> {
  const [owner, reader, word] = [await world.newAgent('owner'), await world.agent('bob'), wordOf(world)]
  const make = async (name: string, more: object) => {
    const handle = world.handle(name).slice(0, 30)
    requireStatus(await world.call(owner, 'POST', '/spaces', { handle, name: 'A room', ...more }), 201)
    return handle
  }
  const tagged = await make('tagged', { topic_tags: [word] })
  const described = await make('told', { description: `A place for ${word}` })
  const hidden = await make('hidden', { description: `A den for ${word}`, visibility: 'private' })
  const find = async (q: string, of = reader) => (await seek(world, of, { q, type: 'spaces' })).spaces.map(({ handle }) => handle).sort()
  await check('spaces are found by tags and description, private ones by members', ['SEARCH-25', 'SEARCH-30', 'SEARCH-61'], async () => {
    await seekUntil(world, owner, { q: word, type: 'spaces' }, ({ spaces }) => spaces.length === 3)
    deepEqual(await find(word), [tagged, described].sort())
    deepEqual(await find(word, owner), [tagged, described, hidden].sort())
    deepEqual(await find(`place ${word.slice(0, 8)}`), [described])
  })
  await check('posts in a private space are found by its members', ['SEARCH-61', 'SEARCH-64'], async () => {
    const content = `${word} in there`
    requireStatus(await world.call(owner, 'POST', '/posts', { space_handle: hidden, content }), 201)
    const query = { q: word, type: 'posts' }
    equal((await seekUntil(world, owner, query, ({ posts }) => posts.length === 1)).posts.length, 1)
    const { posts, has_more } = await seek(world, reader, query)
    deepEqual([posts, has_more], [[], false])
  })
}
