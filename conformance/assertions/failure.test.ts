import { deepEqual, equal, match, ok } from 'node:assert/strict'
import test from 'ava'
import { Reply } from '../clients/http.ts'
import type { Exchange } from '../clients/recorded-exchanges.ts'
import * as postShapes from '../schemas/posts.ts'
import { describeFailure } from './failure.ts'
import { requireProblem, requireStatus } from './problems.ts'

const thrownBy = (run: () => unknown): unknown => {
  try {
    run()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

const exchange = (status: number, body = '{}', path = '/api/v1/aui/posts'): Exchange => ({
  ...{ method: 'GET', path, headers: {}, body: '' },
  answer: { status, headers: {}, body },
})

const reply = (status: number, body: object, headers = {}) =>
  new Reply(status, headers, Buffer.from(JSON.stringify(body)))

test('a comparison reports the exchange, the path, the expected and the actual value', t => {
  const answer = reply(200, { handle: 'h', list: [{ id: 1 }, { id: 2 }] })
  const header = describeFailure(
    thrownBy(() => equal(answer.headers['x-aui-version'], '1')),
    [exchange(200)],
  )
  t.is(header.reason, "GET /api/v1/aui/posts → 200\nanswer.headers['x-aui-version']: expected '1', came nothing")
  t.is(header.cause, 'the header x-aui-version: came nothing')
  const deep = thrownBy(() => deepEqual(answer.data.list, [{ id: 1 }, { id: 3 }]))
  t.is(describeFailure(deep, []).reason, 'answer.data.list[1].id: expected 3, came 2')
  const none = thrownBy(() => match(String(answer.headers.etag), /^"/))
  t.is(describeFailure(none, []).reason, "String(answer.headers.etag): expected /^\"/, came 'undefined'")
  t.is(describeFailure(none, []).cause, "the header etag: came 'undefined'")
})

test('the message of a failure stays, after its exchange', t => {
  t.is(
    describeFailure(new Error('no answer within 60000 ms'), [
      { ...exchange(0), answer: undefined as never, error: 'reset' },
    ]).reason,
    'GET /api/v1/aui/posts → no answer: reset\nno answer within 60000 ms',
  )
  t.regex(
    describeFailure(
      thrownBy(() => ok(false, 'it was not told')),
      [],
    ).reason,
    /^it was not told$/,
  )
})

test('a message does not hide the path', t => {
  const answer = reply(404, { status: 422, list: ['a'] })
  const status = thrownBy(() => equal(answer.data.status, answer.status, 'the member status is that of the answer'))
  t.is(
    describeFailure(status, [exchange(404)]).reason,
    'GET /api/v1/aui/posts → 404\nanswer.data.status: expected 404, came 422\nthe member status is that of the answer',
  )
  const asked = thrownBy(() => ok([200, 204].includes(answer.status), answer.describe()))
  t.regex(describeFailure(asked, [exchange(404)]).reason, /\nexpected \[200, 204\]\.includes\(answer\.status\)\n404 \{/)
  t.is(describeFailure(asked, [exchange(404)]).cause, 'GET /api/v1/aui/posts answers 404')
  t.is(
    describeFailure(
      thrownBy(() => ok(answer.data.gone)),
      [],
    ).reason,
    'expected answer.data.gone',
  )
})

test('an error of another media type is reported as such, wherever it occurs', t => {
  const problem = { type: 'https://x.example/errors/not-found', title: 'T', status: 404, detail: 'D', instance: '/i' }
  const causes = ['/posts/mine', '/feed'].map(path => {
    const plain = reply(404, problem, { 'content-type': 'text/plain' })
    return describeFailure(
      thrownBy(() => requireProblem(plain, 'not-found')),
      [exchange(404, plain.text, path)],
    )
  })
  t.is(new Set(causes.map(({ cause }) => cause)).size, 1)
  t.regex(causes[0]?.reason ?? '', /\nreply\.type: expected 'application\/problem\+json', came 'text\/plain'$/)
})

test('of a composed comparison, the part that differs is reported', t => {
  const read = { content: 'a', message: 'b' }
  const { content, message } = read
  const listed = thrownBy(() => deepEqual([read.content, read.message], ['a', 'c']))
  t.is(describeFailure(listed, []).reason, "read.message: expected 'c', came 'b'")
  const shorthand = thrownBy(() => deepEqual({ content, message }, { content: 'a', message: 'c' }))
  t.is(describeFailure(shorthand, []).reason, "message: expected 'c', came 'b'")
  const named = thrownBy(() => deepEqual({ said: read.message, deep: { content } }, { said: 'c', deep: { content } }))
  t.is(describeFailure(named, []).reason, "read.message: expected 'c', came 'b'")
  const longer = thrownBy(() => deepEqual([...read.content], ['a', 'b']))
  t.is(describeFailure(longer, []).reason, "[...read.content][1]: expected 'b', came nothing")
})

test('failures at one route that is answered alike have one cause, whatever they ask of it', t => {
  const missing = { type: 'https://x.example/errors/not-found', title: 'T', status: 404, detail: 'D', instance: '/i' }
  const paths = ['/posts/0190c1d4-0000-7000-8000-000000000001', '/posts/0190c1d4-0000-7000-8000-000000000002?x=1']
  const causes = paths.map(path => {
    const answered = reply(404, missing, { 'content-type': 'application/problem+json' })
    const error = thrownBy(() =>
      path.endsWith('1') ? requireStatus(answered, 200) : requireProblem(answered, 'duplicate-post'),
    )
    return describeFailure(error, [exchange(404, answered.text, path)]).cause
  })
  t.deepEqual(causes, ['GET /posts/{id} answers 404 not-found', 'GET /posts/{id} answers 404 not-found'])
})

test('a response that does not match its schema names the members, which are its cause', t => {
  const error = thrownBy(() => reply(200, {}).as(postShapes.post))
  const { reason, cause } = describeFailure(error, [exchange(200)])
  t.regex(reason, /^GET \S+ → 200\nmember id: [^\n]+\n(member [^\n]+\n)+answered 200 \{\}$/)
  t.regex(cause, /^member id: /)
})
