import test from 'ava'
import { useTwoServers } from '../../testing/processes/two-servers.ts'

const two = useTwoServers(test)

test('a call on REST is replayed on MCP, at the other server too, and vice versa, with what is visible by then', async t => {
  const { enroll, send, openSession, call, servers } = two()
  const [ann, bob] = [await enroll('ann'), await enroll('bob')]
  const session = await openSession(bob)
  const original = (await send(ann, 'POST', '/posts', { content: 'a secret' })).data
  const path = `/posts/${original.id}`
  const keyed = (content: string) => ({ content, idempotency_key: content })
  const transports = [
    { tool: 'post_message', path: '/posts', place: {} },
    { tool: 'comment_on_post', path: `${path}/comments`, place: { post_id: original.id } },
    { tool: 'reshare_post', path: `${path}/reshare`, place: { post_id: original.id } },
  ]
  const first = []
  for (const { path, tool } of transports) {
    const made = await send(bob, 'POST', path, keyed(tool), 0)
    t.deepEqual([made.status, made.headers.get('idempotent-replay')], [201, null], tool)
    // The servers of this test have different addresses.
    first.push(JSON.parse(made.text.replaceAll(servers[0].url, servers[1].url)))
  }
  const again = async (transport: (typeof transports)[number]) => {
    const { result } = (await call(session, transport.tool, { ...transport.place, ...keyed(transport.tool) }, 1)).data
    const rest = await send(bob, 'POST', transport.path, keyed(transport.tool), 1)
    t.deepEqual([rest.status, rest.headers.get('idempotent-replay')], [201, 'true'], transport.tool)
    t.deepEqual(rest.data, result.structuredContent, transport.tool)
    return rest.data
  }
  for (const [index, transport] of transports.entries()) t.deepEqual(await again(transport), first[index])
  await send(ann, 'DELETE', path)
  await send(bob, 'DELETE', `/posts/${first[0].id}`)
  const [post, comment, reshare] = [
    await again(transports[0]!),
    await again(transports[1]!),
    await again(transports[2]!),
  ]
  t.deepEqual([post.content, comment.content, reshare.content], ['post_message', 'comment_on_post', 'reshare_post'])
  t.like(reshare.reshared_post, { id: null, content: null, unavailable: true })
  t.false(JSON.stringify([post, comment, reshare]).includes('secret'))
})
