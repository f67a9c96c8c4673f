import { readFileSync } from 'node:fs'
import test from 'ava'
import { readTable } from './expect/tables.ts'
import { scenarios } from './scenarios/index.ts'
import { sourcePath } from './source.ts'

const [order = '', routes = ''] = readFileSync(sourcePath('BUILDING.md'), 'utf8').split('## Scenarios and their routes')
const names = new Set(scenarios.map(({ name }) => name))
const rows = [...routes.matchAll(/^\| `([^`]+)` +\| (.*?) *\|$/gm)]

test('the order to build in names scenarios that there are', t => {
  const cells = [...order.matchAll(/^\| \d+ .*\| ([^|]+) \|$/gm)].map(([, cell = '']) => cell)
  const named = cells.flatMap(cell => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
  t.true(named.length > 20)
  // `envelope` stands for five.
  t.deepEqual(
    named.filter(name => !names.has(name) && name !== 'envelope'),
    [],
  )
})

test('each scenario that is told with its routes is one, and so are its routes', t => {
  const known = new Set(readTable('routes').map(({ method, path }) => `${method} ${path}`))
  const told = rows.flatMap(([, , cell = '']) => [...cell.matchAll(/`([A-Z]+) ([^`]+)`/g)])
  t.true(rows.length > 30 && told.length > rows.length)
  t.deepEqual(
    rows.map(([, name = '']) => name).filter(name => !names.has(name)),
    [],
  )
  const isKnown = (method = '', path = '') =>
    known.has(`${method} ${path}`) || known.has(`${method} /api/v1/aui${path}`)
  t.deepEqual(
    told.filter(([, method, path]) => !isKnown(method, path)).map(([whole]) => whole),
    [],
  )
})
