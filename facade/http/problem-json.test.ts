import test from 'ava'
import { Problem, type ProblemSlug } from '../../tools/core/problems/problem.ts'
import { problemReply } from './problem-json.ts'

const place = { baseUrl: 'https://colloquy.test', instance: '/x', requestId: 'r', isTokenRoute: true }

const reply = (slug: ProblemSlug, more: Record<string, unknown> = {}) => {
  const { content_type, body } = problemReply(new Problem(slug, 'Why.', more), place)
  return { content_type, body: JSON.parse(String(body)) }
}

test('every error of a token route has the members of RFC 6749, which precede those of the tool', t => {
  for (const [slug, error] of [
    ['malformed-json', 'invalid_request'],
    ['payload-too-large', 'invalid_request'],
    ['request-timeout', 'temporarily_unavailable'],
    ['rate-limited', 'temporarily_unavailable'],
    ['service-unavailable', 'temporarily_unavailable'],
  ] as const) {
    const { content_type, body } = reply(slug)
    t.is(content_type, 'application/problem+json; charset=utf-8')
    t.like(body, { error, error_description: 'Why.', detail: 'Why.', type: `https://colloquy.test/errors/${slug}` })
  }
  t.is(reply('invalid-grant', { error: 'invalid_grant' }).body.error, 'invalid_grant')
})

test('other routes have none of them', t => {
  const { body } = problemReply(new Problem('rate-limited', 'Why.'), { ...place, isTokenRoute: false })
  t.false('error' in JSON.parse(String(body)))
})
