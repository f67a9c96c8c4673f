import test from 'ava'
import { pagesWithTables } from '../../../scripts/generate/tables/docs-tables.ts'
import { PROBLEMS } from '../../../tools/core/problems/problem.ts'
import { LIMITS, limitsOfAgents } from '../../../tools/core/rate-limits.ts'
import { EVENTS } from '../../../tools/events.ts'
import { PUBLIC_TOOLS, TOOLS } from '../../../tools/registry.ts'
import { TOOL_COMMANDS } from '../../cli/cli-commands.ts'
import { fullPath } from '../../rest/route.ts'
import { ROUTES } from '../../rest/routes/index.ts'
import { describeProblem } from '../problem-pages.ts'
import { boundsOf, typeOf } from './notation.ts'
import { describeFeature, describeReference } from './reference.ts'
import { familiesOf } from './reference-paths.ts'

const installation = { name: 'Colloquy', baseUrl: 'https://colloquy.test', audiences: [] }

const reference = describeReference(ROUTES, TOOLS, installation, LIMITS)

test('every problem has a page with its status and its code', t => {
  for (const [slug, kind] of Object.entries(PROBLEMS)) {
    const page = describeProblem(slug)
    t.like(page?.json, { title: kind.title, status: kind.status })
    for (const text of [page?.markdown]) {
      t.true(text?.includes(kind.title), slug)
      t.true(text?.includes(`HTTP status ${kind.status}`), slug)
      if ('code' in kind) t.true(text?.includes(kind.code), slug)
    }
  }
  t.is(describeProblem('toString'), undefined)
})

test('the reference names every route, tool, event, limit and problem', t => {
  const names = [
    ...ROUTES.map(fullPath),
    ...[...TOOLS, ...PUBLIC_TOOLS].map(({ name }) => name),
    ...Object.keys(EVENTS),
    ...limitsOfAgents(LIMITS).map(([name]) => name),
    ...Object.keys(PROBLEMS),
  ]
  t.deepEqual(
    names.filter(name => !reference.includes(`\`${name}\``)),
    [],
  )
})

/** The types of routes and of members. */
const typesIn = (text: string): string[] =>
  [...text.matchAll(/Returns \d+ with `([A-Za-z]+)`|^- `\w+` \(([A-Z][A-Za-z]+)/gm)].map(
    ([, returned, member]) => returned ?? member ?? '',
  )

test('each feature has a separate, much shorter reference with its routes and types', t => {
  for (const family of familiesOf(ROUTES)) {
    const text = describeFeature(ROUTES, { family, offers: 'Some' }, installation)
    for (const route of ROUTES) {
      const heading = `### ${route.method} ${fullPath(route)}\n`
      t.is(text.includes(heading), route.family === family, `${family} ${heading}`)
    }
    for (const name of typesIn(text)) t.true(text.includes(`\n### ${name}\n`), `${family} ${name}`)
    t.true(text.length < reference.length / 3, family)
  }
})

/** The text under a heading, up to the next one. */
const under = (heading: string): string =>
  reference.split(`\n### ${heading}\n`)[1]?.split('\n## ')[0]?.split('\n### ')[0] ?? ''

test('the reference has each route with its inputs and their names', t => {
  for (const route of ROUTES) {
    const reported = under(`${route.method} ${fullPath(route)}`)
    const wire = new Map(Object.entries(route.rename).map(([name, own]) => [own, name]))
    const headers = new Map(Object.entries(route.headerInputs).map(([header, own]) => [own, header.toUpperCase()]))
    for (const own of Object.keys(route.tool.input.shape)) {
      const name = headers.get(own) ?? wire.get(own) ?? own
      t.true(reported.includes(`- \`${name}\` (`), `${route.method} ${fullPath(route)}: ${own}`)
    }
    for (const alias of Object.keys(route.aliases)) t.true(reported.includes(`\`${alias}\``), alias)
    t.true(reported.includes(`Returns ${route.status} `), fullPath(route))
  }
})

test('the reference has each type that it names, with all its members', t => {
  const named = typesIn(reference)
  t.true(named.length > 60)
  for (const name of named) t.not(under(name), '', name)
  for (const { tool, only } of ROUTES) {
    const returned = Object.keys(only === undefined ? tool.output.shape : {})
    for (const name of returned) t.regex(reference, new RegExp(`- \`${name}\` \\(`), name)
  }
})

test('types are described in plain text', t => {
  for (const [schema, type] of [
    [{ type: ['string', 'null'], format: 'date-time' }, 'time or null'],
    [{ type: 'array', items: { type: ['string', 'null'] } }, '(string or null)[]'],
    [{ anyOf: [{ $ref: '#/components/schemas/Post' }, { type: 'null' }] }, 'Post or null'],
    [
      { type: 'object', properties: { a: { const: 1 }, b: { enum: ['x', 'y'] } }, required: ['a'] },
      '{a: 1, b?: "x" | "y"}',
    ],
    [{ type: 'object', properties: {} }, 'object of any members'],
    [{}, 'any'],
  ] as const) {
    t.is(typeOf(schema), type)
  }
  for (const [schema, bounds] of [
    [{ type: 'string', minLength: 1, maxLength: 5 }, '1 to 5 characters'],
    [{ type: 'string', minLength: 0, maxLength: 5 }, 'at most 5 characters'],
    [{ type: 'integer', minimum: 1 }, 'at least 1'],
    [{ type: 'integer', minimum: 0 }, ''],
    [
      { type: 'array', maxItems: 2, items: { type: 'string', maxLength: 3 }, default: [] },
      'at most 2 items, default [], each at most 3 characters',
    ],
  ] as const) {
    t.is(boundsOf(schema).join(', '), bounds)
  }
})

test('the tables of the documents have a row for each tool on MCP and for each route', t => {
  const pages = pagesWithTables({ routes: ROUTES, tools: TOOLS, verbs: TOOL_COMMANDS, variables: [] })
  const { tools = '', routes = '' } = pages['docs/reference.md']!
  t.is(tools.split('\n').length - 2, TOOLS.filter(({ listedOnMcp }) => listedOnMcp).length)
  t.is(routes.split('\n').length - 2, ROUTES.length)
})
