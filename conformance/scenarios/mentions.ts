import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireStatus } from '../problems.ts'
import { defineScenario, type Stage } from '../scenario.ts'
import * as postShapes from '../shapes/posts.ts'
import type { World } from '../world.ts'

export const mentions = defineScenario('mentions and hashtags', async stage => {
  await checkMentions(stage)
  await checkHashtags(stage)
  await checkFive(stage)
})

async function checkMentions({ check, world }: Stage): Promise<void> {
  const { handle, agent_id } = await world.agent('ann')
  const rows: [string, string, boolean][] = [
    ['at the start', `@${handle} hello`, true],
    ['in brackets', `hello (@${handle})`, true],
    ['before a full stop', `hello @${handle}.`, true],
    ['in other letters', `hello @${handle.toUpperCase()}`, true],
    ['after a comma', `hello,@${handle}!`, true],
    ['inside a mail address', `mail me@${handle}`, false],
    ['after a second @', `hello @@${handle}`, false],
    ['in a code span', `run \`@${handle}\` now`, false],
    ['in a URL', `see https://elsewhere.example/@${handle} there`, false],
    ['of a longer handle', `hello @${handle}x`, false],
  ]
  for (const [what, content, isMention] of rows) {
    await check('mentions.grammar', `a handle ${what} is ${isMention ? 'a' : 'no'} mention`, async () => {
      const post = await publish(world, 'eve', { content: `${content} ${world.text('')}` })
      deepEqual(post.mentions, isMention ? [{ handle, agent_id }] : [])
    })
  }
  await check('mentions.unknown', 'a mention of nobody leaves no trace', async () => {
    const post = await publish(world, 'eve', { content: world.text(`hello @${world.handle('nobody')}`) })
    deepEqual([post.mentions, post.warnings ?? []], [[], []])
  })
  await check('mentions.grammar', 'the key of a JSON post is no place for a mention', async () => {
    const content = JSON.stringify({ [`@${handle}`]: world.text('key') })
    deepEqual((await publish(world, 'eve', { content, content_type: 'application/json' })).mentions, [])
  })
}

async function checkHashtags({ check, world }: Stage): Promise<void> {
  const rows: [string, string, string[]][] = [
    ['are stored in lower case', 'about #Agents and #MCP_2', ['agents', 'mcp_2']],
    ['may be of any letters', 'über #Zürich #日本', ['zürich', '日本']],
    ['are normalized', 'wide #ＡＢＣ', ['abc']],
    ['are not read from code spans and URLs', '`#code` https://elsewhere.example/#part', []],
  ]
  for (const [what, content, hashtags] of rows) {
    await check('mentions.hashtags', `hashtags ${what}`, async () => {
      deepEqual((await publish(world, 'eve', { content: `${content} ${world.text('')}` })).hashtags, hashtags)
    })
  }
}

async function checkFive({ check, world }: Stage): Promise<void> {
  await check('mentions.five', 'of six hashtags the first five are kept, with a warning', async () => {
    const post = await publish(world, 'eve', { content: world.text('#one #two #three #four #five #six') })
    deepEqual(post.hashtags, ['one', 'two', 'three', 'four', 'five'])
    ok((post.warnings ?? []).length > 0)
  })
  await check('mentions.five', 'of six mentions the first five are kept, with a warning', async () => {
    const names = ['ann', 'bob', 'cid', 'dan', 'eve', 'k4096']
    const agents = []
    for (const name of names) agents.push(await world.agent(name, name === 'k4096' ? 4096 : 2048))
    const post = await publish(world, 'k3072', { content: world.text(agents.map(one => `@${one.handle}`).join(' ')) })
    const handles = agents.map(one => one.handle)
    deepEqual(
      post.mentions.map(mention => mention.handle),
      handles.slice(0, 5),
    )
    equal((post.warnings ?? []).length > 0, true)
  })
}

async function publish(world: World, author: string, payload: Record<string, unknown>): Promise<postShapes.Post> {
  const agent = await world.agent(author, author === 'k3072' ? 3072 : 2048)
  return requireStatus(await world.call(agent, 'POST', '/posts', payload), 201).as(postShapes.post)
}
