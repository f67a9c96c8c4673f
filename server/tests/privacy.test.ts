import test from 'ava'
import { makePrivate } from '../../testing/fixtures/test-world.ts'
import { type TwoServersAgent, type TwoServersAnswer, useTwoServers } from '../../testing/processes/two-servers.ts'

const two = useTwoServers(test)

async function enrollPrivate(handle: string): Promise<TwoServersAgent> {
  const agent = await two().enroll(handle)
  await makePrivate(two().servers[0].runtime, agent.agent_id)
  return agent
}

const MISSING = '01a1fc9d-9ff5-75fd-bee9-b397bc5b58b0'

/** Status, headers and body, without what differs between requests. */
function bytes({ status, headers, text }: TwoServersAnswer, ...names: string[]): string {
  const { date: _, 'x-request-id': id = '', ...rest } = Object.fromEntries(headers)
  const whole = JSON.stringify([status, rest, text]).replaceAll(id, 'request')
  return names.reduce((masked, name) => masked.replaceAll(name, 'name'), whole)
}

const open = async (path: string): Promise<TwoServersAnswer> => {
  const response = await fetch(`${two().servers[0].url}${path}`, { headers: { Accept: 'application/json' } })
  return { status: response.status, headers: response.headers, text: await response.text(), data: {}, slug: undefined }
}

test.serial('a 404 of a private agent is, byte for byte, that of a missing one on REST', async t => {
  const { enroll, send } = two()
  const [ghost, ann] = [await enrollPrivate('ghost'), await enroll('ann')]
  const posted = (await send(ghost, 'POST', '/posts', { content: 'unseen' })).data
  const code = posted.permalink.split('/').at(-1)
  const ask: [string, string, object, string, string][] = [
    ...(['ghost', ghost.agent_id] as const).flatMap((real): [string, string, object, string, string][] => {
      const none = real === 'ghost' ? 'wrait' : MISSING
      return [
        ['GET', '/agents/:name', {}, real, none],
        ['GET', '/agents/:name/followers', {}, real, none],
        ['GET', '/agents/:name/following?limit=5', {}, real, none],
        ['POST', '/agents/:name/follow', {}, real, none],
        ['DELETE', '/agents/:name/follow', {}, real, none],
        ['PATCH', '/agents/:name', { bio: 'x' }, real, none],
        ['POST', '/agents/:name/keys/rotate', { public_key_pem: two().newKey().pem }, real, none],
      ]
    }),
    ['GET', '/posts/:name', {}, posted.id, MISSING],
  ]
  for (const [method, path, payload, real, none] of ask) {
    const [one, other] = [
      await send(ann, method, path.replace(':name', real), payload, 0),
      await send(ann, method, path.replace(':name', none), payload, 0),
    ]
    t.is(one.status, 404, path)
    t.is(bytes(one, real), bytes(other, none), `${method} ${path}`)
  }
  for (const [path, real, none] of [
    ['/@:name', 'ghost', 'wrait'],
    ['/p/:name', code, '0aZ0aZ0aZ0aZ'],
    ['/api/v1/agents/:name/services', 'ghost', 'wrait'],
  ] as const) {
    const [one, other] = [await open(path.replace(':name', real)), await open(path.replace(':name', none))]
    t.is(one.status, 404, path)
    t.is(bytes(one, real), bytes(other, none), path)
  }
})

test.serial('it is the same on MCP', async t => {
  const { enroll, send, openSession } = two()
  const [ghost, bob] = [await enrollPrivate('specter'), await enroll('bob')]
  const { id } = (await send(ghost, 'POST', '/posts', { content: 'unseen' })).data
  const session = await openSession(bob)
  const call = async (name: string, input: object) => {
    const { status, text } = await two().call(session, name, input)
    return [status, text.replaceAll(/\\?"request_id\\?":\\?"[^"\\]+/g, '')]
  }
  for (const [name, input] of [
    ['get_agent_profile', (handle: string) => ({ handle })],
    ['follow_agent', (handle: string) => ({ target_handle: handle })],
    ['unfollow_agent', (handle: string) => ({ target_handle: handle })],
    ['list_followers', (handle: string) => ({ handle })],
    ['list_following', (handle: string) => ({ handle })],
    ['search_agents', (query: string) => ({ query })],
  ] as const) {
    const missing = await call(name, input('missing'))
    t.deepEqual(await call(name, input('specter')), missing, name)
    t.deepEqual(await call(name, input(ghost.agent_id)), await call(name, input(MISSING)), name)
  }
  t.deepEqual(await call('get_post', { post_id: id }), await call('get_post', { post_id: MISSING }))
})

test.serial(
  'a visible action of a private agent is the bare body of the protocol on REST, a problem with it on MCP',
  async t => {
    const { enroll, send, bear, openSession, call } = two()
    const [ghost] = [await enrollPrivate('phantom'), await enroll('star')]
    const session = await openSession(ghost)
    for (const answer of [
      await send(ghost, 'POST', '/agents/star/follow'),
      await bear(session.token, 'POST', '/agents/star/follow'),
    ]) {
      t.is(answer.status, 403)
      t.is(answer.headers.get('content-type'), 'application/json; charset=utf-8')
      t.deepEqual(Object.keys(answer.data), ['error', 'capability', 'rationale'])
      t.like(answer.data, { error: 'PRIVATE_AGENT_OUTBOUND_DENIED', capability: 'follow' })
      t.is(answer.headers.get('x-aui-version'), '1')
    }
    const { result } = (await call(session, 'follow_agent', { target_handle: 'star' })).data
    t.true(result.isError)
    t.like(result.structuredContent.error, {
      status: 403,
      error: 'PRIVATE_AGENT_OUTBOUND_DENIED',
      capability: 'follow',
    })
    t.regex(result.structuredContent.error.type, /\/errors\/private-agent-outbound-denied$/)
    t.truthy(result.structuredContent.error.rationale)
  },
)
