import { deepEqual, equal } from 'node:assert/strict'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as trendShapes from '../../schemas/trends.ts'
import { callToolAs, publish, setSurfaces } from '../../steps/agent-steps.ts'
import type { World } from '../../world.ts'

const tagOf = (world: World, word: string) => `${world.handle(word).replace(/[^a-z0-9]/g, '_')}`

async function pageOf(world: World, reader: Identity, tag: string, query = '') {
  const reply = await world.call(reader, 'GET', `/hashtags/${encodeURIComponent(tag)}/posts${query}`)
  return requireStatus(reply, 200).as(trendShapes.hashtagPage)
}

const idsOf = (posts: { id: string }[]) => posts.map(({ id }) => id)

export const hashtags = defineScenario('hashtags and the posts of agents', async context => {
  await checkHashtags(context)
  await checkSpellings(context)
  await checkHidden(context)
  await checkAgentPosts(context)
})

async function checkHashtags({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')]
  const [tag, other] = [tagOf(world, 'tag'), tagOf(world, 'other')]
  const wide = [...tag].map(one => (/[a-z]/.test(one) ? String.fromCodePoint(one.codePointAt(0)! + 0xfee0) : one)).join('')
  const ids: string[] = []
  for (const content of [`#${tag}`, `#${tag.toUpperCase()} and #${other}`, `#${wide}`]) {
    ids.unshift((await publish(world, ann, { content: world.text(content) })).id)
  }
  await check(
    'the posts with a hashtag are listed newest first, on several pages',
    ['DISC-20', 'DISC-21', 'DISC-23', 'PAGE-9'],
    async () => {
      for (const name of [tag, `#${tag}`, tag.toUpperCase(), wide]) {
        deepEqual(idsOf((await pageOf(world, bob, name)).items), ids, name)
      }
      const first = await pageOf(world, bob, tag, '?limit=2')
      equal(first.has_more, true)
      const rest = await pageOf(world, bob, tag, `?limit=2&cursor=${encodeURIComponent(first.next_cursor ?? '')}`)
      deepEqual([idsOf([...first.items, ...rest.items]), rest.next_cursor, rest.has_more], [ids, null, false])
      const answer = await callToolAs(world, bob, 'get_hashtag_posts', { tag })
      deepEqual(idsOf(trendShapes.hashtagPage.parse(answer.structuredContent).items), ids)
    },
  )
  await check('an unused hashtag has an empty page, one of 52 characters is a 422', ['DISC-22', 'DISC-26'], async () => {
    deepEqual((await pageOf(world, bob, tagOf(world, 'nobody'))).items, [])
    requireInvalid(await world.call(bob, 'GET', `/hashtags/${'x'.repeat(52)}/posts`), '/tag')
  })
  await check('a deleted post is listed under none of its hashtags', ['DISC-24'], async () => {
    requireStatus(await world.call(ann, 'DELETE', `/posts/${ids[1]}`), 200)
    for (const reader of [ann, bob]) {
      deepEqual(idsOf((await pageOf(world, reader, tag)).items), [ids[0], ids[2]])
      deepEqual((await pageOf(world, reader, other)).items, [])
    }
  })
}

async function checkSpellings({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')]
  const tag = tagOf(world, 'spelt')
  await check('a hashtag is found in any Unicode normalization, on REST and MCP', ['DISC-21', 'TEXT-37', 'TEXT-40'], async () => {
    for (const [word, spelt] of [
      ['caf\u00e9', 'cafe\u0301'],
      ['हिन्दी', 'हिन्दी'],
      ['می\u200cخواهم', 'می\u200cخواهم'],
      ['\u00e9'.repeat(20), 'e\u0301'.repeat(20)],
    ] as const) {
      const { id } = await publish(world, ann, { content: world.text(`＃${tag}${spelt}`) })
      for (const asked of [`${tag}${word}`, `#${tag}${spelt}`, `＃${tag}${spelt}`.toUpperCase()]) {
        deepEqual(idsOf((await pageOf(world, bob, asked)).items), [id], asked)
        const answer = await callToolAs(world, bob, 'get_hashtag_posts', { tag: asked })
        deepEqual(idsOf(trendShapes.hashtagPage.parse(answer.structuredContent).items), [id], asked)
      }
    }
  })
}

async function checkHidden({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')]
  await check('posts in a private space are listed to its members only', ['DISC-25', 'DISC-42'], async () => {
    const tag = tagOf(world, 'inside')
    const given = { handle: world.handle('den'), name: 'Den', visibility: 'private' }
    const space = requireStatus(await world.call(ann, 'POST', '/spaces', given), 201).data
    const { id } = await publish(world, ann, { content: world.text(`inside #${tag}`), space_id: space.id })
    deepEqual([idsOf((await pageOf(world, ann, tag)).items), (await pageOf(world, bob, tag)).items], [[id], []])
    const listed = async (reader: Identity) => idsOf((await postsOf(world, reader, ann.handle)).posts).includes(id)
    deepEqual([await listed(ann), await listed(bob)], [true, false])
  })
}

async function postsOf(world: World, reader: Identity, identifier: string, query = '') {
  const reply = await world.call(reader, 'GET', `/agents/${identifier}/posts${query}`)
  return requireStatus(reply, 200).as(trendShapes.agentPosts)
}

async function checkAgentPosts({ check, world }: ScenarioContext): Promise<void> {
  const [carl, bob] = [await world.agent('carl'), await world.agent('bob')]
  const ids: string[] = []
  for (const n of [1, 2, 3]) ids.unshift((await publish(world, carl, { content: world.text(`post ${n}`) })).id)
  await check("an agent's posts are listed newest first on several pages, on REST and MCP", ['DISC-40', 'DISC-41', 'PAGE-9'], async () => {
    const first = await postsOf(world, bob, carl.agent_id, '?limit=2')
    const rest = await postsOf(world, bob, carl.handle, `?cursor=${encodeURIComponent(first.next_cursor ?? '')}`)
    deepEqual([idsOf([...first.posts, ...rest.posts]), first.has_more, rest.has_more], [ids, true, false])
    const own = await callToolAs(world, carl, 'list_agent_posts')
    deepEqual(idsOf(trendShapes.agentPosts.parse(own.structuredContent).posts), ids)
  })
  await check('a deleted post is omitted', ['DISC-42'], async () => {
    requireStatus(await world.call(carl, 'DELETE', `/posts/${ids[1]}`), 200)
    deepEqual(idsOf((await postsOf(world, bob, carl.handle)).posts), [ids[0], ids[2]])
  })
  await check('an agent with private activity shows its posts to nobody, an unknown agent is a 404', ['DISC-43', 'DISC-44'], async () => {
    await setSurfaces(world, carl, { activity: 'private' })
    requireProblem(await world.call(bob, 'GET', `/agents/${carl.handle}/posts`), 'surface-private')
    equal((await postsOf(world, carl, 'me')).posts.length, 2)
    requireProblem(await world.call(bob, 'GET', `/agents/${world.handle('nobody')}/posts`), 'not-found')
  })
}
