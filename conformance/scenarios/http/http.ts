import { equal, match, notEqual, ok } from 'node:assert/strict'
import { problemShape, requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { RequestSpec } from '../../clients/http.ts'
import { carry, envelopeFor, prefix } from '../../clients/rest.ts'
import { signedText } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'

const clausesOfMethods = clausesBy({
  'HEAD /agents/me is a 405 with the allowed methods': ['HTTP-25', 'HTTP-23'],
  'OPTIONS /posts is a 405 with the allowed methods': ['HTTP-26', 'HTTP-23'],
  'DELETE /version is a 405 with the allowed methods': ['HTTP-22', 'HTTP-23'],
  'GET /ping is a 405 with the allowed methods': ['HTTP-22', 'HTTP-23'],
  'PATCH /posts is a 405 with the allowed methods': ['HTTP-22', 'HTTP-23'],
  'TRACE /version is a 405 with the allowed methods': ['HTTP-22', 'HTTP-23'],
})

const clausesOfCorsRefusals = clausesBy({
  '400': ['DOC-11'],
  '404': ['DOC-11'],
  '404 of a document': ['DOC-12'],
  '405': ['DOC-11', 'HTTP-22'],
  '405 of a document': ['DOC-11', 'HTTP-22'],
  '413': ['DOC-11', 'HTTP-34'],
  '414': ['DOC-11', 'HTTP-42'],
  '422': ['DOC-11'],
  '431': ['DOC-11', 'HTTP-41'],
})

const stray = { origin: 'https://elsewhere.example' }

export const http = defineScenario('http', async context => {
  await checkMethods(context)
  await checkCrossOrigin(context)
  await checkQuery(context)
  await checkProblems(context)
  await checkSizes(context)
})

async function checkMethods({ check, world }: ScenarioContext): Promise<void> {
  await check('HEAD on a public route returns the headers of GET without a body', ['HTTP-24'], async () => {
    const get = await world.http.send({ path: `${prefix}/version` })
    const head = requireStatus(await world.http.send({ method: 'HEAD', path: `${prefix}/version` }), 200)
    equal(head.bytes.length, 0)
    equal(head.type, get.type)
  })
  const refused: [string, string][] = [
    ['HEAD', '/agents/me'],
    ['OPTIONS', '/posts'],
    ['DELETE', '/version'],
    ['GET', '/ping'],
    ['PATCH', '/posts'],
    ['TRACE', '/version'],
  ]
  for (const [method, path] of refused) {
    await check(`${method} ${path} is a 405 with the allowed methods`, clausesOfMethods, async () => {
      const reply = await world.http.send({ method, path: prefix + path })
      if (method === 'HEAD') equal(reply.status, 405)
      else requireProblem(reply, 'method-not-allowed')
      match(reply.headers.allow ?? '', /[A-Z]/, 'no Allow header')
    })
  }
}

async function checkCrossOrigin({ check, world }: ScenarioContext): Promise<void> {
  await check('every origin can read a public route', ['DOC-10'], async () => {
    const reply = await world.http.send({ path: `${prefix}/version`, headers: stray })
    equal(reply.headers['access-control-allow-origin'], '*')
  })
  await check('a preflight of a public route is granted', ['DOC-13'], async () => {
    const headers = { ...stray, 'access-control-request-method': 'GET' }
    const reply = await world.http.send({ method: 'OPTIONS', path: `${prefix}/version`, headers })
    ok([200, 204].includes(reply.status), reply.describe())
    equal(reply.headers['access-control-allow-origin'], '*')
    match(reply.headers['access-control-allow-methods'] ?? '', /GET/)
  })
  const refused: [string, RequestSpec, number][] = [
    ['400', { path: `${prefix}/handles/A/availability` }, 400],
    ['404', { path: `/api/v1/agents/${world.handle('nobody')}/services` }, 404],
    ['404 of a document', { path: '/errors/no-such-problem' }, 404],
    ['405', { method: 'DELETE', path: `${prefix}/changelog` }, 405],
    ['405 of a document', { method: 'DELETE', path: `${prefix}/version` }, 405],
    ['413', { method: 'POST', path: `${prefix}/version`, body: 'x'.repeat(513 * 1024) }, 413],
    ['414', { path: `${prefix}/changelog?${'x'.repeat(5000)}` }, 414],
    ['422', { path: `${prefix}/changelog?limit=0` }, 422],
    ['431', { path: `${prefix}/version`, headers: { 'X-AUI-Signature': 'x'.repeat(9000) } }, 431],
  ]
  for (const [what, demand, status] of refused) {
    await check(`every origin can read a ${what} at a public route`, clausesOfCorsRefusals(what), async () => {
      const reply = requireStatus(await world.http.send({ ...demand, headers: { ...demand.headers, ...stray } }), status)
      equal(reply.headers['access-control-allow-origin'], '*')
    })
  }
  for (const [method, path] of [
    ['GET', '/agents/me'],
    ['DELETE', '/posts'],
    ['OPTIONS', '/posts'],
    ['POST', '/auth/token'],
  ] as const) {
    await check(`a refused ${method} ${path} grants access to no origin`, ['DOC-14'], async () => {
      const reply = await world.http.send({ method, path: prefix + path, headers: stray })
      equal(reply.headers['access-control-allow-origin'], undefined)
    })
  }
  await check('a signed route grants access to no origin', ['DOC-14'], async () => {
    const reply = await world.http.send({ method: 'POST', path: `${prefix}/posts`, headers: stray, body: '{}' })
    equal(reply.headers['access-control-allow-origin'], undefined)
  })
}

async function checkQuery({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const get = (query: string) => world.call(ann, 'GET', `/posts/mine?${query}`)
  await check('a repeated parameter is rejected', ['HTTP-65'], async () => {
    for (const query of ['limit=1&limit=2', 'limit=2&limit=2', 'limit=0&limit=2', 'limit=2&view=brief&%6Cimit=1']) {
      requireInvalid(await get(query), '/limit')
    }
  })
  await check('an unknown parameter may be repeated', ['HTTP-18'], async () => {
    requireStatus(await get('limit=2&no_such=1&no_such=2'), 200)
  })
}

async function checkProblems({ check, world }: ScenarioContext): Promise<void> {
  const path = `${prefix}/no-such-route`
  await check(
    'a problem has type, title, status, detail, instance and a request id',
    ['HTTP-4', 'PROB-1', 'PROB-2', 'PROB-3', 'PROB-4', 'PROB-5', 'PROB-7'],
    async () => {
      const [one, two] = [await world.http.send({ path }), await world.http.send({ path })]
      const body = requireProblem(one, 'not-found')
      equal(body.type, `${world.publicUrl}/errors/not-found`)
      equal(body.instance, world.http.prefix + path)
      ok(body.request_id)
      notEqual(body.request_id, two.as(problemShape).request_id)
    },
  )
  await check('GET /errors/not-found explains the problem', ['PROB-11'], async () => {
    const reply = requireStatus(await world.http.send({ path: '/errors/not-found' }), 200)
    ok(['text/html', 'text/markdown'].includes(reply.type), reply.type)
  })
  await check('a body that is not JSON is malformed-json if no envelope is required', ['HTTP-28'], async () => {
    const reply = await world.http.send({ method: 'POST', path: `${prefix}/agents/enroll`, body: '{"handle":' })
    requireProblem(reply, 'malformed-json')
  })
}

async function checkSizes({ check, world }: ScenarioContext): Promise<void> {
  await check('25,000 escaped four-byte characters fit into a signed post', ['HTTP-39', 'TEXT-1', 'TEXT-20'], async () => {
    const agent = await world.agent('ann')
    const content = '\u{1f40d}'.repeat(24_990) + world.text('').slice(1, 9)
    const envelope = envelopeFor(world.http, agent, 'POST', '/posts', { payload: JSON.stringify({ content }) })
    const text = signedText(envelope, agent.privateKey).replace(/[^ -~]/g, unit => {
      return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
    })
    ok(text.length > 290_000)
    requireStatus(await world.http.send(carry('POST', '/posts', text)), 201)
  })
  await check('a signature header of more than 8 KiB is a 431', ['HTTP-41'], async () => {
    const headers = { 'X-AUI-Signature': `{"agent_id":"${'x'.repeat(8300)}"}` }
    requireProblem(await world.http.send({ path: `${prefix}/agents/me`, headers }), 'header-too-large')
  })
}
