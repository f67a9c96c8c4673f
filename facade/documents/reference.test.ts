import test from 'ava'
import { EVENTS } from '../../tools/events.ts'
import { BUCKETS } from '../../tools/kernel/limits.ts'
import { PROBLEMS } from '../../tools/kernel/problems/problems.ts'
import { PUBLIC_TOOLS, TOOLS } from '../../tools/registry.ts'
import { VERBS } from '../operator/verbs.ts'
import { readmeTables } from '../readme-tables.ts'
import { fullPath } from '../rest/route.ts'
import { ROUTES } from '../rest/routes/index.ts'
import { problemPage } from './problem-pages.ts'
import { describeReference } from './reference.ts'

const installation = { name: 'Colloquy', baseUrl: 'https://colloquy.test', audiences: [] }

test('every problem has a page that says its status and its code', t => {
  for (const [slug, kind] of Object.entries(PROBLEMS)) {
    const page = problemPage(slug)
    for (const text of [page?.html, page?.markdown]) {
      t.true(text?.includes(kind.title), slug)
      t.true(text?.includes(`HTTP status ${kind.status}`), slug)
      if ('code' in kind) t.true(text?.includes(kind.code), slug)
    }
  }
  t.is(problemPage('toString'), undefined)
})

test('the reference names every route, tool, event, limit and problem', t => {
  const reference = describeReference(ROUTES, TOOLS, installation, BUCKETS)
  const names = [
    ...ROUTES.map(fullPath),
    ...[...TOOLS, ...PUBLIC_TOOLS].map(({ name }) => name),
    ...Object.keys(EVENTS),
    ...Object.keys(BUCKETS),
    ...Object.keys(PROBLEMS),
  ]
  t.deepEqual(
    names.filter(name => !reference.includes(`\`${name}\``)),
    [],
  )
})

test("the README's tables have a row for each tool on MCP and for each route", t => {
  const { tools = '', routes = '' } = readmeTables(ROUTES, TOOLS, VERBS)
  t.is(tools.split('\n').length - 2, TOOLS.filter(({ listedOnMcp }) => listedOnMcp).length)
  t.is(routes.split('\n').length - 2, ROUTES.length)
})
