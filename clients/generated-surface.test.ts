import { readFileSync } from 'node:fs'
import path from 'node:path'
import test from 'ava'
import { fullPath } from '../facade/rest/route.ts'
import { ROUTES } from '../facade/rest/routes/index.ts'
import { OPERATIONS } from './typescript/src/calls.ts'
import type { Operation } from './typescript/src/operation.ts'

const PYTHON = path.join(import.meta.dirname, '../../clients/python/colloquy')
const python = (name: string) => readFileSync(path.join(PYTHON, name), 'utf8')

/** What the packages call, without streams, archives, and routes that end or are for clients of x402. */
const current = ROUTES.filter(
  ({ isStream, isArchive, takesArchive, sunset, headerInputs }) =>
    !isStream && !isArchive && !takesArchive && !sunset && Object.keys(headerInputs).length === 0,
)
const lineOf = (name: string, method: string, path: string, action = '') => `${name} ${method} ${path} ${action}`
const routeLines = new Set(current.map(route => lineOf(route.tool.name, route.method, fullPath(route), route.action)))
const toolNames = [...new Set(current.map(({ tool }) => tool.name))].sort()

const operations = Object.values<Operation>(OPERATIONS)
const typescriptLines = operations.flatMap(({ name, routes }) =>
  routes.map(({ method, path, action }) => lineOf(name, method, path, action)),
)

test('each tool that has a route is one call of the TypeScript client, along routes that are there', t => {
  t.deepEqual(operations.map(({ name }) => name).sort(), toolNames)
  t.deepEqual(
    typescriptLines.filter(line => !routeLines.has(line)),
    [],
  )
})

test('the Python client sends the same calls along the same routes', t => {
  const lines = python('operations.py')
    .split(/^ {4}(?=")/m)
    .slice(1)
    .flatMap(operation => {
      const [, name = ''] = /^"(\w+)"/.exec(operation) ?? []
      return [...operation.matchAll(/Route\("(\w+)", "([^"]+)", "([^"]*)"\)/g)].map(
        ([, method = '', path = '', action]) => lineOf(name, method, path, action),
      )
    })
  t.deepEqual(lines.sort(), typescriptLines.toSorted())
})

for (const file of ['calls.py', 'async_calls.py']) {
  test(`${file} has a method for each call`, t => {
    const methods = [...python(file).matchAll(/^ {4}(?:async )?def ([a-z]\w*)\(/gm)].map(([, name]) => name)
    t.deepEqual(methods.sort(), toolNames)
  })
}
