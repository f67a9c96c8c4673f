import type { IncomingHttpHeaders } from 'node:http'
import test from 'ava'
import { Problem } from '../../../tools/core/problems/problem.ts'
import { createOriginGuard } from './origin-guard.ts'

const guard = createOriginGuard(['localhost:8080', '[::1]:8080', 'Social.Example'], ['https://app.example'])

const refusal = (headers: IncomingHttpHeaders) => {
  try {
    guard(headers)
  } catch (error) {
    return error instanceof Problem ? error.slug : error
  }
}

test('a request for a host of this server passes, whatever the port', t => {
  for (const host of ['localhost', 'localhost:1234', '[::1]:1', 'social.example', 'SOCIAL.EXAMPLE:443']) {
    t.is(refusal({ host }), undefined, host)
  }
})

test('a request for another host is misdirected', t => {
  for (const host of ['evil.example.com', 'localhost.evil.example', '127.0.0.1', '']) {
    t.is(refusal({ host }), 'misdirected-request', host)
  }
})

test('an origin passes if it is allowed or the host itself', t => {
  const host = 'localhost:8080'
  t.is(refusal({ host, origin: 'https://app.example' }), undefined)
  t.is(refusal({ host, origin: 'http://localhost:8080' }), undefined)
  for (const origin of [
    'https://evil.example',
    'http://localhost:9',
    'null',
    '',
    'http://localhost:8080.evil.example',
  ]) {
    t.is(refusal({ host, origin }), 'origin-refused', origin)
  }
})
