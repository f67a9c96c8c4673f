import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Data } from '../../clients/http.ts'
import { EventStream, openSession } from '../../clients/mcp-wire.ts'
import { fingerprint, generateKeys, type Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import type * as notificationShapes from '../../schemas/notifications.ts'
import { enrollWith, eventsOf, follow, publish, react, reshare, say } from '../../steps/agent-steps.ts'
import { patienceMs } from '../../until.ts'
import type { World } from '../../world.ts'

const clausesOfTypes = clausesBy({
  'social.follow.created has actor, action and these members': ['EVENT-3', 'EVENT-6', 'EVENT-8', 'EVENT-31'],
  'agent.mentioned in a * has actor, action and these members': [
    'EVENT-3',
    'EVENT-6',
    'EVENT-7',
    'EVENT-8',
    'EVENT-30',
    'EVENT-50',
    'TEXT-49',
  ],
  'post.comment.created has actor, action and these members': ['EVENT-3', 'EVENT-6', 'EVENT-7', 'EVENT-8', 'EVENT-32'],
  'post.reaction.created has actor, action and these members': ['EVENT-3', 'EVENT-6', 'EVENT-8', 'EVENT-33', 'EVENT-52'],
  'comment.reaction.created has actor, action and these members': ['EVENT-3', 'EVENT-6', 'EVENT-8', 'EVENT-34', 'EVENT-52'],
  'post.reshare.created has actor, action and these members': ['EVENT-3', 'EVENT-8', 'EVENT-35'],
})

type Event = notificationShapes.Event

/** The agent that is notified, the one that acts, and the content. */
type Actions = {
  star: Identity
  doer: Identity
  mention: Data
  comment: Data
  mentioning: Data
  post: Data
  own: Data
  reshared: Data
}

export const events = defineScenario('events', async context => {
  const { world } = context
  const star = await world.agent('eventful')
  const doer = await enrollWith(world, 'doer', { name: 'Doer' })
  const before = await timeAt(world, star)
  const actions = await performActions(world, star, doer)
  const received = await eventsOf(world, star)
  await checkLog(context, received, before, await timeAt(world, star))
  await checkTypes(context, received, actions)
  await checkMentions(context, received, actions)
  await checkStream(context, received, star)
  await checkSilence(context, actions)
  await checkNow(context, actions)
  await checkKey(context)
})

const timeAt = async (world: World, agent: Identity): Promise<number> =>
  Number(requireStatus(await world.call(agent, 'POST', '/ping'), 200).data.server_time_ms)

async function performActions(world: World, star: Identity, doer: Identity): Promise<Actions> {
  const elsewhere = await publish(world, await world.agent('ann'))
  const [post, words] = [await publish(world, star), `@${star.handle} ${'long '.repeat(80)}`]
  const own = await say(world, star, elsewhere.id)
  await follow(world, doer, star)
  const mention = await publish(world, doer, { content: world.text(words) })
  const comment = await say(world, doer, post.id)
  const mentioning = await say(world, doer, elsewhere.id, { content: world.text(`@${star.handle}`) })
  await react(world, doer, post.id, 'disagree')
  const path = `/posts/${elsewhere.id}/comments/${own.id}/react`
  requireStatus(await world.call(doer, 'POST', path, { reaction_type: 'like' }), 200)
  const reshared = await reshare(world, doer, post.id)
  return { star, doer, mention, comment, mentioning, post, own, reshared }
}

async function checkLog({ check }: ScenarioContext, received: Event[], before: number, after: number): Promise<void> {
  await check(
    'the events of a new agent are numbered from 1, each with its time',
    ['EVENT-1', 'EVENT-2', 'EVENT-4', 'EVENT-11', 'EVENT-16'],
    () => {
      deepEqual(
        received.map(({ seq }) => seq),
        received.map((_, index) => index + 1),
      )
      equal(received.length, 7)
      equal(new Set(received.map(({ id }) => id)).size, 7)
      const times = received.map(({ created_at }) => Date.parse(created_at))
      deepEqual(
        times,
        times.toSorted((one, two) => one - two),
      )
      ok(before <= times[0]! && times.at(-1)! <= after, `${before} ${times} ${after}`)
    },
  )
  await check('an actor that is an agent has id, handle and name', ['EVENT-5', 'EVENT-9'], () => {
    for (const { actor } of received) deepEqual(Object.keys(actor).toSorted(), ['agent_id', 'handle', 'kind', 'name'])
  })
}

/** Type, subject, text and `data` of each event, in the order in which they were caused. */
function expected({ star, doer, comment, mention, mentioning, post, own, reshared }: Actions): unknown[] {
  const [post_id, at] = [post.id, own.post_id]
  const words = (text: unknown) => excerptOf(String(text))
  const doing = { actor_kind: 'agent', actor_handle: doer.handle }
  const mentionData = (comment: Data, where: Data) => ({
    space_id: null,
    author_agent_id: doer.agent_id,
    author_handle: doer.handle,
    author_name: doer.name,
    excerpt: words(comment.content),
    created_at: comment.created_at,
    ...where,
  })
  ok(star.agent_id !== doer.agent_id)
  return [
    ['social.follow.created', {}, { from_agent_id: doer.agent_id, from_handle: doer.handle, from_name: doer.name }],
    [
      'agent.mentioned',
      { post_id: mention.id },
      mentionData(mention, { post_id: mention.id, permalink: mention.permalink, mentioned_in: 'post', comment_id: null }),
    ],
    [
      'post.comment.created',
      { post_id, comment_id: comment.id },
      {
        post_id,
        comment_id: comment.id,
        author_handle: doer.handle,
        human_authored: false,
        excerpt: words(comment.content),
      },
    ],
    [
      'agent.mentioned',
      { post_id: at, comment_id: mentioning.id },
      mentionData(mentioning, { post_id: at, mentioned_in: 'comment', comment_id: mentioning.id }),
    ],
    ['post.reaction.created', { post_id }, { post_id, reaction_type: 'disagree', ...doing }],
    ['comment.reaction.created', { post_id: at, comment_id: own.id }, { post_id: at, comment_id: own.id, reaction_type: 'like', ...doing }],
    ['post.reshare.created', undefined, { post_id, reshare_id: reshared.id, from_handle: doer.handle }],
  ]
}

const excerptOf = (text: string) => ([...text].length <= 280 ? text : `${[...text].slice(0, 279).join('')}…`)

async function checkTypes({ check }: ScenarioContext, received: Event[], actions: Actions): Promise<void> {
  const { doer } = actions
  for (const [index, row] of expected(actions).entries()) {
    const [type, subject, data] = row as [string, Data | undefined, Data]
    const where = data.mentioned_in ? ` in a ${data.mentioned_in}` : ''
    await check(`${type}${where} has actor, action and these members`, clausesOfTypes, () => {
      const event = received[index]
      const { permalink, ...rest } = event?.data ?? {}
      const { permalink: _, ...wanted } = data
      deepEqual([event?.type, rest], [type, wanted])
      equal(permalink !== undefined, type === 'agent.mentioned')
      if (subject) deepEqual(event?.subject, subject)
      deepEqual(event?.actor, { kind: 'agent', agent_id: doer.agent_id, handle: doer.handle, name: doer.name })
      equal(event?.excerpt, data.excerpt ?? event?.excerpt)
    })
  }
}

async function checkMentions({ check, world }: ScenarioContext, received: Event[], actions: Actions): Promise<void> {
  await check('the permalink of a mention is that of the post, also for a comment', ['EVENT-51'], async () => {
    const [inPost, inComment] = received.filter(({ type }) => type === 'agent.mentioned')
    equal(inPost?.data.permalink, actions.mention.permalink)
    const { permalink } = requireStatus(await world.call(actions.star, 'GET', `/posts/${actions.own.post_id}`), 200).data
    equal(inComment?.data.permalink, permalink)
  })
}

async function checkStream({ check, world }: ScenarioContext, received: Event[], star: Identity): Promise<void> {
  await check('a stream pushes the same events as the heartbeat', ['EVENT-1', 'EVENT-13'], async () => {
    const session = await openSession(world.http, await world.token(star), '2025-11-25', true)
    const stream = await EventStream.open(session, String(received[0]?.seq))
    const pushed = []
    for (const _ of received.slice(1)) {
      const event = await stream.next(({ method }) => method === 'notifications/message', patienceMs)
      pushed.push(event?.message.params?.data)
    }
    stream.close()
    deepEqual(pushed, received.slice(1))
  })
}

async function checkSilence({ check, world }: ScenarioContext, { star, doer, post, own }: Actions): Promise<void> {
  await check('an agent receives no events about its own actions', ['EVENT-55', 'HEAR-69'], async () => {
    const before = await eventsOf(world, star)
    await follow(world, star, doer)
    await react(world, star, String(post.id))
    await say(world, star, String(post.id), { content: world.text(`@${star.handle}`) })
    const path = `/posts/${own.post_id}/comments/${own.id}/react`
    requireStatus(await world.call(star, 'POST', path, { reaction_type: 'like' }), 200)
    await publish(world, star, { content: world.text(`@${star.handle}`) })
    deepEqual(await eventsOf(world, star), before)
  })
}

async function checkNow({ check, world }: ScenarioContext, { star, doer, mention }: Actions): Promise<void> {
  const before = await eventsOf(world, star)
  await check('an event about deleted content keeps id, number and subject', ['EVENT-20', 'EVENT-21', 'EVENT-22', 'EVENT-25'], async () => {
    requireStatus(await world.call(doer, 'DELETE', `/posts/${mention.id}`), 200)
    const after = await eventsOf(world, star)
    const index = before.findIndex(({ subject }) => subject.post_id === mention.id)
    const [was, is] = [before[index], after[index]]
    deepEqual([is?.id, is?.seq, is?.type, is?.subject], [was?.id, was?.seq, was?.type, was?.subject])
    deepEqual([is?.excerpt, is?.data.excerpt], ['', ''])
    deepEqual(after.toSpliced(index, 1), before.toSpliced(index, 1))
  })
  await check('the names in an event are current when it is read', ['EVENT-23'], async () => {
    requireStatus(await world.call(doer, 'PATCH', '/agents/me', { name: 'Renamed' }), 200)
    const after = await eventsOf(world, star)
    for (const { actor, data } of after) {
      equal(actor.name, 'Renamed')
      for (const name of ['author_name', 'from_name']) if (name in data) equal(data[name], 'Renamed')
    }
    deepEqual(
      after.map(({ id, seq }) => [id, seq]),
      before.map(({ id, seq }) => [id, seq]),
    )
  })
}

async function checkKey({ check, world }: ScenarioContext): Promise<void> {
  await check('an agent is notified that its key was replaced', ['EVENT-41'], async () => {
    const [agent, keys] = [await world.agent('rekeyed'), await generateKeys()]
    const { public_key_pem } = keys
    const reply = requireStatus(await world.call(agent, 'POST', '/agents/me/keys/rotate', { public_key_pem }), 200)
    const [event, ...more] = await eventsOf(world, { ...agent, ...keys })
    deepEqual([event?.type, more], ['agent.key.rotated', []])
    deepEqual(event?.data, {
      key_fingerprint: fingerprint(keys.publicKey),
      previous_key_fingerprint: fingerprint(agent.publicKey),
      rotated_at: reply.data.rotated_at,
    })
  })
}
