import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { readTable } from '../../assertions/tables.ts'
import { clausesBy } from '../../clauses-of.ts'
import { readOpenApi } from '../../clients/openapi.ts'
import { callWithToken, carry, envelopeFor, prefix } from '../../clients/rest.ts'
import { signedText } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { allScopes } from '../../world.ts'

const clausesOfScopes = clausesBy({
  'feed:read': ['ROUTE-20', 'TOKEN-51'],
  'post:write': ['ROUTE-21', 'TOKEN-51'],
  'social:write': ['ROUTE-22', 'TOKEN-51'],
  'profile:write': ['ROUTE-23', 'TOKEN-51'],
  'notifications:read': ['ROUTE-24', 'TOKEN-51'],
  'space:read': ['ROUTE-25', 'TOKEN-51'],
  'dm:*': ['ROUTE-26', 'TOKEN-51'],
  'service:*': ['ROUTE-27', 'TOKEN-51'],
})

type Route = { method: string; path: string; tool: string; action: string; scope: string }

const routes = (): Route[] =>
  readTable('routes').map(({ method = '', path = '', tool = '', action = '', ...rest }) => {
    const [, scope = ''] = Object.entries(rest).find(([title]) => title.startsWith('scope')) ?? []
    return { method, path, tool, action, scope }
  })

/** The former path for removing a bookmark: it returns 410. */
const ended = '/social/unbookmark'

export const protocolRoutes = defineScenario('routes of the protocol', async context => {
  await checkRoutes(context)
  await checkScopes(context)
  await checkActions(context)
})

/** The path with ids that do not exist. */
const filled = (path: string): string => path.replace(/\{\w+\}/g, () => randomUUID())

async function checkRoutes({ check, world }: ScenarioContext): Promise<void> {
  for (const { method, path, scope } of routes()) {
    await check(`${method} ${path} exists`, ['ROUTE-8'], async () => {
      const body = method === 'GET' ? undefined : '{}'
      // Together they exceed the limit of one address in a minute.
      const { http } = world.elsewhere()
      const reply = await http.send({ method, path: filled(path), body }).finally(() => http.close())
      if (path.endsWith(ended) && reply.status === 410) requireProblem(reply, 'endpoint-sunset')
      else if (scope !== 'open') requireProblem(reply, 'aui-signature-missing')
      else ok(![405, path.includes('{') ? 405 : 404].includes(reply.status), reply.describe())
    })
  }
}

/** It does not end; another scenario tests it. */
const isStream = (path: string) => path.endsWith('/events/stream')

/** A token of one scope opens exactly its routes; others return that the scope is missing. */
async function checkScopes({ check, world }: ScenarioContext): Promise<void> {
  const held = routes().filter(({ scope, path }) => scope.includes(':') && !path.endsWith(ended) && !isStream(path))
  for (const [index, scope] of allScopes.split(' ').entries()) {
    await check(`${scope} opens exactly its routes to a bearer token`, clausesOfScopes(scope), async () => {
      // Together they exceed the limit of one agent.
      const token = await world.token(await world.agent(`scoped-${index % 2}`), scope)
      const opened = []
      for (const { method, path } of held) {
        const below = filled(path).slice(prefix.length)
        const reply = await callWithToken(world.http, token, method, below, method === 'GET' ? undefined : {})
        if (reply.status === 403 && String(reply.data.type).endsWith('/insufficient-scope')) continue
        opened.push(`${method} ${path}`)
      }
      deepEqual(
        opened,
        held.filter(route => route.scope.split(' or ').includes(scope)).map(({ method, path }) => `${method} ${path}`),
      )
    })
  }
}

async function checkActions({ check, world }: ScenarioContext): Promise<void> {
  await check('each signed route publishes its action', ['ROUTE-34'], async () => {
    const { operations } = await readOpenApi(world.http)
    for (const { method, path, action } of routes().filter(route => route.action !== '' && !isStream(route.path))) {
      const operation = operations.find(one => one.method === method && one.template === path)
      equal(operation?.['x-action'], action, `${method} ${path}`)
    }
  })
  await check('any other action of up to 128 characters is accepted', ['ENV-10', 'ROUTE-34'], async () => {
    const agent = await world.agent('scoped')
    const send = (action: string) => {
      const envelope = envelopeFor(world.http, agent, 'GET', '/agents/me', { action })
      return world.http.send(carry('GET', '/agents/me', signedText(envelope, agent.privateKey)))
    }
    for (const action of ['', 'post.delete', 'x'.repeat(128)]) requireStatus(await send(action), 200)
    requireProblem(await send('x'.repeat(129)), 'aui-signature-malformed')
  })
}
