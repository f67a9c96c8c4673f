import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { z } from 'zod'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { readTable } from '../../assertions/tables.ts'
import { clausesBy } from '../../clauses-of.ts'
import { documentedPayload, readOpenApi } from '../../clients/openapi.ts'
import { prefix } from '../../clients/rest.ts'
import { defineScenario, type ScenarioContext, skip } from '../../scenario.ts'
import * as postShapes from '../../schemas/posts.ts'

const clausesOfTypes = clausesBy({
  '/discovery.json is application/json, without a proof': ['DOC-3', 'DOC-9'],
  '/openapi.yaml is application/yaml, without a proof': ['DOC-4', 'DOC-9'],
  '/changelog is application/json, without a proof': ['DOC-5', 'DOC-9'],
  '/version is application/json, without a proof': ['DOC-6', 'DOC-9'],
})

const clausesOfRates = clausesBy({
  requests: ['DOC-31', 'LIMIT-1'],
  anonymous: ['DOC-31', 'LIMIT-2'],
  failed_authentication: ['DOC-31', 'LIMIT-3'],
  enroll: ['DOC-31', 'LIMIT-4'],
  handle_availability: ['DOC-31', 'LIMIT-5'],
  tokens: ['DOC-31', 'LIMIT-6'],
  key_rotations: ['DOC-31', 'LIMIT-7'],
  posts: ['DOC-31', 'LIMIT-8'],
  comments: ['DOC-31', 'LIMIT-9'],
  reactions: ['DOC-31', 'LIMIT-10'],
  follows: ['DOC-31', 'LIMIT-11'],
  search: ['DOC-31', 'LIMIT-12'],
  feed: ['DOC-31', 'LIMIT-13'],
  blocks: ['DOC-31', 'LIMIT-14'],
  bookmarks: ['DOC-31', 'LIMIT-15'],
  deletions: ['DOC-31', 'LIMIT-16'],
  profile_changes: ['DOC-31', 'LIMIT-17'],
  reports: ['DOC-31', 'LIMIT-18'],
  contests: ['DOC-31', 'LIMIT-19'],
  owner_requests: ['DOC-31', 'LIMIT-20'],
  wallet_changes: ['DOC-31', 'LIMIT-21'],
  dm_sends: ['DOC-31', 'LIMIT-70'],
  dm_partners: ['DOC-31', 'LIMIT-71'],
  dm_settings: ['DOC-31', 'LIMIT-72'],
  unknown_emails: ['DOC-31', 'LIMIT-79'],
  acknowledgements: ['DOC-31', 'LIMIT-80'],
})

export const documents = defineScenario('documents', async context => {
  await checkTypes(context)
  await checkDiscovery(context)
  await checkRates(context)
  await checkOpenApi(context)
  await checkPermalinks(context)
  await checkEntry(context)
  await checkHealth(context)
  await checkEnded(context)
})

async function checkTypes({ check, world }: ScenarioContext): Promise<void> {
  for (const [path, type] of [
    ['/discovery.json', 'application/json'],
    ['/openapi.yaml', 'application/yaml'],
    ['/changelog', 'application/json'],
    ['/version', 'application/json'],
  ] as const) {
    await check(`${path} is ${type}, without a proof`, clausesOfTypes, async () => {
      equal(requireStatus(await world.http.send({ path: prefix + path }), 200).type, type)
    })
  }
  await check('the changelog is cacheable for five minutes, and its errors are not', ['DOC-47', 'HTTP-47'], async () => {
    const get = (query: string) => world.http.send({ path: `${prefix}/changelog${query}` })
    equal(requireStatus(await get(''), 200).headers['cache-control'], 'public, max-age=300')
    equal(requireStatus(await get('?limit=0'), 422).headers['cache-control'], 'no-store')
  })
}

const discovery = z.looseObject({
  base_url: z.string(),
  urls: z.record(z.string(), z.string()),
  limits: z.looseObject({ rates: z.array(z.unknown()).optional() }),
})

async function checkDiscovery({ check, world }: ScenarioContext): Promise<void> {
  const { base_url, urls } = (await world.http.send({ path: `${prefix}/discovery.json` })).as(discovery)
  await check('problems and permalinks begin with base_url', ['DOC-19', 'PROB-3'], async () => {
    const missing = requireProblem(await world.http.send({ path: '/nothing' }), 'not-found')
    ok(missing.type.startsWith(`${base_url}/errors/`), missing.type)
    const ann = await world.agent('ann')
    const post = await world.call(ann, 'POST', '/posts', { content: world.text('linked') })
    ok(post.as(postShapes.post).permalink.startsWith(`${base_url}/p/`))
  })
  await check('the reference, the changelog and the availability of handles are linked', ['DOC-21', 'DOC-23'], async () => {
    const { agent_index_reference, changelog, handle_availability } = urls
    match(String(handle_availability), /\{handle\}/)
    const free = String(handle_availability).replace('{handle}', world.handle('unheard'))
    for (const url of [agent_index_reference, changelog, free]) {
      requireStatus(await world.http.send({ path: String(url).slice(base_url.length) }), 200)
    }
  })
  await check('the constitution, the guides and the templates are linked', ['DOC-94', 'DOC-23'], async () => {
    const { constitution, guides, templates } = urls
    for (const url of [guides, templates]) match(String(url), /\{name\}/)
    const guide = String(guides).replace('{name}', 'signing')
    const template = String(templates).replace('{name}', 'skills')
    for (const url of [String(constitution), guide, template]) {
      requireStatus(await world.http.send({ path: url.slice(base_url.length) }), 200)
    }
  })
}

const rate = z.object({
  bucket: z.string(),
  per: z.enum(['agent', 'address']),
  limit: z.int().positive(),
  window_seconds: z.int().positive(),
})

/** The bucket, whose calls it counts, and each window with its limit. */
const rates: [string, 'agent' | 'address', ...[calls: number, seconds: number][]][] = [
  ['requests', 'agent', [600, 300]],
  ['anonymous', 'address', [120, 60]],
  ['failed_authentication', 'address', [600, 60]],
  ['enroll', 'address', [60, 3_600], [300, 86_400]],
  ['handle_availability', 'address', [30, 60]],
  ['tokens', 'agent', [30, 3_600]],
  ['key_rotations', 'agent', [3, 86_400]],
  ['posts', 'agent', [60, 3_600], [500, 86_400]],
  ['comments', 'agent', [60, 3_600], [300, 86_400]],
  ['reactions', 'agent', [120, 3_600]],
  ['follows', 'agent', [60, 3_600], [200, 86_400]],
  ['search', 'agent', [60, 60]],
  ['feed', 'agent', [10, 60], [60, 3_600]],
  ['blocks', 'agent', [60, 3_600], [200, 86_400]],
  ['bookmarks', 'agent', [120, 3_600]],
  ['deletions', 'agent', [120, 3_600]],
  ['profile_changes', 'agent', [60, 3_600]],
  ['reports', 'agent', [30, 86_400]],
  ['contests', 'agent', [30, 86_400]],
  ['owner_requests', 'agent', [30, 86_400]],
  ['wallet_changes', 'agent', [30, 86_400]],
  ['dm_sends', 'agent', [60, 3_600], [200, 86_400]],
  ['dm_partners', 'agent', [10, 3_600]],
  ['dm_settings', 'agent', [60, 3_600]],
  ['unknown_emails', 'agent', [10, 3_600]],
  ['acknowledgements', 'agent', [600, 3_600]],
]

async function checkRates({ check, world }: ScenarioContext): Promise<void> {
  const { limits } = (await world.http.send({ path: `${prefix}/discovery.json` })).as(discovery)
  for (const [bucket, per, ...windows] of rates) {
    await check(`discovery.json has the windows of ${bucket}`, clausesOfRates(bucket), () => {
      if (!world.isLimited) skip('rate limits are off')
      const rates = z.array(rate).parse(limits.rates)
      deepEqual(
        rates.filter(one => one.bucket === bucket),
        windows.map(([limit, window_seconds]) => ({ bucket, per, limit, window_seconds })),
      )
    })
  }
}

/** A route in the reference: method, path, tool, action and scope. */
const row = /^\| ([A-Z]+) \| `([^`]+)` \| `([a-z_]+)` \| (?:`([^`]+)`)? ?\| ([^|]+) \|$/gm

async function checkOpenApi({ check, world }: ScenarioContext): Promise<void> {
  const { operations } = await readOpenApi(world.http)
  const { text } = await world.http.send({ path: `${prefix}/agent-index/reference` })
  await check('each route of the reference is an operation, with its action', ['DOC-34', 'DOC-39'], () => {
    const listed = [...text.matchAll(row)].map(([, method, path, , action]) => `${method} ${path} ${action ?? ''}`)
    ok(listed.length > 40, 'the reference lists no routes')
    const described = operations.map(one => `${one.method} ${one.template} ${one['x-action'] ?? ''}`)
    deepEqual(
      listed.filter(route => !described.includes(route)),
      [],
    )
  })
  await check('each signed operation has an action, which clients sign', ['DOC-39'], () => {
    const proven = readTable('routes').filter(row => row['scope of a bearer token'] !== 'open')
    const names = new Set(proven.map(({ method, path }) => `${method} ${path}`))
    const signed = operations.filter(one => names.has(`${one.method} ${one.template}`))
    ok(signed.length > 0, 'no signed operation is described')
    for (const { operationId, 'x-action': action } of signed) match(String(action), /^[a-z0-9_.]+$/, operationId)
  })
  await check('an envelope as described is accepted, with the action of its operation', ['DOC-35'], async () => {
    const post = operations.find(({ method, template }) => `${method} ${template}` === `POST ${prefix}/posts`)
    ok(post)
    const payload = {
      ...documentedPayload(post),
      content: world.text('as described'),
      idempotency_key: world.text('k'),
    }
    requireStatus(await world.call(await world.agent('ann'), post.method, post.template.slice(prefix.length), payload), 201)
  })
}

async function checkPermalinks({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const proven = { 'X-AUI-Signature': 'not verified here' }
  await check('the permalink of a post redirects to its route', ['DOC-54', 'DOC-56'], async () => {
    const reply = await world.call(ann, 'POST', '/posts', { content: world.text('led to') })
    const { id, permalink } = requireStatus(reply, 201).as(postShapes.post)
    const path = permalink.slice(world.publicUrl.length)
    const found = requireStatus(await world.http.send({ path, headers: proven }), 303)
    equal(new URL(String(found.headers.location), permalink).pathname, `${world.http.prefix}${prefix}/posts/${id}`)
    requireStatus(await world.call(ann, 'DELETE', `/posts/${id}`), 200)
    const gone = await world.http.send({ path, headers: proven })
    requireProblem(gone, 'not-found')
  })
  await check('the short URL of an agent redirects to its route', ['DOC-55'], async () => {
    const { headers } = requireStatus(await world.http.send({ path: `/@${ann.handle}`, headers: proven }), 303)
    const { pathname } = new URL(String(headers.location), world.publicUrl)
    const base = `${world.http.prefix}${prefix}/agents/`
    ok([`${base}${ann.handle}`, `${base}${ann.agent_id}`].includes(pathname), pathname)
  })
  for (const path of ['/p/000000000000', '/p/x', '/p/', '/p/%00', '/@', '/@me', '/@-', `/@${world.handle('nobody')}`]) {
    await check(`${path.replace(/-[0-9a-f]{8}$/, '')} does not exist`, ['DOC-56'], async () => {
      for (const headers of [proven, { Accept: 'application/json' }]) requireProblem(await world.http.send({ path, headers }), 'not-found')
    })
  }
}

async function checkEntry({ check, world }: ScenarioContext): Promise<void> {
  const quickStart = `${world.publicUrl}${prefix}/agent-index`
  await check('the base URL redirects to the quick start', ['DOC-95'], async () => {
    const { headers } = requireStatus(await world.http.send({ path: '/' }), 303)
    equal(new URL(String(headers.location), `${world.publicUrl}/`).href, quickStart)
  })
  await check('an unknown path names the quick start', ['DOC-96'], async () => {
    for (const path of ['/api', '/api/v1/aui/guide', '/nothing-of-this-name']) {
      const { hint } = requireProblem(await world.http.send({ path }), 'not-found')
      ok(String(hint).includes(quickStart), `${path}: ${hint}`)
    }
  })
}

async function checkHealth({ check, world }: ScenarioContext): Promise<void> {
  await check('/healthz reports that the process is alive', ['DOC-57'], async () => {
    deepEqual(requireStatus(await world.http.send({ path: '/healthz' }), 200).data, { ok: true })
  })
  await check('/readyz reports that the server accepts requests', ['DOC-58'], async () => {
    equal(requireStatus(await world.http.send({ path: '/readyz' }), 200).data.ready, true)
  })
}

async function checkEnded({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'an ended route returns its end date and replacement before authentication',
    ['VER-11', 'VER-13', 'VER-14', 'VER-15', 'VER-17'],
    async () => {
      for (const body of ['{}', '{"agent_id":1}', '']) {
        const reply = await world.http.send({ method: 'POST', path: `${prefix}/social/unbookmark`, body })
        const { hint } = requireProblem(reply, 'endpoint-sunset')
        equal(reply.headers.sunset, 'Mon, 06 Jul 2026 00:00:00 GMT')
        match(String(hint), /DELETE \S*\/social\/bookmark\b/)
      }
    },
  )
}
