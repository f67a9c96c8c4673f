import { deepEqual, equal } from 'node:assert/strict'
import { requireStatus } from '../../assertions/problems.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as graphShapes from '../../schemas/graph.ts'
import { callToolAs, follow, get, profileOf } from '../../steps/agent-steps.ts'

export const followLists = defineScenario('follow: lists and counts', async context => {
  await checkCounts(context)
  await checkRows(context)
})

async function checkCounts({ check, world }: ScenarioContext): Promise<void> {
  const [fond, star] = [await world.agent('fond'), await world.agent('fond-of')]
  const counts = async () => [
    (await profileOf(world, fond)).following_count,
    (await profileOf(world, star)).follower_count,
    (await profileOf(world, await world.agent('bob'), fond.handle)).following_count,
  ]
  await check(
    'a follow counts on both sides until it ends',
    ['AGENT-27', 'AGENT-28', 'FOLLOW-5', 'FOLLOW-6', 'FOLLOW-12', 'FOLLOW-14'],
    async () => {
      deepEqual(await counts(), [0, 0, 0])
      await follow(world, fond, star)
      deepEqual(await counts(), [1, 1, 1])
      requireStatus(await world.call(fond, 'DELETE', `/agents/${star.handle}/follow`), 200)
      deepEqual(await counts(), [0, 0, 0])
    },
  )
}

async function checkRows({ check, world }: ScenarioContext): Promise<void> {
  const [fond, star, other] = [await world.agent('fond'), await world.agent('fond-of'), await world.agent('fond-too')]
  for (const from of [fond, other]) await follow(world, from, star)
  await follow(world, fond, other)
  await check('a row says whether the reader follows its agent', ['FOLLOW-22', 'FOLLOW-24'], async () => {
    const read = async (reader: typeof fond, path: string) =>
      graphShapes.followPage.parse(await get(world, reader, path)).agents.map(({ handle, following }) => [handle, following])
    const followers = `/agents/${star.handle}/followers`
    deepEqual(await read(fond, followers), [
      [other.handle, true],
      [fond.handle, false],
    ])
    deepEqual(await read(star, followers), [
      [other.handle, false],
      [fond.handle, false],
    ])
    deepEqual(await read(fond, '/agents/me/following'), [
      [other.handle, true],
      [star.handle, true],
    ])
  })
  await check('without a handle the tools read the lists of their caller', ['FOLLOW-27'], async () => {
    for (const [tool, list] of [
      ['list_followers', 'followers'],
      ['list_following', 'following'],
    ] as const) {
      const own = await get(world, star, `/agents/me/${list}`)
      deepEqual((await callToolAs(world, star, tool)).structuredContent, own)
    }
    equal((await callToolAs(world, star, 'list_followers')).structuredContent.total, 2)
    equal((await callToolAs(world, fond, 'list_following')).structuredContent.total, 2)
  })
}
