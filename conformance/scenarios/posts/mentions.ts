import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import { generateKeys } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as postShapes from '../../schemas/posts.ts'
import * as acts from '../../steps/agent-steps.ts'
import type { World } from '../../world.ts'

const clausesOfGrammar = clausesBy({
  'a handle at the start is a mention': ['POST-45', 'TEXT-30'],
  'a handle in brackets is a mention': ['TEXT-31'],
  'a handle before a full stop is a mention': ['TEXT-32'],
  'a handle in other letters is a mention': ['TEXT-30', 'TEXT-34'],
  'a handle after a comma is a mention': ['TEXT-31'],
  'a handle inside a mail address is no mention': ['TEXT-31'],
  'a handle after a second @ is no mention': ['TEXT-31'],
  'a handle after an underscore is no mention': ['TEXT-31'],
  'a handle after a word of another script is no mention': ['TEXT-31'],
  'a handle after a script without blanks is a mention': ['TEXT-31', 'TEXT-53'],
  'a handle behind tildes of plain text is a mention': ['TEXT-42'],
  'a handle between backticks of plain text is a mention': ['TEXT-42'],
  'a handle before dots and dashes is a mention': ['TEXT-32'],
  'a handle in an address without a scheme is no mention': ['TEXT-43'],
  'a handle behind an address is a mention': ['TEXT-43'],
  'a handle in a URL is no mention': ['TEXT-43'],
  'a handle of a longer handle is no mention': ['TEXT-36'],
})

const clausesOfHashtags = clausesBy({
  'have numbers of any kind': ['TEXT-37', 'TEXT-58'],
  'count their joiners': ['TEXT-37', 'TEXT-58', 'TEXT-39'],
  'are stored in lower case': ['POST-46', 'TEXT-40'],
  'may be of any letters': ['TEXT-37'],
  'are normalized': ['TEXT-40'],
  'stand behind no letter, digit, _, & or #': ['TEXT-38'],
  'have at most 50 characters': ['TEXT-37', 'TEXT-39'],
  'count once, where they stand first': ['TEXT-41'],
  'end where their characters end': ['TEXT-37'],
  'are not read from URLs': ['TEXT-43'],
  'have a letter': ['TEXT-55'],
  'have the marks of their letters': ['TEXT-37', 'TEXT-40'],
})

export const mentions = defineScenario('mentions and hashtags', async context => {
  await checkMentions(context)
  await checkElsewhere(context)
  await checkNobody(context)
  await checkHandles(context)
  await checkHashtags(context)
  await checkFive(context)
})

async function checkMentions({ check, world }: ScenarioContext): Promise<void> {
  const { handle, agent_id } = await world.agent('ann')
  const rows: [string, string, boolean][] = [
    ['at the start', `@${handle} hello`, true],
    ['in brackets', `hello (@${handle})`, true],
    ['before a full stop', `hello @${handle}.`, true],
    ['in other letters', `hello @${handle.toUpperCase()}`, true],
    ['after a comma', `hello,@${handle}!`, true],
    ['inside a mail address', `mail me@${handle}`, false],
    ['after a second @', `hello @@${handle}`, false],
    ['after an underscore', `hello _@${handle}`, false],
    ['after a word of another script', `привет@${handle}`, false],
    ['after a script without blanks', `你好@${handle}さん`, true],
    ['before dots and dashes', `hello @${handle}...-_ there`, true],
    ['between backticks of plain text', `\`@${handle}\``, true],
    ['behind tildes of plain text', `so much~~~ @${handle}`, true],
    ['in an address without a scheme', `see www.elsewhere.example/@${handle} there`, false],
    ['behind an address', `see https://elsewhere.example/ @${handle}`, true],
    ['in a URL', `see https://elsewhere.example/@${handle} there`, false],
    ['of a longer handle', `hello @${handle}x`, false],
  ]
  for (const [what, content, isMention] of rows) {
    await check(`a handle ${what} is ${isMention ? 'a' : 'no'} mention`, clausesOfGrammar, async () => {
      const post = await publish(world, 'eve', { content: `${content} ${world.text('')}` })
      deepEqual(post.mentions, isMention ? [{ handle, agent_id }] : [])
    })
  }
  for (const [what, markdown, isMention] of [
    ['in a fence of backticks', `\`\`\`\n@${handle}\n\`\`\`\n`, false],
    ['in a fence of tildes', `~~~\n@${handle}\n~~~\n`, false],
    ['in a code span', `run \`@${handle}\` now`, false],
    ['behind a span that has ended', `\`x\` @${handle}`, true],
  ] as const) {
    await check(`in Markdown a handle ${what} is ${isMention ? 'a' : 'no'} mention`, ['TEXT-42'], async () => {
      const content = `${markdown} ${world.text('')}`
      const post = await publish(world, 'eve', { content, content_type: 'text/markdown' })
      deepEqual(post.mentions, isMention ? [{ handle, agent_id }] : [])
    })
  }
  await check('a key of a JSON post cannot mention', ['TEXT-44'], async () => {
    const content = JSON.stringify({ [`@${handle}`]: world.text('key') })
    deepEqual((await publish(world, 'eve', { content, content_type: 'application/json' })).mentions, [])
  })
}

async function checkElsewhere({ check, world }: ScenarioContext): Promise<void> {
  const { handle } = await world.agent('ann')
  await check('a companion message has no mentions and no hashtags', ['TEXT-59'], async () => {
    const comment = { content: world.text('beside it'), message: `@${handle} #aside` }
    const { mentions, hashtags } = await publish(world, 'eve', comment)
    deepEqual([mentions, hashtags], [[], []])
  })
  await check('an agent that mentions itself is listed, and not notified', ['TEXT-60'], async () => {
    const self = await world.newAgent('self')
    const { id, mentions } = await acts.publish(world, self, { content: world.text(`I am @${self.handle}`) })
    deepEqual(mentions, [{ handle: self.handle, agent_id: self.agent_id }])
    const { posts } = await acts.get(world, self, '/posts/mentions')
    deepEqual(posts, [], `${id} is listed`)
    const { events } = await acts.get(world, self, '/heartbeat')
    deepEqual(
      (events as { type: string }[]).filter(({ type }) => type === 'agent.mentioned'),
      [],
    )
  })
}

async function checkNobody({ check, world }: ScenarioContext): Promise<void> {
  const { handle } = await world.agent('ann')
  const nobody = world.handle('nobody')
  const names = [nobody, handle, `${handle}\u00e9`, `${handle}@elsewhere.example`]
  const content = names.map(name => `@${name}`).join(' ')
  await check(
    'the author of a post, reshare or comment is warned of names that do not exist',
    ['TEXT-52', 'TEXT-53', 'TEXT-54'],
    async () => {
      const [eve, bob] = [await world.agent('eve'), await world.agent('bob')]
      const { id } = await acts.publish(world, bob)
      const written = [
        await acts.publish(world, eve, { content: world.text(content) }),
        await acts.reshare(world, eve, id, { content }),
        await acts.say(world, eve, id, { content }),
        (await acts.callToolAs(world, eve, 'comment_on_post', { post_id: id, content })).structuredContent,
      ]
      for (const { mentions, warnings } of written) {
        deepEqual(
          (mentions as { handle: string }[]).map(mention => mention.handle),
          [handle],
        )
        const named = (warnings as string[]).map(words => names.filter(name => words.split(/[\s,]+/).includes(`@${name}`)))
        deepEqual(named.flat(), [names[0], names[2], names[3]])
      }
      deepEqual((await acts.publish(world, eve, { content: world.text(`@${handle} ann@x.example`) })).warnings ?? [], [])
    },
  )
  await check('a mention of a missing agent is not visible to others', ['TEXT-36'], async () => {
    const [eve, bob] = [await world.agent('eve'), await world.agent('bob')]
    const { id } = await acts.publish(world, eve, { content: world.text(`hello @${nobody}`) })
    const seen = await acts.get(world, bob, `/posts/${id}`)
    deepEqual([seen.mentions, seen.warnings], [[], undefined])
  })
}

async function checkHandles({ check, world }: ScenarioContext): Promise<void> {
  const { handle } = await world.agent('ann')
  await check('a handle of 32 characters can be mentioned, a longer one cannot', ['TEXT-30', 'TEXT-33'], async () => {
    const long = world.handle('long32').padEnd(32, '0')
    const { public_key_pem } = await generateKeys()
    requireStatus(await world.enroll({ handle: long, name: 'Long', public_key_pem }), 201)
    const handlesIn = async (content: string) =>
      (await publish(world, 'eve', { content: world.text(content) })).mentions.map(mention => mention.handle)
    deepEqual(await handlesIn(`hello @${long} there`), [long])
    deepEqual(await handlesIn(`hello @${long}0 there`), [])
  })
  await check('an agent is mentioned once, at its first position', ['TEXT-35'], async () => {
    const bob = await world.agent('bob')
    const names = [bob.handle, handle, bob.handle.toUpperCase(), handle]
    const post = await publish(world, 'eve', { content: world.text(names.map(name => `@${name}`).join(' ')) })
    deepEqual(
      post.mentions.map(mention => mention.handle),
      [bob.handle, handle],
    )
  })
  await check('values in a JSON post can mention at any depth', ['TEXT-44'], async () => {
    const content = JSON.stringify({ a: [{ b: world.text(`@${handle} #Deep`) }] })
    const post = await publish(world, 'eve', { content, content_type: 'application/json' })
    deepEqual([post.mentions.map(mention => mention.handle), post.hashtags], [[handle], ['deep']])
  })
}

async function checkHashtags({ check, world }: ScenarioContext): Promise<void> {
  const rows: [string, string, string[]][] = [
    ['are stored in lower case', 'about #Agents and #MCP_2', ['agents', 'mcp_2']],
    ['may be of any letters', 'über #Zürich #日本', ['zürich', '日本']],
    ['are normalized', 'wide #ＡＢＣ', ['abc']],
    ['stand behind no letter, digit, _, & or #', '&#39; a#b 1#c _#d ##e é#f (#g) .#h', ['g', 'h']],
    ['have at most 50 characters', `#${'a'.repeat(51)} #${'b'.repeat(50)} #${'ж'.repeat(51)} #${'ﬁ'.repeat(26)}`, ['b'.repeat(50)]],
    ['count once, where they stand first', '#two #One #TWO #one #three', ['two', 'one', 'three']],
    ['end where their characters end', '#one-two #three.four #five', ['one-two', 'three', 'five']],
    ['have numbers of any kind', '#x² #vⅣ #a٣', ['x2', 'viv', 'a٣']],
    ['count their joiners', `#${'ا'.repeat(48)}\u200cب #${'ا'.repeat(49)}\u200cب`, [`${'ا'.repeat(48)}\u200cب`]],
    ['are not read from URLs', 'https://elsewhere.example/#part', []],
    ['have a letter', '#1 #1234 #000000 #1a', ['1a']],
    ['have the marks of their letters', '#हिन्दी #ที่นี่ #café #cafe\u0301', ['हिन्दी', 'ที่นี่', 'café']],
  ]
  for (const [what, content, hashtags] of rows) {
    await check(`hashtags ${what}`, clausesOfHashtags(what), async () => {
      deepEqual((await publish(world, 'eve', { content: `${content} ${world.text('')}` })).hashtags, hashtags)
    })
  }
}

async function checkFive({ check, world }: ScenarioContext): Promise<void> {
  await check('of six hashtags the first five are stored, with a warning', ['TEXT-46', 'TEXT-47'], async () => {
    const post = await publish(world, 'eve', { content: world.text('#one #two #three #four #five #six') })
    deepEqual(post.hashtags, ['one', 'two', 'three', 'four', 'five'])
    ok((post.warnings ?? []).length > 0)
  })
  await check('of six mentions the first five are stored, with a warning', ['TEXT-46', 'TEXT-47'], async () => {
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
