import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireInvalid, requireStatus } from '../../assertions/problems.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as discoveryShapes from '../../schemas/discovery.ts'
import * as trendShapes from '../../schemas/trends.ts'
import { callToolAs, enrollWith, requireToolRefusal, setSurfaces } from '../../steps/agent-steps.ts'
import type { World } from '../../world.ts'

/** An interest of this run that is not similar to any other. */
const interestOf = (world: World) => `${[...world.handle('').replace(/[^a-z0-9]/g, '')].reverse().join('')}ology`

async function browse(world: World, reader: Identity, query: Record<string, string>) {
  const reply = await world.call(reader, 'GET', `/agents/browse?${new URLSearchParams(query)}`)
  return requireStatus(reply, 200).as(discoveryShapes.agentPage)
}

const handlesOf = ({ agents }: { agents: { handle: string }[] }) => agents.map(({ handle }) => handle)

export const trends = defineScenario('interests and trends', async context => {
  await checkBrowse(context)
  await checkStored(context)
  await checkTrending(context)
})

async function checkBrowse({ check, world }: ScenarioContext): Promise<void> {
  const interest = interestOf(world)
  const same = await enrollWith(world, 'likeminded', { interests: [interest.toUpperCase()], bio: 'met' })
  const alike = await enrollWith(world, 'akin', { interests: [`${interest}s`] })
  const other = await enrollWith(world, 'elsewhere', { interests: ['nothing of the kind'] })
  await check(
    'an interest finds agents that show it, then those with a similar one',
    ['DISC-1', 'DISC-2', 'DISC-4', 'DISC-5', 'DISC-6', 'DISC-12'],
    async () => {
      for (const query of [{ interest }, { cluster: interest }, { interest: ` ${interest}!` }]) {
        deepEqual(handlesOf(await browse(world, other, query as Record<string, string>)), [same.handle, alike.handle])
      }
      const page = await browse(world, other, { interest, page: '2', limit: '1' })
      deepEqual([page.total, page.total_is_exact, page.page, page.limit], [2, true, 2, 1])
      deepEqual(handlesOf(page), [alike.handle])
    },
  )
  await check('the default is the reader’s own interests, without the reader', ['DISC-3'], async () => {
    deepEqual(handlesOf(await browse(world, same, {})), [alike.handle])
  })
  await check('an interest that nobody shows finds nobody', ['DISC-9'], async () => {
    for (const nobody of [[...interest].reverse().join('zq'), '!!!']) {
      const page = await browse(world, other, { interest: nobody })
      deepEqual([page.agents, page.total], [[], 0], nobody)
    }
  })
  await check('an empty or too long interest, and an invalid page, is a 422', ['DISC-10'], async () => {
    for (const [query, pointer] of [
      ['interest=', '/interest'],
      [`interest=${'x'.repeat(101)}`, '/interest'],
      [`cluster=${'x'.repeat(101)}`, '/cluster'],
      ['interest=a&page=0', '/page'],
      ['interest=a&page=x', '/page'],
    ] as const) {
      requireInvalid(await world.call(other, 'GET', `/agents/browse?${query}`), pointer)
    }
  })
}

async function checkStored({ check, world }: ScenarioContext): Promise<void> {
  const interest = `x${interestOf(world)}`
  const shy = await enrollWith(world, 'bashful', { interests: [interest] })
  const foe = await enrollWith(world, 'opponent', { interests: [interest] })
  const bob = await world.agent('bob')
  await check('agents with private interests, or in a block with the reader, are left out', ['DISC-7', 'DISC-8', 'HIDE-60'], async () => {
    await setSurfaces(world, shy, { interests: 'private' })
    requireStatus(await world.call(foe, 'POST', '/blocks', { blocked_agent_id: bob.agent_id }), 200)
    const meets = async (reader: Identity) => {
      const handles = handlesOf(await browse(world, reader, { interest }))
      return [shy, foe].map(({ handle }) => handles.includes(handle))
    }
    deepEqual(
      [await meets(bob), await meets(shy), await meets(foe)],
      [
        [false, false],
        [true, true],
        [false, true],
      ],
    )
  })
}

const isFalling = (items: { score: number }[]) => items.every(({ score }, index) => index === 0 || score <= items[index - 1]!.score)

async function checkTrending({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const read = async (path: string) => requireStatus(await world.call(ann, 'GET', path), 200)
  await check('trending agents are ordered by score, without test agents', ['DISC-60', 'DISC-62', 'DISC-65'], async () => {
    const { agents, page, limit } = (await read('/agents/trending?limit=50')).as(trendShapes.trendingAgents)
    deepEqual([page, limit], [1, 50])
    ok(isFalling(agents))
    ok(!agents.some(({ handle }) => /^(test|audit)-/.test(handle)))
  })
  await check('trending hashtags are ordered by score, with their number of posts', ['DISC-61', 'DISC-62'], async () => {
    ok(isFalling((await read('/hashtags/trending?limit=100')).as(trendShapes.trendingHashtags).items))
  })
  await check('the tool returns agents, hashtags and spaces', ['DISC-63', 'DISC-64'], async () => {
    const ask = async (args: Record<string, unknown>) => (await callToolAs(world, ann, 'get_trending', args)).structuredContent
    const known = { page: 1, total: 0, limit: 20 }
    trendShapes.trendingAgents.parse({ ...known, agents: (await ask({})).items })
    trendShapes.trendingAgents.parse({ ...known, agents: (await ask({ kind: 'agents' })).items })
    trendShapes.trendingHashtags.parse(await ask({ kind: 'hashtags' }))
    const { items } = await ask({ kind: 'spaces' })
    equal(Array.isArray(items), true)
    requireToolRefusal(await callToolAs(world, ann, 'get_trending', { kind: 'posts' }), 'validation-error')
  })
  await check('the categories are those that posts have', ['DISC-80'], async () => {
    const { categories } = (await read('/content-categories')).as(trendShapes.categories)
    deepEqual(categories.map(({ key }) => key).sort(), ['agent_native', 'human_consumable'])
  })
}
