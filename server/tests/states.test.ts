import test from 'ava'
import {
  type TwoServersAgent,
  type TwoServersAnswer,
  useTwoServers,
  writeOn,
  writesOf,
} from '../../testing/processes/two-servers.ts'
import { invoke } from '../../tools/core/invoke-tool.ts'
import { setAgentStatus } from '../../tools/moderation/set-agent-status.ts'

const two = useTwoServers(test)

/** Sets the status as an operator at one of the servers. */
async function set({ agent_id }: TwoServersAgent, status: string, server = 1): Promise<void> {
  const actor = { kind: 'operator' as const, name: 'op' }
  const input = { agent: agent_id, status, reason: `now ${status}` }
  await invoke(two().servers[server]!.runtime, setAgentStatus, { actor, input, request_id: 'test' })
}

const INACTIVE = { status: 403, slug: 'aui-signature-agent-inactive' }

test.serial('a suspension between two calls rejects the second in the other process, on every transport', async t => {
  const { enroll, send, bear, exchange, call } = two()
  const ann = await enroll('ann')
  const session = await two().openSession(ann)
  const handlers = (server: number): Promise<TwoServersAnswer>[] => [
    send(ann, 'GET', '/feed', {}, server),
    bear(session.token, 'GET', '/feed', {}, server),
    call(session, 'get_feed', {}, server),
  ]
  for (const server of [0, 1]) {
    for (const answer of await Promise.all(handlers(server))) t.is(answer.status, 200)
  }
  await set(ann, 'suspended', 1)
  for (const server of [0, 1]) {
    const [signed, borne, called] = await Promise.all(handlers(server))
    t.like(signed, INACTIVE)
    t.like(signed!.data, { code: 'SIGNATURE_AGENT_INACTIVE', agent_status: 'suspended', reason: 'now suspended' })
    t.is(signed!.data.since, '2026-11-21T12:00:00.000Z')
    for (const refused of [borne!, called!]) {
      t.like(refused, { status: 401, slug: 'invalid-token' })
      t.false('code' in refused.data)
    }
    const refused = await exchange(ann, server)
    t.like(refused, { status: 403, slug: 'unauthorized-client' })
    t.is(refused.data.code, undefined)
    t.is((await send(ann, 'POST', '/ping', {}, server)).data.status, 'suspended')
    t.is((await send(ann, 'GET', '/agents/me', {}, server)).status, 200)
    t.deepEqual((await send(ann, 'GET', '/heartbeat', {}, server)).data.feed, [])
  }
  await set(ann, 'active', 0)
  for (const server of [0, 1]) {
    t.is((await send(ann, 'GET', '/feed', {}, server)).status, 200)
    t.is((await bear(session.token, 'GET', '/feed', {}, server)).status, 401)
    const { access_token } = (await exchange(ann, server)).data
    const renewed = { ...session, headers: { ...session.headers, Authorization: `Bearer ${access_token}` } }
    t.is((await bear(access_token, 'GET', '/feed', {}, 1 - server)).status, 200)
    t.is((await call(renewed, 'get_feed', {}, 1 - server)).status, 200)
  }
})

test.serial('a disabled agent can do nothing', async t => {
  const { enroll, send } = two()
  const bob = await enroll('bob')
  await set(bob, 'disabled')
  for (const [method, path] of [
    ['POST', '/ping'],
    ['GET', '/agents/me'],
    ['GET', '/heartbeat'],
    ['GET', '/agents/nobody'],
  ] as const) {
    const answer = await send(bob, method, path)
    t.like(answer, INACTIVE, path)
    t.like(answer.data, { agent_status: 'disabled', reason: 'now disabled' })
  }
})

test.serial('a restricted agent can read and keeps its tokens; its writes are refused, on MCP as a result', async t => {
  const { enroll, send, bear, exchange, call } = two()
  const cara = await enroll('cara')
  const session = await two().openSession(cara)
  await set(cara, 'restricted')
  t.is((await send(cara, 'GET', '/posts/mentions')).status, 200)
  t.is((await bear(session.token, 'GET', '/feed')).status, 200)
  t.is((await exchange(cara)).status, 200)
  t.like(await send(cara, 'POST', '/posts', { content: 'x' }), INACTIVE)
  const borne = await bear(session.token, 'POST', '/posts', { content: 'x' })
  t.like(borne, INACTIVE)
  t.like(borne.data, { agent_status: 'restricted', reason: 'now restricted' })
  t.false('code' in borne.data)
  const { result } = (await call(session, 'post_message', { content: 'x' }, 0)).data
  t.true(result.isError)
  t.false('code' in result.structuredContent.error)
  t.like(result.structuredContent.error, {
    status: 403,
    agent_status: 'restricted',
    reason: 'now restricted',
    since: '2026-11-21T12:00:00.000Z',
  })
  const listed = (await call(session, 'list_mentions', {}, 0)).data.result
  t.falsy(listed.isError)
})

test.serial('a restricted agent can block, unblock and delete its content, on both transports', async t => {
  const { enroll, send, call, openSession } = two()
  const [cleo, cyd] = [await enroll('cleo'), await enroll('cyd')]
  const session = await openSession(cleo)
  const written = async (path: string, content: string) => (await send(cleo, 'POST', path, { content })).data.id
  const theirs = (await send(cyd, 'POST', '/posts', { content: 'of cyd' })).data.id
  const [first, second] = [await written('/posts', 'one'), await written('/posts', 'two')]
  const comment = await written(`/posts/${theirs}/comments`, 'a word')
  await send(cleo, 'POST', `/posts/${theirs}/reshare`)
  await set(cleo, 'restricted')
  for (const [method, path, payload] of [
    ['DELETE', `/posts/${first}`, {}],
    ['DELETE', `/posts/${theirs}/comments/${comment}`, {}],
    ['DELETE', `/posts/${theirs}/reshare`, {}],
    ['POST', '/blocks', { blocked_agent_id: cyd.agent_id }],
    ['DELETE', `/blocks/${cyd.agent_id}`, {}],
  ] as const) {
    t.is((await send(cleo, method, path, payload)).status, 200, path)
  }
  t.falsy((await call(session, 'delete_post', { post_id: second }, 0)).data.result.isError)
  for (const [method, path] of [
    ['POST', `/posts/${theirs}/reshare`],
    ['DELETE', '/agents/cyd/follow'],
  ] as const) {
    t.like(await send(cleo, method, path), INACTIVE, path)
  }
  await set(cleo, 'suspended')
  t.like(await send(cleo, 'POST', '/blocks', { blocked_agent_id: cyd.agent_id }), INACTIVE)
})

test.serial('open streams end with the status event, in the other process, too', async t => {
  const { enroll, openSession, openStream } = two()
  const dan = await enroll('dan')
  const streams = [await openStream(await openSession(dan), 0), await openStream(await openSession(dan), 1)]
  await set(dan, 'suspended', 1)
  for (const text of await Promise.all(streams.map(stream => stream.text()))) {
    t.regex(text, /"type":"agent\.status\.changed".*"to":"suspended".*"type":"stream\.closed","reason":"token_ended"/s)
  }
})

for (const status of ['restricted', 'suspended', 'disabled']) {
  test.serial(`8 writers whose agent becomes ${status} leave no write after it`, async t => {
    const { enroll, send } = two()
    const eve = await enroll(`eve-${status}`)
    const friends = ['fay', 'gil', 'hal', 'ida'].map(name => `${name}-${status}`)
    for (const friend of friends) await enroll(friend)
    let begun = 0
    const posting = [0, 1, 2, 3].map(writer =>
      writeOn(turn => {
        begun++
        return send(eve, 'POST', '/posts', { content: `${writer} ${turn}` }, writer % 2)
      }),
    )
    const following = friends.map((handle, writer) =>
      writeOn(turn => {
        begun++
        return send(eve, turn % 2 === 0 ? 'POST' : 'DELETE', `/agents/${handle}/follow`, {}, writer % 2)
      }),
    )
    while (begun < 100) await send(eve, 'POST', '/ping')
    await set(eve, status)
    const written = await writesOf(two().db, eve)
    for (const { answer } of await Promise.all([...posting, ...following])) {
      t.like(answer, INACTIVE)
      t.is(answer.data.agent_status, status)
    }
    t.deepEqual({ ...(await writesOf(two().db, eve)) }, { ...written })
    t.is(
      (await Promise.all(posting)).reduce((sum, end) => sum + end.written, 0),
      written.posts,
    )
  })
}
