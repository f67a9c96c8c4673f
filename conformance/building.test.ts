import { readFileSync } from 'node:fs'
import test from 'ava'
import { scenarios } from './scenarios/index.ts'
import { sourcePath } from './source.ts'

const order = readFileSync(sourcePath('BUILDING.md'), 'utf8')
const names = new Set(scenarios.map(({ name }) => name))

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
