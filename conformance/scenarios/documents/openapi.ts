import { deepEqual, equal, ok } from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { JsonSchemaType } from '@modelcontextprotocol/sdk/validation'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { problemShape, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { readTable } from '../../assertions/tables.ts'
import { clausesBy } from '../../clauses-of.ts'
import { sendForm } from '../../clients/browser.ts'
import type { Data, Reply } from '../../clients/http.ts'
import { type Described, documentedPayload, hasEnd, type Operation, rangeOf, readOpenApi, resolve } from '../../clients/openapi.ts'
import { prefix } from '../../clients/rest.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { skip } from '../../skip.ts'
import type { World } from '../../world.ts'

/** Its body is an archive, of which a document has no example. */
const IMPORT = 'import_agent'

const clausesOfAnswers = clausesBy({
  '* without a proof answers as documented': ['DOC-36', 'DOC-37', 'DOC-101', 'PROB-14'],
  '* with a token of nobody answers as documented': ['DOC-36', 'DOC-37', 'DOC-101', 'PROB-14'],
  '* with the documented request answers as documented': ['DOC-35', 'DOC-36', 'DOC-37', 'DOC-101', 'PROB-14'],
  '* with nonsense in the query answers as documented': ['DOC-36', 'DOC-37', 'DOC-101', 'PROB-14'],
  '* in brief answers as documented': ['DOC-36', 'PAGE-30', 'PAGE-31'],
  '* with members of wrong types answers as documented': ['DOC-36', 'DOC-37', 'DOC-101', 'PROB-14'],
})

/** Its cases are derived from the served document. */
export const openapi = defineScenario('OpenAPI', async context => {
  const described = await readOpenApi(context.world.http)
  await checkDescribed(context, described)
  await checkPages(context, described)
  await checkTransports(context, described)
  for (const operation of described.operations.filter(hasEnd)) {
    const world = context.world.withNewAddress()
    await checkOperation({ ...context, world }, described, operation)
    world.http.close()
  }
})

async function checkDescribed({ check }: ScenarioContext, { operations, refusals }: Described): Promise<void> {
  await check('each operation has a unique operationId', ['DOC-104'], () => {
    const ids = operations.map(({ operationId }) => operationId)
    deepEqual(ids.toSorted(), [...new Set(ids)].toSorted())
  })
  await check('each operation has a description', ['DOC-105'], () => {
    const silent = operations.filter(({ summary, description }) => !/\S/.test(summary + description))
    deepEqual(silent.map(nameOf), [])
  })
  await check('security names the authentication of a route', ['DOC-106'], () => {
    const scopes = new Map(readTable('routes').map(({ method, path, [SCOPE]: scope = '' }) => [`${method} ${path}`, scope]))
    for (const operation of operations) {
      const scope = scopes.get(nameOf(operation))
      if (scope === undefined) continue
      const { proofs, isBearer } = operation
      deepEqual([proofs.length > 0, isBearer], [scope !== 'open', !UNTOKENED.includes(scope)], nameOf(operation))
    }
  })
  await check('operations that a device key may call name signatures of RFC 9421', ['DOC-115'], () => {
    const named = operations.filter(({ isMessageSigned }) => isMessageSigned).map(nameOf)
    if (named.length === 0) skip('this server describes no signatures of RFC 9421')
    const untokened = operations.filter(({ isMessageSigned, isBearer }) => isMessageSigned && !isBearer).map(nameOf)
    deepEqual(untokened.toSorted(), [`GET ${prefix}/agents/{identifier}/keys`, `POST ${prefix}/ping`])
    ok(named.includes(`POST ${prefix}/posts`))
    ok(!named.includes(`POST ${prefix}/agents/{identifier}/request-owner`))
  })
  await check('x-problems of the description has the slugs of all operations', ['DOC-101'], () => {
    const slugs = new Set(operations.flatMap(each => each.slugs))
    deepEqual(
      [...slugs].filter(slug => refusals[slug] === undefined),
      [],
    )
  })
}

/** The column of the table of routes, and its value if no token is accepted. */
const SCOPE = 'scope of a bearer token'
const UNTOKENED = ['open', 'signed only']

const nameOf = ({ method, template }: Operation) => `${method} ${template}`

async function checkPages({ check, world }: ScenarioContext, { operations, refusals }: Described): Promise<void> {
  await check('every documented error has a page, as HTML and as Markdown', ['PROB-11', 'PROB-12', 'PROB-13'], async () => {
    const slugs = [...new Set([...Object.keys(refusals), ...operations.flatMap(each => each.slugs)])]
    // One address may request 120 pages in a minute.
    for (let begun = 0; begun < slugs.length; begun += 50) {
      const { http } = world.withNewAddress()
      for (const slug of slugs.slice(begun, begun + 50)) {
        for (const type of ['text/html', 'text/markdown']) {
          const reply = requireStatus(await http.send({ path: `/errors/${slug}`, headers: { accept: type } }), 200)
          equal(reply.type, type, slug)
        }
      }
      http.close()
    }
  })
}

/** Problems that occur only over MCP (DOC-38). */
const OF_MCP = ['self-interaction', 'origin-refused', 'misdirected-request']

async function checkTransports({ check, world }: ScenarioContext, described: Described): Promise<void> {
  await check('following oneself is rejected as documented', ['DOC-36', 'DOC-37', 'DOC-101', 'FOLLOW-8', 'PROB-14'], async () => {
    const follow = described.operations.find(one => nameOf(one) === `POST ${prefix}/agents/{identifier}/follow`)
    ok(follow, 'following is not described')
    const reply = await world.call(await world.agent('documented'), 'POST', '/agents/me/follow')
    requireProblem(reply, 'self-follow')
    requireDocumented(described, follow, reply)
  })
  await check('no operation documents an error of MCP only', ['DOC-38'], () => {
    const documented = described.operations.flatMap(({ slugs }) => slugs)
    deepEqual(
      OF_MCP.filter(slug => documented.includes(slug)),
      [],
    )
  })
}

type Send = (world: World, operation: Operation) => Promise<Reply>

const unsigned: Send = ({ http }, { method, path, isSigned }) =>
  http.send({ method, path, ...(method === 'GET' ? {} : { body: isSigned ? '{}' : '{' }) })

const withToken: Send = ({ http }, { method, path }) =>
  http.send({ method, path, headers: { authorization: 'Bearer nobody' }, ...(method === 'GET' ? {} : { body: '{}' }) })

const asDocumented: Send = (world, operation) => deliver(world, operation, documentedPayload(operation))

/** Path values of lists with two views, by an agent with content. */
const inBrief: Send = async (world, operation) => {
  const agent = await world.agent('documented')
  const content = `${world.text('in brief')} #brief`
  const { id } = (await world.call(agent, 'POST', '/posts', { content })).data
  await world.call(agent, 'POST', `/posts/${id}/comments`, { content })
  await world.call(agent, 'POST', '/social/bookmark', { post_id: id })
  const path = operation.template
    .replace('/agents/{identifier}', `/agents/${agent.handle}`)
    .replace('{post_id}', String(id))
    .replace('{tag}', 'brief')
  return deliver(
    world,
    { ...operation, path: path.includes('{') ? operation.path : path, query: { query: operation.query.query, view: 'brief' } },
    {},
  )
}

const withNonsense: Send = (world, operation) => {
  const query = Object.fromEntries(Object.keys(operation.query).map(name => [name, 'non sense']))
  return deliver(world, { ...operation, query }, {})
}

const withWrongTypes: Send = (world, operation) => {
  const names = Object.keys(documentedPayload(operation))
  return deliver(world, operation, Object.fromEntries(names.map(name => [name, { wrong: [7] }])))
}

async function deliver(world: World, operation: Operation, payload: Data): Promise<Reply> {
  const { method, path, isSigned, isForm } = operation
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(operation.query)) if (value !== undefined) search.set(name, String(value))
  const target = search.size === 0 ? path : `${path}?${search}`
  if (isSigned) return world.call(await world.agent('documented'), method, target.slice(prefix.length), payload)
  if (isForm) return sendForm(world.http, target, payload)
  return world.http.send({ method, path: target, ...(method === 'GET' ? {} : { body: JSON.stringify(payload) }) })
}

async function checkOperation({ check, world }: ScenarioContext, described: Described, operation: Operation): Promise<void> {
  const cases: [string, Send, boolean][] = [
    ['without a proof', unsigned, operation.isSigned || operation.method !== 'GET'],
    ['with a token of nobody', withToken, operation.isBearer],
    ['with the documented request', asDocumented, true],
    ['in brief', inBrief, 'view' in operation.query],
    ['with nonsense in the query', withNonsense, Object.keys(operation.query).length > 0],
    ['with members of wrong types', withWrongTypes, Object.keys(documentedPayload(operation)).length > 0],
  ]
  /** A document can have no working example of a key, code, assertion, address or event number. */
  const isWhole =
    operation.operationId !== IMPORT &&
    !['public_key_pem', 'assertion', 'code_verifier', 'url', 'up_to_seq'].some(name => name in documentedPayload(operation))
  for (const [what, send, isMade] of cases) {
    if (!isMade) continue
    await check(`${operation.operationId} ${what} answers as documented`, clausesOfAnswers, async () => {
      const reply = await send(world, operation)
      requireDocumented(described, operation, reply)
      if (send === asDocumented && isWhole) ok(![400, 401, 415, 422].includes(reply.status), reply.describe())
    })
  }
}

function requireDocumented({ refusals, components }: Described, operation: Operation, reply: Reply): void {
  const { responses, slugs } = operation
  if (reply.status === 204 && responses[204]) {
    equal(reply.text, '')
    return
  }
  const media = (responses[reply.status] ?? responses[rangeOf(reply.status)])?.content[reply.type]
  ok(media, `not documented: ${reply.type} ${reply.describe()}`)
  const body: unknown = JSON.parse(reply.text)
  const schema = { ...media.schema, components } as JsonSchemaType
  const { valid, errorMessage } = new AjvJsonSchemaValidator().getValidator(schema)(body)
  ok(valid, `${errorMessage}: ${reply.describe()}`)
  if (reply.status < 400) return
  // OAuth libraries expect the same as plain JSON.
  const isProblem = reply.type === 'application/problem+json' || 'type' in reply.data
  if (!isProblem) {
    const { examples } = resolve({ components }, media.schema) as { examples: unknown[] }
    ok(
      examples.some(example => isDeepStrictEqual(example, body)),
      `its body is not documented: ${reply.describe()}`,
    )
    return
  }
  const slug = slugs.find(name => problemShape.parse(body).type.endsWith(`/errors/${name}`))
  ok(slug, `its slug is not documented: ${reply.describe()}`)
  if (slug in refusals) equal(refusals[slug], reply.status)
}
