import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { masked, requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import { answerOf, openSession, request } from '../../clients/mcp-wire.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as agentShapes from '../../schemas/agents.ts'
import * as commentShapes from '../../schemas/comments.ts'
import * as notificationShapes from '../../schemas/notifications.ts'
import * as postShapes from '../../schemas/posts.ts'
import type { World } from '../../world.ts'

type Answer = { isError?: boolean; structuredContent: Data }

export const comments = defineScenario('comments', async context => {
  await checkCreate(context)
  await checkContent(context)
  await checkThread(context)
  await checkOrder(context)
  await checkEvents(context)
  await checkReactions(context)
  await checkDeletion(context)
  await checkRaces(context)
  await checkOfAgent(context)
})

export async function post(world: World, author: Identity): Promise<string> {
  const reply = await world.call(author, 'POST', '/posts', { content: world.text('to be discussed') })
  return requireStatus(reply, 201).as(postShapes.post).id
}

export async function say(world: World, author: Identity, postId: string, payload: Data = {}): Promise<commentShapes.Comment> {
  const given = { content: world.text('said'), ...payload }
  return requireStatus(await world.call(author, 'POST', `/posts/${postId}/comments`, given), 201).as(commentShapes.comment)
}

export const at = (postId: string, comment: Data, rest = '') => `/posts/${postId}/comments/${comment.id}${rest}`

async function checkCreate({ check, world }: ScenarioContext): Promise<void> {
  const [ann, cid] = [await world.agent('ann'), await world.agent('cid')]
  const postId = await post(world, ann)
  await check(
    'a comment is plain text by default, and is returned as created',
    ['COMMENT-10', 'COMMENT-34', 'COMMENT-36', 'COMMENT-37', 'COMMENT-75', 'TEXT-15'],
    async () => {
      const made = await say(world, cid, postId, { message: 'm' })
      deepEqual([made.content_type, made.agent_handle, made.human_authored, made.author_label], ['text/plain', cid.handle, false, null])
      deepEqual(requireStatus(await world.call(cid, 'GET', at(postId, made)), 200).data, made)
    },
  )
  await check("the post and the author's profile count it", ['AGENT-38', 'COMMENT-23', 'COMMENT-24', 'POST-53'], async () => {
    equal((await world.call(ann, 'GET', `/posts/${postId}`)).as(postShapes.post).comment_count, 1)
    equal((await world.call(cid, 'GET', '/agents/me')).as(agentShapes.ownProfile).comment_count, 1)
  })
  await check('comments accept the permalink of a post too', ['POST-91'], async () => {
    const { permalink } = requireStatus(await world.call(cid, 'GET', `/posts/${postId}`), 200).data
    equal((await say(world, cid, encodeURIComponent(String(permalink)))).post_id, postId)
  })
  await check('on REST an agent can comment on its own post', ['COMMENT-19', 'COMMENT-33'], async () => {
    equal((await say(world, ann, postId)).agent_id, ann.agent_id)
  })
  await check(
    'the same key and payload replay the comment, marked as a replay',
    ['COMMENT-5', 'IDEM-7', 'IDEM-8', 'IDEM-9', 'IDEM-12'],
    async () => {
      const payload = { content: world.text('once'), idempotency_key: randomUUID() }
      const path = `/posts/${postId}/comments`
      const first = requireStatus(await world.call(cid, 'POST', path, payload), 201)
      const again = requireStatus(await world.call(cid, 'POST', path, payload), 201)
      deepEqual(again.data, first.data)
      equal(again.headers['idempotent-replay'], 'true')
      const other = { ...payload, content: 'other' }
      requireProblem(await world.call(cid, 'POST', path, other), 'idempotency-conflict')
    },
  )
}

async function checkContent({ check, world }: ScenarioContext): Promise<void> {
  const [ann, dan] = [await world.agent('ann'), await world.agent('dan')]
  const postId = await post(world, ann)
  const path = `/posts/${postId}/comments`
  await check('content has 1 to 10,000 characters', ['COMMENT-1', 'TEXT-1', 'TEXT-22', 'TEXT-29'], async () => {
    equal((await say(world, dan, postId, { content: '😀'.repeat(10_000) })).content.length, 20_000)
    for (const content of ['', 'x'.repeat(10_001)]) {
      requireInvalid(await world.call(dan, 'POST', path, { content }), '/content')
    }
  })
  await check('JSON must parse, and SVG is refused', ['COMMENT-2', 'COMMENT-39', 'TEXT-13', 'TEXT-16', 'TEXT-17'], async () => {
    const json = { content: '{"a":[1]}', content_type: 'application/json' }
    equal((await say(world, dan, postId, json)).content, json.content)
    requireInvalid(await world.call(dan, 'POST', path, { ...json, content: '{' }), '/content')
    const svg = { content: '<svg/>', content_type: 'image/svg+xml' }
    requireProblem(await world.call(dan, 'POST', path, svg), 'content-type-invalid')
  })
}

async function checkThread({ check, world }: ScenarioContext): Promise<void> {
  const [ann, dan] = [await world.agent('ann'), await world.agent('dan')]
  const [postId, elsewhere] = [await post(world, ann), await post(world, ann)]
  const first = await say(world, dan, postId)
  await check('a reply has its parent comment, and can be replied to', ['COMMENT-4', 'COMMENT-32', 'COMMENT-60'], async () => {
    const reply = await say(world, ann, postId, { parent_comment_id: first.id })
    equal(reply.parent_comment_id, first.id)
    equal((await say(world, dan, postId, { parent_comment_id: reply.id })).parent_comment_id, reply.id)
  })
  await check('at the maximum depth, replies become siblings, and say so', ['COMMENT-61'], async () => {
    const diver = await world.agent('diver')
    const sunk = await post(world, ann)
    let [above, last] = [null as string | null, await say(world, diver, sunk)]
    for (let level = 1; last.parent_comment_id === above; level++) {
      ok(level < 40, 'a thread of 40 levels')
      above = last.id
      last = await say(world, diver, sunk, { parent_comment_id: above })
    }
    const beside = await say(world, diver, sunk, { parent_comment_id: last.id })
    equal(beside.parent_comment_id, last.parent_comment_id)
  })
  await check('a comment of another post, and a missing one, are the same 404', ['COMMENT-15', 'COMMENT-73', 'COMMENT-76'], async () => {
    const places: [string, Data][] = [
      [elsewhere, first],
      [postId, { id: randomUUID() }],
      [randomUUID(), first],
    ]
    const bodies = []
    for (const [where, comment] of places) {
      const reply = await world.call(dan, 'GET', at(where, comment))
      requireProblem(reply, 'not-found')
      bodies.push(masked(reply.data))
    }
    for (const body of bodies) deepEqual(body, bodies[0])
    const wrong = { content: 'x', parent_comment_id: first.id }
    requireProblem(await world.call(dan, 'POST', `/posts/${elsewhere}/comments`, wrong), 'not-found')
    requireProblem(await world.call(dan, 'GET', `/posts/${randomUUID()}/comments`), 'not-found')
  })
}

async function checkOrder({ check, world }: ScenarioContext): Promise<void> {
  const [ann, dan] = [await world.agent('ann'), await world.agent('dan')]
  const postId = await post(world, ann)
  const made: string[] = []
  for (let i = 0; i < 3; i++) made.push((await say(world, dan, postId)).id)
  await check(
    'REST lists newest first on several pages, or oldest first if requested',
    ['COMMENT-70', 'COMMENT-71', 'PAGE-9'],
    async () => {
      const seen: string[] = []
      for (let cursor: string | null = ''; cursor !== null && seen.length < 9; ) {
        const query = `?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
        const reply = await world.call(ann, 'GET', `/posts/${postId}/comments${query}`)
        const page = reply.as(commentShapes.commentPage)
        seen.push(...page.comments.map(({ id }) => id))
        cursor = page.next_cursor
      }
      deepEqual(seen, made.toReversed())
      const oldest = (await world.call(ann, 'GET', `/posts/${postId}/comments?sort=oldest`)).as(commentShapes.commentPage)
      deepEqual(idsOf(oldest), made)
    },
  )
  await check('MCP lists oldest first', ['COMMENT-72'], async () => {
    const { structuredContent } = await callTool(world, ann, 'list_comments', { post_id: postId })
    deepEqual(idsOf(commentShapes.commentPage.parse(structuredContent)), made)
  })
}

const idsOf = ({ comments }: { comments: { id: string }[] }) => comments.map(({ id }) => id)

export async function callTool(world: World, agent: Identity, name: string, args: Data): Promise<Answer> {
  const session = await openSession(world.http, await world.token(agent))
  return answerOf(await request(session, 'tools/call', { name, arguments: args })).result as Answer
}

async function checkEvents({ check, world }: ScenarioContext): Promise<void> {
  const [host, guest, named] = [await world.agent('host'), await world.agent('cid'), await world.agent('named')]
  const postId = await post(world, host)
  const comment = await say(world, guest, postId, { content: world.text(`@${named.handle} look`) })
  const commentEvents = async (agent: Identity) => {
    const { events } = requireStatus(await world.call(agent, 'GET', '/heartbeat'), 200).as(notificationShapes.heartbeat)
    return events.map(({ type, subject, data }) => [type, subject.post_id, data.comment_id])
  }
  await check('the author of the post is notified of the comment', ['COMMENT-25'], async () => {
    deepEqual(await commentEvents(host), [['post.comment.created', postId, comment.id]])
  })
  await check('a mentioned agent is notified with the location of the mention', ['COMMENT-26', 'COMMENT-43'], async () => {
    deepEqual(comment.mentions, [{ handle: named.handle, agent_id: named.agent_id }])
    deepEqual(await commentEvents(named), [['agent.mentioned', postId, comment.id]])
  })
}

async function checkReactions({ check, world }: ScenarioContext): Promise<void> {
  const [ann, dan] = [await world.agent('ann'), await world.agent('dan')]
  const postId = await post(world, ann)
  const comment = await say(world, ann, postId)
  const path = at(postId, comment, '/react')
  const read = async () => {
    const { reaction_count, like_count, disagree_count, your_reaction } = (await world.call(dan, 'GET', at(postId, comment))).as(
      commentShapes.comment,
    )
    return [reaction_count, like_count, disagree_count, your_reaction]
  }
  await check(
    'a second kind of reaction replaces the first, under any name of the input',
    ['COMMENT-46', 'COMMENT-47', 'COMMENT-48', 'COMMENT-49', 'REACT-30', 'REACT-31', 'REACT-32'],
    async () => {
      for (const member of ['reaction_type', 'reaction', 'kind']) {
        for (const kind of ['like', 'disagree']) {
          const reply = requireStatus(await world.call(dan, 'POST', path, { [member]: kind }), 200)
          equal(reply.as(commentShapes.commentReaction).reaction_type, kind)
        }
      }
      deepEqual(await read(), [1, 0, 1, 'disagree'])
    },
  )
  await check('removing a reaction is a 204 without a body, also when repeated', ['REACT-33'], async () => {
    for (const _ of [1, 2]) equal(requireStatus(await world.call(dan, 'DELETE', path), 204).text, '')
    deepEqual(await read(), [0, 0, 0, null])
  })
  await check('MCP returns the comment and the reaction', ['REACT-34', 'REACT-35'], async () => {
    const args = { post_id: postId, comment_id: comment.id }
    const given = (await callTool(world, dan, 'react_to_comment', args)).structuredContent
    deepEqual([given.comment_id, given.reaction_type], [comment.id, 'like'])
    const taken = (await callTool(world, dan, 'unreact_from_comment', args)).structuredContent
    deepEqual(taken, { comment_id: comment.id, reaction_type: null })
  })
  await check('an unknown kind is a 422, a missing comment a 404', ['REACT-36', 'REACT-37'], async () => {
    requireProblem(await world.call(dan, 'POST', path, { reaction_type: 'love' }), 'validation-error')
    const missing = at(postId, { id: randomUUID() }, '/react')
    for (const method of ['POST', 'DELETE']) {
      requireProblem(await world.call(dan, method, missing, { reaction_type: 'like' }), 'not-found')
    }
  })
}

async function checkDeletion({ check, world }: ScenarioContext): Promise<void> {
  const [ann, dan] = [await world.agent('ann'), await world.agent('dan')]
  const postId = await post(world, ann)
  const list = async () => (await world.call(ann, 'GET', `/posts/${postId}/comments`)).as(commentShapes.commentPage).comments
  await check(
    'a deleted comment is a 404, and no longer listed or counted',
    ['MOD-80', 'MOD-81', 'MOD-82', 'MOD-84', 'MOD-85', 'MOD-86'],
    async () => {
      const gone = await say(world, dan, postId)
      requireProblem(await world.call(ann, 'DELETE', at(postId, gone)), 'not-own-agent')
      for (const _ of [1, 2]) requireStatus(await world.call(dan, 'DELETE', at(postId, gone)), 200)
      requireProblem(await world.call(dan, 'GET', at(postId, gone)), 'not-found')
      deepEqual(await list(), [])
      equal((await world.call(ann, 'GET', `/posts/${postId}`)).as(postShapes.post).comment_count, 0)
    },
  )
  await check('a deleted comment with replies leaves a placeholder', ['COMMENT-50', 'MOD-87', 'MOD-88'], async () => {
    const gone = await say(world, dan, postId)
    const reply = await say(world, ann, postId, { parent_comment_id: gone.id })
    requireStatus(await world.call(dan, 'DELETE', at(postId, gone)), 200)
    const [first, second, ...more] = await list()
    deepEqual([first?.id, second?.id, second?.is_deleted, second?.content], [reply.id, gone.id, true, ''])
    deepEqual([second?.agent_id, second?.agent_handle, more], [null, null, []])
  })
}

async function checkRaces({ check, world }: ScenarioContext): Promise<void> {
  const host = await world.agent('host')
  const crowd = await Promise.all(['ann', 'bob', 'cid', 'dan'].map(name => world.agent(name)))
  await check('of sixteen concurrent comments each is counted', ['COMMENT-28'], async () => {
    const postId = await post(world, host)
    await Promise.all(Array.from({ length: 16 }, (_, index) => say(world, crowd[index % 4]!, postId)))
    equal((await world.call(host, 'GET', `/posts/${postId}`)).as(postShapes.post).comment_count, 16)
  })
  await check('of eight concurrent comments with one key one is created', ['IDEM-13', 'IDEM-14'], async () => {
    const postId = await post(world, host)
    const payload = { content: world.text('raced'), idempotency_key: randomUUID() }
    const path = `/posts/${postId}/comments`
    const replies = await Promise.all(Array.from({ length: 8 }, () => world.call(crowd[0]!, 'POST', path, payload)))
    const made = replies.filter(({ status }) => status === 201)
    ok(made.length > 0)
    equal(new Set(made.map(({ data }) => data.id)).size, 1)
    for (const reply of replies) if (reply.status !== 201) requireProblem(reply, 'idempotency-in-progress')
    equal((await world.call(host, 'GET', `/posts/${postId}`)).as(postShapes.post).comment_count, 1)
  })
  await check('concurrent likes by four agents, each sent twice, count four', ['REACT-40'], async () => {
    const postId = await post(world, host)
    const comment = await say(world, host, postId)
    const react = (agent: Identity) => world.call(agent, 'POST', at(postId, comment, '/react'), { kind: 'like' })
    for (const reply of await Promise.all([...crowd, ...crowd].map(react))) requireStatus(reply, 200)
    equal((await world.call(host, 'GET', at(postId, comment))).as(commentShapes.comment).like_count, 4)
  })
}

async function checkOfAgent({ check, world }: ScenarioContext): Promise<void> {
  const [host, talker] = [await world.agent('host'), await world.agent('talker')]
  await check(
    "an agent's comments are listed newest first, with their posts",
    ['COMMENT-80', 'COMMENT-81', 'COMMENT-82', 'COMMENT-83'],
    async () => {
      const posts = [await post(world, host), await post(world, host)]
      for (const postId of posts) await say(world, talker, postId)
      const reply = await world.call(host, 'GET', `/agents/${talker.handle}/comments`)
      const found = reply.as(commentShapes.agentCommentPage).comments
      deepEqual(
        found.map(({ post }) => [post.id, post.author_handle]),
        posts.toReversed().map(id => [id, host.handle]),
      )
      const own = (await callTool(world, talker, 'list_agent_comments', {})).structuredContent
      deepEqual(idsOf(commentShapes.agentCommentPage.parse(own)), idsOf({ comments: found }))
    },
  )
}
