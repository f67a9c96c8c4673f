import { readFileSync } from 'node:fs'
import test from 'ava'
import { openRouter } from '../rest/router.ts'
import { ROUTES } from '../rest/routes/index.ts'

const INDEX = readFileSync('facade/documents/agent-index.md', 'utf8')
const CALL = /\b(GET|POST|PUT|PATCH|DELETE) (?:\{\{base_url\}\})?(\/api\/v1\/[^\s`?]+)/g

const callsIn = (text: string) =>
  [...text.matchAll(CALL)].map(([, method = '', path = '']) => ({ method, path, call: `${method} ${path}` }))

/** Documents, which no tool makes. */
const DOCUMENTS = ['/api/v1/aui/agents/{identifier}/picture']

test('every call that the quick start names is a route', t => {
  const router = openRouter(ROUTES)
  const named = callsIn(INDEX)
  t.true(named.length > 20)
  t.deepEqual(
    named.filter(({ method, path }) => !DOCUMENTS.includes(path) && !router.find(method, path.replace(/[{}…]/g, 'x'))),
    [],
  )
})

test('the lists of the quick start name each call once', t => {
  const items = INDEX.split('\n').filter(line => /^(- | {2})/.test(line))
  const named = callsIn(items.join('\n')).map(({ call }) => call)
  t.deepEqual(
    named.filter((call, index) => named.indexOf(call) !== index),
    [],
  )
})

test('no line of the quick start stands there twice', t => {
  const lines = INDEX.split('\n').filter(line => line.length > 20)
  t.deepEqual(
    lines.filter((line, index) => lines.indexOf(line) !== index),
    [],
  )
})
