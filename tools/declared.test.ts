import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import test from 'ava'
import { RESOURCE_LIMITS } from '../concurrency/resource-limits.ts'
import { LIMITS as OWN_BUCKETS } from './core/builtin/limits.ts'
import { PROBLEMS } from './core/problems/problem.ts'
import { LIMITS } from './core/rate-limits.ts'
import { SETTINGS } from './core/setting-values.ts'
import { EVENTS } from './events.ts'
import { OPERATOR_TOOLS } from './operator-registry.ts'
import { SESSION_TOOLS, VISITOR_TOOLS } from './people-registry.ts'
import { PUBLIC_TOOLS, TOOLS } from './registry.ts'

const root = path.join(import.meta.dirname, '..')

/** Copies of what features declare. */
const COPIES = path.join('core', 'generated')

/** The compiled product, without types; all quotes are normalized to single ones. */
const codeOf = (...folders: string[]) =>
  folders
    .flatMap(folder =>
      readdirSync(path.join(root, folder), { recursive: true }).map(name => path.join(folder, String(name))),
    )
    .filter(name => /(?<!\.test)\.js$/.test(name) && !name.includes(COPIES))
    .map(name => readFileSync(path.join(root, name), 'utf8'))
    .join('\n')
    .replaceAll('"', "'")

const CODE = codeOf('server', 'storage', 'push', 'cache', 'tools', 'concurrency', 'facade')

const countOf = (text: string, what: string) => text.split(what).length - 1

/** Names that occur only where they are declared, allowing for a variable as their first or last part. */
const unused = (declared: object, code = CODE, joint = '.') =>
  Object.keys(declared).filter(name => {
    const rest = name.slice(name.indexOf(joint))
    const composed = [`}${rest}\``, `}${rest.slice(0, rest.lastIndexOf(joint) + 1)}\${`]
    return countOf(code, `'${name}'`) < 2 && !composed.some(part => code.includes(part))
  })

test('every bucket is used', t => {
  const counted = [...TOOLS, ...PUBLIC_TOOLS, ...OPERATOR_TOOLS, ...SESSION_TOOLS, ...VISITOR_TOOLS]
    .flatMap(({ limit, limitsToo = [] }) => [limit ?? [], limitsToo].flat(2))
    .concat(Object.keys(OWN_BUCKETS) as [])
  t.deepEqual(
    Object.keys(LIMITS).filter(name => !(counted as string[]).includes(name)),
    [],
  )
})

test('every setting is read', t => t.deepEqual(unused(SETTINGS), []))

test('every event is emitted', t => t.deepEqual(unused(EVENTS), []))

test('every declared problem is thrown', t => {
  t.deepEqual(unused(PROBLEMS, CODE.replace(/problems: \[[^\]]*\]/g, ''), '-'), [])
})

test('every resource limit is enforced somewhere', t => {
  t.deepEqual(
    Object.keys(RESOURCE_LIMITS).filter(name => [...CODE.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length < 2),
    [],
  )
})

test('every table is read, or its rows prevent others', t => {
  const schema = readFileSync(path.join(root, 'storage/db/schema.sql'), 'utf8')
  const folder = path.join(root, 'storage/migrations')
  const functions = readdirSync(folder).filter(name => name.endsWith('.repeatable.sql'))
  const code = [codeOf('storage'), ...functions.map(name => readFileSync(path.join(folder, name), 'utf8'))].join('\n')
  // A partition is read through its partitioned table.
  const parts = new Set([...schema.matchAll(/ attach partition (\w+)/g)].map(([, name]) => name))
  const created = [...schema.matchAll(/^create table (\w+)/gm)].map(([, name]) => name!)
  const tables = created.filter(name => !parts.has(name))
  t.true(tables.length > 30)
  const isRead = (name: string) =>
    new RegExp(
      `((?<!delete )from|join) ${name}\\b|insert into ${name}\\b[^\`;]*on conflict|delete from ${name} returning [a-z]`,
      'i',
    ).test(code)
  t.deepEqual(
    tables.filter(name => !isRead(name)),
    [],
  )
})
