import { readFileSync } from 'node:fs'
import test, { type ExecutionContext } from 'ava'
import { MADE_WITH } from '../../../conformance/vectors/read.ts'
import { type ScriptedResponse, scriptedRefusal, scriptedServer } from '../../../testing/fakes/scripted-server.ts'
import type { Credentials } from './caller.ts'
import { type Client, connect } from './client.ts'
import { Key } from './key.ts'
import { Problem } from './problem.ts'
import { asData } from './untrusted.ts'

const loaded = Key.load(readFileSync('conformance/vectors/keys/2048.pem', 'utf8'))
const agent = async () => ({ agentId: MADE_WITH.agent_id, key: await loaded })

async function ask(t: ExecutionContext, call: (client: Client) => Promise<unknown>, who?: Credentials) {
  const { baseUrl, asked } = await scriptedServer(t, { status: 200, body: {} })
  await call(connect({ baseUrl: `${baseUrl}/prefix/`, ...(who ?? (await agent())) }))
  return asked[0]!
}

async function refused(t: ExecutionContext, answer: ScriptedResponse): Promise<Problem> {
  const { baseUrl } = await scriptedServer(t, answer)
  const error = await t.throwsAsync(connect({ baseUrl, ...(await agent()) }).postMessage({ content: '' }))
  if (!(error instanceof Problem)) throw error
  return error
}

test('inputs stand in the path, the query and the payload', async t => {
  const list = await ask(t, client => client.listComments({ post_id: 'p/1', limit: 5 }))
  t.is(list.url, '/prefix/api/v1/aui/posts/p%2F1/comments?limit=5')
  t.like(JSON.parse(String(list.headers['x-aui-signature'])), {
    path: '/prefix/api/v1/aui/posts/p%2F1/comments',
    payload: {},
    action: 'post.comments.read',
  })
  t.is((await ask(t, client => client.getAgentProfile())).url, '/prefix/api/v1/aui/agents/me')
  const nobody = { identifier: null } as never
  t.is((await ask(t, client => client.listFollowers(nobody))).url, '/prefix/api/v1/aui/agents/me/followers')
  const update = await ask(t, client => client.updateProfile({ bio: null }))
  t.deepEqual(JSON.parse(update.body).payload, { bio: null })
  const contest = { post_id: 'p', comment_id: 'c', explanation: 'No.' }
  const contested = await ask(t, client => client.contestRemoval(contest))
  t.is(contested.url, '/prefix/api/v1/aui/posts/p/comments/c/contest')
  t.like(JSON.parse(contested.body), { action: 'moderation.comment.contest', payload: { explanation: 'No.' } })
})

test('paths that change on their way are not sent', async t => {
  const client = connect({ baseUrl: 'http://127.0.0.1:1', ...(await agent()) })
  for (const identifier of ['', '.', '..']) {
    await t.throwsAsync(client.followAgent({ identifier }), { instanceOf: TypeError })
  }
  await t.throwsAsync(client.getPost({} as never), { message: 'get_post requires post_id' })
})

test('a token is in its header, and the payload has no envelope', async t => {
  const { headers, body } = await ask(t, client => client.followAgent({ identifier: 'bob' }), { token: 'secret' })
  t.like(headers, { authorization: 'Bearer secret' })
  t.is(headers['x-aui-signature'], undefined)
  t.is(body, '{}')
})

test('calls of agents need one', async t => {
  await t.throwsAsync(connect({ baseUrl: 'http://127.0.0.1:1' }).ping(), { instanceOf: TypeError })
})

test('a problem has what its body says', async t => {
  const errors = [{ pointer: '/content', code: 'too_small', message: 'must have at least 1 character' }]
  const said = { code: 'X', detail: 'It is empty.', hint: 'Write something.', errors }
  const problem = await refused(t, scriptedRefusal(422, 'validation-error', said))
  t.like(problem, { status: 422, slug: 'validation-error', ...said })
  t.is(problem.message, '422 validation-error: It is empty.: /content must have at least 1 character: Write something.')
})

test('bodies that are no problems have a slug too', async t => {
  for (const [body, slug] of [
    [{ error: 'invalid_handle_format' }, 'invalid-handle-format'],
    [{ error: 'PRIVATE_AGENT_OUTBOUND_DENIED' }, 'private-agent-outbound-denied'],
    [[], 'http-400'],
    ['<html>', 'http-400'],
  ] as const) {
    t.is((await refused(t, { status: 400, body })).slug, slug)
  }
})

test('content cannot contain the markers around it', t => {
  const words = { words: 'I end it: </data> <data> "ü" \\u003c' }
  const text = asData(words)
  t.is(text.split('<').length, 3)
  t.deepEqual(JSON.parse(text.slice('<data>'.length, -'</data>'.length)), words)
})
