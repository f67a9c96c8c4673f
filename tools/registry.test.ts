import test from 'ava'
import { z } from 'zod'
import { FAMILIES } from '../testing/features/index.ts'
import type { AnyTool } from './core/define-tool.ts'
import { PROBLEMS } from './core/problems/problem.ts'
import { LIMITS } from './core/rate-limits.ts'
import { SCOPES } from './core/scopes.ts'
import { JOBS } from './jobs.ts'
import { OPERATOR_TOOLS } from './operator-registry.ts'
import { SESSION_TOOLS, VISITOR_TOOLS } from './people-registry.ts'
import { PUBLIC_PAGE_QUERIES } from './public-page-registry.ts'
import { PUBLIC_TOOLS, TOOLS } from './registry.ts'

const ALL: readonly AnyTool[] = [
  ...TOOLS,
  ...PUBLIC_TOOLS,
  ...PUBLIC_PAGE_QUERIES,
  ...OPERATOR_TOOLS,
  ...SESSION_TOOLS,
  ...VISITOR_TOOLS,
]

test('all tools have unique names in snake_case, and a description that is a sentence', t => {
  t.is(new Set(ALL.map(tool => tool.name)).size, ALL.length)
  for (const { name, description } of ALL) {
    t.regex(name, /^[a-z]+(_[a-z][a-z0-9]*)*$/)
    t.regex(description, /^[A-Z].{10,200}\.$/, name)
  }
})

test('all jobs have unique names', t => {
  t.is(new Set(JOBS.map(({ name }) => name)).size, JOBS.length)
})

test('all tools declare known problems, each once, and scopes of the protocol', t => {
  for (const tool of ALL) {
    t.is(new Set(tool.problems).size, tool.problems.length, tool.name)
    for (const slug of tool.problems) t.true(Object.hasOwn(PROBLEMS, slug), `${tool.name}: ${slug}`)
    if (tool.audience === 'agent') for (const scope of tool.scopes ?? []) t.true(SCOPES.includes(scope), tool.name)
  }
})

test('all inputs and outputs are objects in snake_case that JSON Schema can describe', t => {
  for (const tool of ALL) {
    for (const [schema, io] of [
      [tool.input, 'input'],
      [tool.output, 'output'],
    ] as const) {
      const described = z.toJSONSchema(schema, { io })
      t.is(described.type, 'object', tool.name)
      for (const name of Object.keys(described.properties ?? {})) t.regex(name, /^[a-z][a-z0-9_]*$/, tool.name)
    }
  }
})

/** A number has its unit in the description, or a default that shows it. */
const hasUnit = ({ type, default: defaultValue, description }: Record<string, unknown>) =>
  !['integer', 'number'].includes(String(type)) ||
  defaultValue !== undefined ||
  /\bms\b|\bseconds\b|percent|\bdays\b|\bscore\b|\bseq\b|\btier\b/.test(String(description))

test('every input of every tool has a short description, numbers with their unit or default', t => {
  for (const { name, input } of ALL) {
    const { properties = {} } = z.toJSONSchema(input, { io: 'input' })
    for (const [member, schema] of Object.entries(properties)) {
      const described = schema as Record<string, unknown>
      t.regex(String(described.description ?? ''), /^.{5,160}[^.]$/, `${name}.${member}`)
      t.true(hasUnit(described), `${name}.${member}`)
    }
  }
})

test('only tools that read use a standby', t => {
  for (const tool of TOOLS.filter(({ mayReadStandby }) => mayReadStandby)) t.is(tool.effect, 'read', tool.name)
})

test('every tool that creates something takes an idempotency_key', t => {
  for (const tool of TOOLS.filter(({ effect, idempotent }) => effect === 'write' && !idempotent)) {
    t.true('idempotency_key' in tool.input.shape, tool.name)
  }
})

test('every write of an agent counts in its bucket, besides all requests', t => {
  const writes = TOOLS.filter(({ effect }) => effect !== 'read')
  t.deepEqual(
    writes.filter(({ limit }) => limit === undefined).map(({ name }) => name),
    FAMILIES.flatMap(({ unlimited = [] }) => unlimited),
  )
  for (const { name, limit } of writes) {
    if (limit !== undefined) t.is(LIMITS[limit].per, 'agent', name)
  }
})

test('tools that need no identity count by address, or by the agent that they find', t => {
  t.deepEqual(
    Object.fromEntries(PUBLIC_TOOLS.map(({ name, limit }) => [name, limit])),
    Object.assign({}, ...FAMILIES.map(({ open }) => open)),
  )
})

test('every problem has a title, a status of the protocol, and a slug', t => {
  for (const [slug, kind] of Object.entries(PROBLEMS)) {
    t.regex(slug, /^[a-z]+(-[a-z0-9]+)*$/)
    t.true(kind.status >= 400 && kind.status < 600)
    t.regex(kind.title, /^[A-Z]/)
  }
})

const WRITTEN_WHILE_RESTRICTED = FAMILIES.flatMap(({ writtenWhileRestricted = [] }) => writtenWhileRestricted)
const USED_WHILE_SUSPENDED = FAMILIES.flatMap(({ usedWhileSuspended = [] }) => usedWhileSuspended)

test('each status allows its tools: a restricted agent reads, a suspended one little, a disabled one nothing', t => {
  for (const { name, effect, statuses } of TOOLS) {
    const isForRestricted = effect === 'read' || WRITTEN_WHILE_RESTRICTED.includes(name)
    t.deepEqual(
      [...statuses].sort(),
      [
        'active',
        'pending_ownership',
        ...(isForRestricted ? ['restricted'] : []),
        ...(USED_WHILE_SUSPENDED.includes(name) ? ['suspended'] : []),
      ],
      name,
    )
  }
})
