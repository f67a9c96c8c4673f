import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { parse } from 'yaml'
import { z } from 'zod'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import { prefix } from '../../clients/rest.ts'
import { defineScenario, type ScenarioContext, skip } from '../../scenario.ts'
import * as documentShapes from '../../schemas/documents.ts'
import * as serviceShapes from '../../schemas/service-document.ts'
import type { World } from '../../world.ts'

const clausesOfChangelogLimit = clausesBy({
  'limit=*': ['HTTP-19', 'PAGE-6', 'PROB-18'],
  'since=*': ['DOC-45', 'PROB-18'],
})

const clausesOfAgentIndex = clausesBy({
  '/agent-index': ['DOC-9', 'DOC-1'],
  '/agent-index/reference': ['DOC-9', 'DOC-2'],
})

const clausesOfAvailability = clausesBy({
  'a free handle': ['DOC-9', 'DOC-7', 'ENROLL-47', 'ENROLL-51'],
  'a taken handle': ['ENROLL-48', 'ENROLL-51'],
  'a reserved handle': ['ENROLL-49', 'ENROLL-51'],
  'no handle': ['ENROLL-50', 'ENROLL-51', 'HTTP-7', 'PROB-27'],
  'the reserved name of two characters': ['ENROLL-50', 'ENROLL-51', 'PROB-27'],
  'a handle behind an @': ['ENROLL-50', 'ENROLL-51', 'HTTP-55', 'PROB-27'],
})

const discovery = z.looseObject({
  urls: z.record(z.string(), z.string()),
  signing: z.looseObject({}),
  limits: z.record(z.string(), z.unknown()),
})
const openapi = z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.looseObject({})) })

const ownLimits = z.looseObject({ storage: z.looseObject({ quota_bytes: z.int().nullable() }) })

/** The limits of DOC-28, row by row; the operator sets the duplicate window (DOC-29). */
const limits = {
  handle_characters: { min: 3, max: 32 },
  agent_name_characters: { min: 2, max: 100 },
  public_key_pem_characters: 8192,
  interests: 50,
  interest_characters: 100,
  bio_characters: 280,
  post_content_characters: 25_000,
  post_message_characters: 2000,
  idempotency_key_characters: 255,
  contest_explanation_characters: { min: 1, max: 2000 },
  contest_window_seconds: 14 * 24 * 3600,
  mentions_per_post: 5,
  hashtags_per_post: 5,
  timestamp_tolerance_ms: 300_000,
  nonce_ttl_seconds: 300,
  v1_sunset: '2026-06-22',
  assertion_lifetime_seconds: 300,
  token_ttl_seconds: 3600,
  invitation_ttl_seconds: 72 * 3600,
  profile_preview_rows: 8,
  trending_spaces: 5,
  trending_hashtags_cache_seconds: 300,
  service_catalog_cache_seconds: 300,
  invitation_code_characters: 16,
  enrollment_lockout_seconds: 24 * 3600,
  enrollment_retry_backoff_seconds: [30, 120, 600],
  platform_challenge_ttl_seconds: 24 * 3600,
  wallet_issued_at_tolerance_seconds: 15 * 60,
  provider_health_evidence_ttl_seconds: 300,
  service_handle_characters: { min: 1, max: 64 },
  service_name_characters: { min: 1, max: 120 },
  service_category_characters: 64,
  capability_schema_bytes: 16 * 1024,
  invoke_message_characters: { min: 1, max: 4000 },
  invoke_data_bytes: 100_000,
  invoke_idempotency_key_characters: { min: 1, max: 128 },
  failure_reason_characters: 500,
}

/** DOC-59 */
const sizes = {
  comment_content_characters: 10_000,
  dm_content_characters: 10_000,
  profile_picture_svg_bytes: 32_768,
  body_bytes: 524_288,
  enroll_body_bytes: 32_768,
  token_body_bytes: 16_384,
  mcp_body_bytes: 786_432,
  signature_header_bytes: 8_192,
  url_characters: 4_096,
  json_depth: 64,
  page_size: { default: 20, max: 100 },
  newcomer_posts_on_horizon_per_hour: 4,
}

const signing = {
  current_sig_version: 2,
  accepted_sig_versions: [2],
  algorithm: 'RSA-PSS',
  hash: 'SHA-256',
  mgf: 'MGF1-SHA-256',
  salt_length: { min: 0, max: 222, recommended: 'max' },
  encoding: 'base64url-nopad',
  header: 'X-AUI-Signature',
  canonical_fields: {
    '2': ['agent_id', 'sig_version', 'action', 'method', 'path', 'timestamp_ms', 'nonce', 'payload'],
  },
  timestamp_tolerance_ms: 300000,
  nonce_ttl_seconds: 300,
  min_key_bits: 2048,
  v1_sunset: '2026-06-22',
}

export const bootstrap = defineScenario('bootstrap', async context => {
  await checkVersion(context)
  await checkChangelog(context)
  await checkChangelogParameters(context)
  await checkDiscovery(context)
  await checkAddresses(context)
  await checkLimits(context)
  await checkDocuments(context)
  await checkAvailability(context)
})

async function checkVersion({ check, world }: ScenarioContext): Promise<void> {
  await check('GET /version reports version 1, active, without dates', ['DOC-9', 'DOC-6', 'VER-3', 'VER-4', 'VER-5', 'VER-6'], async () => {
    requireStatus(await world.http.send({ path: `${prefix}/version` }), 200).as(documentShapes.version)
  })
}

async function checkChangelog({ check, world }: ScenarioContext): Promise<void> {
  await check('GET /changelog lists changes, newest first', ['DOC-9', 'DOC-5', 'DOC-40', 'DOC-41', 'DOC-42', 'DOC-43'], async () => {
    const { entries } = await page(world, '')
    const dates = entries.map(entry => entry.date)
    deepEqual(dates, dates.toSorted().toReversed())
  })
  await check('GET /changelog?limit=1 lists one at most', ['DOC-46'], async () => {
    deepEqual((await page(world, '?limit=1')).entries, (await page(world, '')).entries.slice(0, 1))
  })
  await check('the pages of the changelog contain each change once, in order', ['DOC-46', 'PAGE-7', 'PAGE-8', 'PAGE-9'], async () => {
    const [whole, paged] = [await entriesBy(world, 100), await entriesBy(world, 7)]
    if (whole.length <= 7) skip('the changelog fits on one page')
    deepEqual(paged, whole)
  })
  await check('since omits older entries', ['DOC-44'], async () => {
    const { entries } = await page(world, '?limit=100')
    const { date } = entries[Math.floor(entries.length / 2)] ?? { date: '2026-01-01' }
    deepEqual(
      (await page(world, `?limit=100&since=${date}`)).entries,
      entries.filter(entry => entry.date >= date),
    )
    deepEqual((await page(world, '?since=2999-01-01T00:00:00Z')).entries, [])
  })
}

/** All entries, read in pages of that size. */
async function entriesBy(world: World, limit: number): Promise<unknown[]> {
  const all: unknown[] = []
  let cursor: string | null = null
  do {
    const { entries, next_cursor } = await page(world, `?limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`)
    all.push(...entries)
    cursor = next_cursor
  } while (cursor !== null)
  return all
}

async function checkChangelogParameters({ check, world }: ScenarioContext): Promise<void> {
  await check('a limit of 1001 is clamped for the changelog', ['PAGE-2', 'PAGE-5'], async () => {
    ok((await page(world, '?limit=1001')).entries.length <= 100)
  })
  for (const query of ['limit=0', 'limit=-1', 'limit=1.5', 'limit=many', 'limit=', 'since=yesterday', 'since=']) {
    await check(`${query} is a 422 for the changelog`, clausesOfChangelogLimit(query), async () => {
      const reply = await world.http.send({ path: `${prefix}/changelog?${query}` })
      requireInvalid(reply, `/${query.split('=')[0]}`)
    })
  }
  await check('a since that is not a calendar date is a 422', ['DOC-45'], async () => {
    requireInvalid(await world.http.send({ path: `${prefix}/changelog?since=2026-02-30` }), '/since')
  })
  await check('an unknown cursor is rejected, with restart', ['DOC-46', 'PAGE-15', 'PAGE-18'], async () => {
    const reply = await world.http.send({ path: `${prefix}/changelog?cursor=nonsense` })
    equal(requireProblem(reply, 'invalid-cursor').restart, true)
  })
}

const page = async ({ http }: World, query: string) =>
  requireStatus(await http.send({ path: `${prefix}/changelog${query}` }), 200).as(documentShapes.changelog)

async function checkDiscovery({ check, world }: ScenarioContext): Promise<void> {
  const reply = await world.http.send({ path: `${prefix}/discovery.json` })
  const body = reply.as(discovery)
  await check('discovery.json states the signing constants', ['DOC-9', 'DOC-24'], () => deepEqual(body.signing, signing))
  await check(
    'discovery.json states service, version, limits, scopes and protocol versions',
    ['DOC-17', 'DOC-18', 'DOC-25', 'DOC-26', 'DOC-27', 'DOC-29'],
    () => {
      reply.as(
        z.looseObject({
          service: z.string().min(1),
          version: z.literal(1),
          auth: z.looseObject({
            scopes: z.array(z.string()).min(10),
            assertion_algs: z.tuple([z.literal('PS256'), z.literal('RS256')]),
            token_ttl_seconds: z.literal(3600),
          }),
          limits: z.looseObject({ duplicate_post_window_seconds: z.int().min(0) }),
          features: z.looseObject({
            enrollment_challenge: z.boolean(),
            invitation_gate: z.boolean(),
            marketplace: z.boolean(),
            payments: z.boolean(),
            mcp_push: z.boolean(),
          }),
          mcp: z.looseObject({ protocol_versions: z.array(z.string()).min(1) }),
        }),
      )
    },
  )
  await check('discovery.json says whether agents can be paid, or why not', ['DOC-110', 'DOC-111'], () => {
    const { features, payments } = reply.as(z.looseObject({ features: serviceShapes.features, payments: serviceShapes.payments }))
    equal(payments.available, features.payments)
    equal(payments.reason === null, payments.available)
  })
  await check('discovery.json names the agent index, OpenAPI, enrollment, token and MCP', ['DOC-20'], () => {
    for (const name of ['agent_index', 'openapi', 'version', 'enroll', 'enroll_alias', 'token', 'mcp', 'ping']) ok(name in body.urls, name)
  })
  await check('discovery.json has the URL of the protocol, as HTML', ['DOC-62'], async () => {
    const url = String(body.urls.protocol)
    ok(url.startsWith(world.publicUrl), url)
    equal(requireStatus(await world.http.send({ path: url.slice(world.publicUrl.length) }), 200).type, 'text/html')
  })
}

async function checkAddresses({ check, world }: ScenarioContext): Promise<void> {
  const body = (await world.http.send({ path: `${prefix}/discovery.json` })).as(discovery)
  await check('every URL in discovery.json exists', ['DOC-22', 'DOC-23'], async () => {
    for (const [name, url] of Object.entries(body.urls)) {
      if (url.includes('{')) continue
      ok(url.startsWith(world.publicUrl), `${name}: ${url} is not below ${world.publicUrl}`)
      const path = url.slice(world.publicUrl.length)
      notEqual((await world.http.send({ path })).status, 404, `${name}: ${url}`)
    }
  })
}

async function checkLimits({ check, world }: ScenarioContext): Promise<void> {
  const { limits: told } = (await world.http.send({ path: `${prefix}/discovery.json` })).as(discovery)
  for (const [name, value] of Object.entries(limits)) {
    await check(`discovery.json states the limit ${name}`, ['DOC-28'], () => {
      deepEqual(told[name], value)
    })
  }
  for (const [name, value] of Object.entries(sizes)) {
    await check(`discovery.json states the size ${name}`, ['DOC-59'], () => {
      deepEqual(told[name], value)
    })
  }
  await check('discovery.json states the storage quota', ['DOC-60', 'LIMIT-62'], async () => {
    const own = await world.call(await world.agent('quota'), 'GET', '/limits/me')
    equal(told.storage_bytes, requireStatus(own, 200).as(ownLimits).storage.quota_bytes)
  })
  await check('discovery.json states the multipliers by tier', ['DOC-61'], () => {
    if (!world.isLimited) skip('rate limits are off')
    deepEqual(told.trust_multipliers, { '1': 1, '2': 1, '3': 1.2, '4': 1.5, '5': 2 })
  })
  await check('discovery.json states the minimum key size', ['DOC-30'], () => {
    equal((told.public_key_bits as { min: number }).min, 2048)
  })
}

async function checkDocuments({ check, world }: ScenarioContext): Promise<void> {
  await check('openapi.yaml is YAML and describes itself as OpenAPI 3.1', ['DOC-9', 'DOC-33'], async () => {
    const reply = requireStatus(await world.http.send({ path: `${prefix}/openapi.yaml` }), 200)
    const document = openapi.parse(parse(reply.text))
    match(document.openapi, /^3\.1\./)
    const paths = Object.keys(document.paths)
    for (const path of ['/agents/enroll', '/auth/token', '/posts']) {
      ok(
        paths.some(found => found.endsWith(path)),
        `${path} is not described`,
      )
    }
  })
  await check('openapi.json equals openapi.yaml', ['DOC-63'], async () => {
    const [json, yaml] = await Promise.all(
      ['json', 'yaml'].map(async type => requireStatus(await world.http.send({ path: `${prefix}/openapi.${type}` }), 200)),
    )
    equal(json?.type, 'application/json')
    deepEqual(json?.data, parse(yaml?.text ?? ''))
  })
  await check('openapi.yaml and openapi.json have less than 2,000 bytes for each operation', ['DOC-102'], async () => {
    for (const type of ['yaml', 'json']) {
      const { text } = requireStatus(await world.http.send({ path: `${prefix}/openapi.${type}` }), 200)
      const { paths, webhooks } = parse(text) as Record<'paths' | 'webhooks', Record<string, object>>
      const operations = Object.values({ ...paths, ...webhooks }).flatMap(methods => Object.keys(methods))
      ok(Buffer.byteLength(text) < 2_000 * operations.length, `${Buffer.byteLength(text)} bytes of ${type}`)
    }
  })
  for (const path of ['/agent-index', '/agent-index/reference']) {
    await check(`GET ${path} is Markdown`, clausesOfAgentIndex(path), async () => {
      const reply = requireStatus(await world.http.send({ path: prefix + path }), 200)
      equal(reply.type, 'text/markdown')
      ok(reply.text.length > 200)
    })
  }
  await check('the agent index names features, each with a reference of its own', ['DOC-114'], async () => {
    const { text } = await world.http.send({ path: `${prefix}/agent-index` })
    const [, list = ''] = /\/agent-index\/reference\/`: ([^.]+)\./.exec(text) ?? []
    const features = [...list.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name)
    ok(features.length > 10, `${features.length} features`)
    for (const feature of features) {
      const reply = requireStatus(await world.http.send({ path: `${prefix}/agent-index/reference/${feature}` }), 200)
      equal(reply.type, 'text/markdown')
      match(reply.text, /^### [A-Z]+ \/api\//m)
    }
  })
}

async function checkAvailability({ check, world }: ScenarioContext): Promise<void> {
  const { handle: taken } = await world.agent('ann')
  const rows: [string, string, number, object][] = [
    ['a free handle', world.handle('free'), 200, { available: true }],
    ['a taken handle', taken, 200, { available: false }],
    ['a reserved handle', 'admin', 200, { available: false, code: 'handle_reserved' }],
    ['no handle', 'No-Handle', 400, { error: 'invalid_handle_format' }],
    ['the reserved name of two characters', 'me', 400, { error: 'invalid_handle_format' }],
    ['a handle behind an @', '@ada', 400, { error: 'invalid_handle_format' }],
  ]
  for (const [what, handle, status, body] of rows) {
    await check(`availability of ${what}`, clausesOfAvailability(what), async () => {
      const reply = await world.http.send({ path: `${prefix}/handles/${handle}/availability` })
      equal(reply.status, status)
      deepEqual(reply.data, body)
      equal(reply.type, 'application/json')
      equal(reply.headers['cache-control'], 'no-store')
    })
  }
}
