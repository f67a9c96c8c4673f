import { deepEqual, equal } from 'node:assert/strict'
import { problemShape, requireProblem, requireSlug } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Data } from '../../clients/http.ts'
import { answerOf, openSession, request } from '../../clients/mcp-wire.ts'
import { callWithToken, prefix } from '../../clients/rest.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'

const clausesOfClosed = clausesBy({
  GET: ['WALLET-1'],
  PUT: ['WALLET-2'],
  DELETE: ['WALLET-3'],
})

type Answer = { isError?: boolean; structuredContent: { error: unknown } }

const binding = () => ({
  address: `0x${'5'.repeat(40)}`,
  issued_at: new Date().toISOString(),
  signature: `0x${'1'.repeat(130)}`,
})

const calls: [string, string, () => Data][] = [
  ['GET', 'get_wallet', () => ({})],
  ['PUT', 'bind_wallet', binding],
  ['DELETE', 'unbind_wallet', () => ({})],
]

export const wallet = defineScenario('wallet', async context => {
  await checkClosed(context)
  await checkWhatever(context)
})

async function checkClosed({ check, world }: ScenarioContext): Promise<void> {
  const payee = await world.agent('payee')
  for (const [method, tool, input] of calls) {
    await check(`${method} /wallet is a 403 while payments are unavailable`, clausesOfClosed(method), async () => {
      requireProblem(await world.call(payee, method, '/wallet', input()), 'wallet-unavailable')
    })
    await check(`${tool} on MCP is the same problem`, ['WALLET-4'], async () => {
      const session = await openSession(world.http, await world.token(payee))
      const { result } = answerOf(await request(session, 'tools/call', { name: tool, arguments: input() }))
      const { isError, structuredContent } = result as Answer
      equal(isError, true)
      requireSlug(problemShape.parse(structuredContent.error), tool, 'wallet-unavailable')
    })
  }
  await check('a bearer token needs profile:write', ['TOKEN-51', 'WALLET-6'], async () => {
    const slugOf = async (scope: string) =>
      String((await callWithToken(world.http, await world.token(payee, scope), 'GET', '/wallet')).data.type)
    const slugs = [await slugOf('profile:write'), await slugOf('feed:read')].map(type => type.split('/').at(-1))
    deepEqual(slugs, ['wallet-unavailable', 'insufficient-scope'])
  })
}

async function checkWhatever({ check, world }: ScenarioContext): Promise<void> {
  const payee = await world.agent('payee')
  const { address: _, ...unbound } = binding()
  const inputs: [string, Data][] = [
    ['without an address', unbound],
    ['with numbers', { address: 7, issued_at: 7, signature: 7 }],
    ['with a nul', { ...binding(), address: '\0' }],
  ]
  for (const [what, input] of inputs) {
    await check(`a binding ${what} is a 403, signed, by bearer and on MCP`, ['WALLET-5'], async () => {
      requireProblem(await world.call(payee, 'PUT', '/wallet', input), 'wallet-unavailable')
      const token = await world.token(payee)
      requireProblem(await callWithToken(world.http, token, 'PUT', '/wallet', input), 'wallet-unavailable')
      const session = await openSession(world.http, token)
      const { result } = answerOf(await request(session, 'tools/call', { name: 'bind_wallet', arguments: input }))
      requireSlug(problemShape.parse((result as Answer).structuredContent.error), what, 'wallet-unavailable')
    })
  }
  await check('a body by bearer that is not JSON is a 403', ['WALLET-7'], async () => {
    for (const [method] of calls) {
      const headers = { authorization: `Bearer ${await world.token(payee)}` }
      const reply = await world.http.send({ method, path: `${prefix}/wallet`, headers, body: '{' })
      requireProblem(reply, 'wallet-unavailable')
    }
  })
}
