import { deepEqual, equal, match, ok } from 'node:assert/strict'
import test from 'ava'
import type { Exchange } from '../clients/exchanges.ts'
import { Reply } from '../clients/http.ts'
import * as postShapes from '../shapes/posts.ts'
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

test('a comparison tells the exchange, what was looked at, what was expected and what came', t => {
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

test('what is said of a failure in words stays, behind its exchange', t => {
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

test('an answer that does not fit tells which members, and they are its cause', t => {
  const error = thrownBy(() => reply(200, {}).as(postShapes.post))
  const { reason, cause } = describeFailure(error, [exchange(200)])
  t.regex(reason, /^GET \S+ → 200\nmember id: [^\n]+\n(member [^\n]+\n)+answered 200 \{\}$/)
  t.regex(cause, /^member id: /)
})
