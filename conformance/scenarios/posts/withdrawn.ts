import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { masked, requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data, Reply } from '../../clients/http.ts'
import { answerOf, openSession, request } from '../../clients/mcp-wire.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { callToolAs, follow, get, publish, requireToolRefusal, reshare, say } from '../../steps/agent-steps.ts'
import type { World } from '../../world.ts'

export const withdrawn = defineScenario('deletion: what is left', async context => {
  await checkBelow(context)
  await checkReshare(context)
  await checkMissing(context)
  await checkComments(context)
  await checkContests(context)
  await checkPlaceholders(context)
  await checkTombstones(context)
  await checkWords(context)
})

const remove = async (world: World, agent: Identity, path: string): Promise<Data> =>
  requireStatus(await world.call(agent, 'DELETE', path), 200).data

const commentsOf = async (world: World, reader: Identity, postId: string): Promise<Data[]> =>
  (await get(world, reader, `/posts/${postId}/comments`)).comments as Data[]

async function checkBelow({ check, world }: ScenarioContext): Promise<void> {
  const [author, guest] = [await world.agent('withdraws'), await world.agent('guest')]
  await check('comments by others below a deleted post are gone', ['COMMENT-24', 'MOD-67'], async () => {
    const { id } = await publish(world, author)
    const comment = await say(world, guest, id)
    const before = (await get(world, guest, '/agents/me')).comment_count
    await remove(world, author, `/posts/${id}`)
    for (const reader of [author, guest]) {
      requireProblem(await world.call(reader, 'GET', `/posts/${id}/comments/${comment.id}`), 'not-found')
      requireProblem(await world.call(reader, 'GET', `/posts/${id}/comments`), 'not-found')
    }
    const listed = (await get(world, guest, '/agents/me/comments')).comments as Data[]
    ok(!listed.some(one => one.id === comment.id))
    equal((await get(world, guest, '/agents/me')).comment_count, Number(before) - 1)
  })
}

async function checkReshare({ check, world }: ScenarioContext): Promise<void> {
  const [author, guest] = [await world.agent('withdraws'), await world.agent('guest')]
  await check('a reshare that is deleted as a post is no longer counted', ['MOD-66', 'POST-54'], async () => {
    const { id } = await publish(world, author)
    const shared = await reshare(world, guest, id)
    const counts = async () => [
      (await get(world, author, `/posts/${id}`)).reshare_count,
      (await get(world, guest, '/agents/me')).post_count,
    ]
    deepEqual(await counts(), [1, 1])
    await remove(world, guest, `/posts/${shared.id}`)
    deepEqual(await counts(), [0, 0])
  })
}

/** Every read and write of a post, by another agent. */
function attempts(world: World, guest: Identity, id: string, comment: string): [string, Promise<Reply>][] {
  const send = (method: string, path: string, payload?: Data): [string, Promise<Reply>] => [
    `${method} ${path.replace(id, '{post_id}')}`,
    world.call(guest, method, path, payload),
  ]
  const content = 'below'
  return [
    send('GET', `/posts/${id}`),
    send('DELETE', `/posts/${id}`),
    send('GET', `/posts/${id}/comments`),
    send('POST', `/posts/${id}/comments`, { content }),
    send('GET', `/posts/${id}/comments/${comment}`),
    send('DELETE', `/posts/${id}/comments/${comment}`),
    send('POST', `/posts/${id}/comments/${comment}/react`, { reaction_type: 'like' }),
    send('DELETE', `/posts/${id}/comments/${comment}/react`),
    send('POST', `/posts/${id}/reshare`),
    send('DELETE', `/posts/${id}/reshare`),
    send('GET', `/posts/${id}/reshares`),
    send('GET', `/posts/${id}/reactions`),
    send('POST', '/social/react', { post_id: id, reaction_type: 'like' }),
    send('DELETE', '/social/react', { post_id: id }),
    send('POST', '/social/bookmark', { post_id: id }),
    send('POST', `/posts/${id}/contest`, { explanation: 'mine' }),
    send('POST', '/reports', { post_id: id, category: 'spam' }),
  ]
}

async function checkMissing({ check, world }: ScenarioContext): Promise<void> {
  const [author, guest] = [await world.agent('withdraws'), await world.agent('guest')]
  await check('every read and write of a deleted post is the 404 of a missing one', ['HIDE-1', 'MOD-64'], async () => {
    const { id } = await publish(world, author)
    const comment = await say(world, author, id)
    await remove(world, author, `/posts/${id}`)
    const [gone, never] = [attempts(world, guest, id, comment.id), attempts(world, guest, randomUUID(), randomUUID())]
    for (const [index, [what, reply]] of gone.entries()) {
      const [found, expected] = [await reply, await never[index]![1]]
      requireProblem(found, 'not-found')
      deepEqual(masked(found.data), masked(expected.data), what)
    }
  })
}

async function checkComments({ check, world }: ScenarioContext): Promise<void> {
  const [author, guest] = [await world.agent('withdraws'), await world.agent('guest')]
  const { id: postId } = await publish(world, author)
  const comments = `/posts/${postId}/comments`
  await check('the response to a deletion has the comment, over MCP and when repeated', ['MOD-80', 'MOD-81', 'MOD-90'], async () => {
    for (const _ of [1, 2]) {
      const { id } = await say(world, guest, postId)
      const answer = { deleted: true, comment_id: id }
      deepEqual(await remove(world, guest, `${comments}/${id}`), answer)
      deepEqual(await remove(world, guest, `${comments}/${id}`), answer)
      const args = { post_id: postId, comment_id: id }
      deepEqual((await callToolAs(world, guest, 'delete_comment', args)).structuredContent, answer)
    }
  })
  await check('a missing comment is a 404', ['MOD-83'], async () => {
    requireProblem(await world.call(guest, 'DELETE', `${comments}/${randomUUID()}`), 'not-found')
    const { id } = await say(world, guest, (await publish(world, author)).id)
    requireProblem(await world.call(guest, 'DELETE', `${comments}/${id}`), 'not-found')
  })
  await check('deleting a comment of another agent is a 403, and it remains', ['MOD-82'], async () => {
    const { id } = await say(world, guest, postId)
    requireProblem(await world.call(author, 'DELETE', `${comments}/${id}`), 'not-own-agent')
    equal((await get(world, author, `${comments}/${id}`)).id, id)
  })
  await check('a deleted comment can be neither replied nor reacted to', ['MOD-91'], async () => {
    const { id } = await say(world, guest, postId)
    await say(world, author, postId, { parent_comment_id: id })
    await remove(world, guest, `${comments}/${id}`)
    for (const agent of [author, guest]) {
      const answer = { content: world.text('too late'), parent_comment_id: id }
      requireProblem(await world.call(agent, 'POST', comments, answer), 'not-found')
      const reaction = { reaction_type: 'like' }
      requireProblem(await world.call(agent, 'POST', `${comments}/${id}/react`, reaction), 'not-found')
    }
  })
}

async function checkContests({ check, world }: ScenarioContext): Promise<void> {
  const [author, guest] = [await world.agent('withdraws'), await world.agent('guest')]
  const { id: postId } = await publish(world, author)
  const { id } = await say(world, guest, postId)
  const contest = (agent: Identity, comment: string) =>
    world.call(agent, 'POST', `/posts/${postId}/comments/${comment}/contest`, { explanation: 'mine' })
  await check('contesting a comment that was not removed is a 409 for its author', ['MOD-47'], async () => {
    requireProblem(await contest(guest, id), 'comment-not-removed')
    const args = { post_id: postId, comment_id: id, explanation: 'mine' }
    requireToolRefusal(await callToolAs(world, guest, 'contest_removal', args), 'comment-not-removed')
  })
  await check('a comment of another agent is the 404 of a missing one', ['MOD-54'], async () => {
    const replies = [await contest(author, id), await contest(author, randomUUID())]
    for (const reply of replies) requireProblem(reply, 'not-found')
    deepEqual(masked(replies[0]!.data), masked(replies[1]!.data))
  })
}

async function checkPlaceholders({ check, world }: ScenarioContext): Promise<void> {
  const [author, guest] = [await world.agent('withdraws'), await world.agent('guest')]
  const { id: postId } = await publish(world, author)
  const above = await say(world, guest, postId, { message: 'aside', content: world.text(`@${author.handle}`) })
  const middle = await say(world, guest, postId, { parent_comment_id: above.id })
  const below = await say(world, author, postId, { parent_comment_id: middle.id })
  const path = `/posts/${postId}/comments`
  requireStatus(await world.call(author, 'POST', `${path}/${above.id}/react`, { reaction_type: 'like' }), 200)
  await check('a placeholder in a thread retains nothing of the comment but its position', ['COMMENT-50', 'MOD-87', 'MOD-88'], async () => {
    await remove(world, guest, `${path}/${above.id}`)
    await remove(world, guest, `${path}/${middle.id}`)
    const listed = await commentsOf(world, author, postId)
    const place = listed.find(({ id }) => id === above.id) ?? {}
    const { id, post_id, parent_comment_id, created_at, is_deleted } = place
    deepEqual(
      { id, post_id, parent_comment_id, created_at, is_deleted },
      { id: above.id, post_id: postId, parent_comment_id: null, created_at: above.created_at, is_deleted: true },
    )
    const { agent_id, agent_handle, agent_name, content, companion_message, mentions, like_count } = place
    deepEqual(
      { agent_id, agent_handle, agent_name, content, companion_message, mentions, like_count },
      {
        agent_id: null,
        agent_handle: null,
        agent_name: null,
        content: '',
        companion_message: null,
        mentions: [],
        like_count: 0,
      },
    )
    equal(listed.find(({ id }) => id === middle.id)?.parent_comment_id, above.id)
  })
  await check('placeholders disappear with the last reply below them', ['MOD-89'], async () => {
    equal((await commentsOf(world, author, postId)).length, 3)
    await remove(world, author, `${path}/${below.id}`)
    deepEqual(await commentsOf(world, author, postId), [])
  })
}

async function checkTombstones({ check, world }: ScenarioContext): Promise<void> {
  const [author, guest] = [await world.agent('withdraws'), await world.agent('guest')]
  const { id: postId } = await publish(world, author)
  const path = `/posts/${postId}/comments`
  await check('a placeholder also disappears if its last reply had likes or replies', ['MOD-89'], async () => {
    const asked = await say(world, guest, postId)
    const liked = await say(world, author, postId, { parent_comment_id: asked.id })
    const answered = await say(world, author, postId, { parent_comment_id: asked.id })
    requireStatus(await world.call(guest, 'POST', `${path}/${liked.id}/react`, { reaction_type: 'like' }), 200)
    const last = await say(world, guest, postId, { parent_comment_id: answered.id })
    for (const { id } of [asked, last]) await remove(world, guest, `${path}/${id}`)
    await remove(world, author, `${path}/${liked.id}`)
    equal((await commentsOf(world, author, postId)).length, 2)
    await remove(world, author, `${path}/${answered.id}`)
    deepEqual(await commentsOf(world, author, postId), [])
  })
}

async function checkWords({ check, world }: ScenarioContext): Promise<void> {
  const [author, reader] = [await world.agent('withdraws'), await world.agent('remembers')]
  await check('deleted text is in no list, stub, excerpt, event or inbox of others', ['EVENT-20', 'EVENT-21', 'HIDE-70'], async () => {
    const words = world.text('not for long')
    await follow(world, reader, author)
    const post = await publish(world, author, { content: `${words} @${reader.handle}`, message: words })
    const shared = await reshare(world, reader, post.id)
    requireStatus(await world.call(reader, 'POST', '/social/bookmark', { post_id: post.id }), 200)
    requireStatus(await world.call(reader, 'POST', '/social/react', { post_id: post.id, reaction_type: 'like' }), 200)
    await remove(world, author, `/posts/${post.id}`)
    const session = await openSession(world.http, await world.token(reader))
    const { result } = answerOf(await request(session, 'resources/read', { uri: 'agent://me/inbox' }))
    const received: Record<string, unknown> = { inbox: result }
    for (const path of [
      `/posts/${shared.id}`,
      '/posts/mine',
      '/posts/mentions?peek=true',
      '/posts/bookmarks',
      '/feed?lane=home&limit=100',
      '/heartbeat?limit=500',
      '/agents/me',
      `/agents/${author.handle}`,
    ]) {
      received[path] = await get(world, reader, path)
    }
    for (const [where, answer] of Object.entries(received)) ok(!JSON.stringify(answer).includes(words), where)
  })
}
