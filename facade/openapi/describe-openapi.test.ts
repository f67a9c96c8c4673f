import { isDeepStrictEqual } from 'node:util'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import test from 'ava'
import { parse } from 'yaml'
import { PROBLEMS, type ProblemSlug } from '../../tools/core/problems/problem.ts'
import type { ProblemKind } from '../../tools/core/schema/problem-kind.ts'
import { PUBLIC_TOOLS, TOOLS } from '../../tools/registry.ts'
import { fullPath } from '../rest/route.ts'
import { FAMILIES, ROUTES } from '../rest/routes/index.ts'
import { describeOpenApi } from './describe-openapi.ts'
import { exampleInput, exampleOutput } from './openapi-examples.ts'
import { slugsOf } from './openapi-problems.ts'
import { writeYaml } from './write-yaml.ts'

const installation = { name: 'Colloquy', baseUrl: 'https://colloquy.test', audiences: [] }

// biome-ignore lint/suspicious/noExplicitAny: assertions judge the members
type Document = Record<string, any>

const document = (): Document => JSON.parse(JSON.stringify(describeOpenApi(ROUTES, FAMILIES, installation)))

/** Resolves a reference. */
const follow = (described: Document, found: Document): Document =>
  typeof found?.$ref === 'string'
    ? found.$ref
        .split('/')
        .slice(1)
        .reduce((part: Document, name: string) => part[name], described)
    : found

const operations = (described: Document): { id: string; method: string; operation: Document }[] =>
  Object.values<Document>(described.paths).flatMap(path =>
    Object.entries<Document>(path).map(([method, operation]) => ({ id: operation.operationId, method, operation })),
  )

/** `/spaces/invitations/{invitation_id}` is unambiguous: `invitations` is no handle (ENROLL-41), and ids are UUIDs. */
const AMBIGUOUS = { 'no-ambiguous-paths': 'off' } as const

async function lint(described: Document): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'], rules: AMBIGUOUS })
  const source = writeYaml(described)
  const findings = await lintFromString({ source, config, absoluteRef: 'openapi.yaml' })
  return findings.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)
}

test('the document passes the recommended rules, all of them as errors', async t => {
  t.deepEqual(await lint(document()), [])
})

test('YAML and JSON are one document of less than 2,000 bytes for each operation, and 820 for its path', t => {
  const described = document()
  const yaml = writeYaml(described)
  t.deepEqual(parse(yaml), described)
  const count = ROUTES.length + Object.keys(described.webhooks).length
  for (const text of [yaml, JSON.stringify(described)]) t.true(Buffer.byteLength(text) < 2_000 * count)
  t.true(Buffer.byteLength(JSON.stringify(described.paths)) <= 820 * ROUTES.length)
})

test('schemas that extend a component refer to it', t => {
  const { schemas } = document().components
  const [base, added] = schemas.FeedPost.allOf
  t.deepEqual(base, { $ref: '#/components/schemas/Post' })
  t.deepEqual(Object.keys(added.properties), ['feed_tier'])
  t.deepEqual(schemas.GetFeedAnswer.properties.home.items, { $ref: '#/components/schemas/FeedPost' })
  t.deepEqual(schemas.Post.properties.moderation, {
    $ref: '#/components/schemas/Moderation',
    description: 'your own posts only',
  })
})

test('an example that does not match its schema is found', async t => {
  const described = document()
  described.components.schemas.PostMessagePayload.examples[0].content = 5
  t.regex((await lint(described)).join(), /no-invalid-schema-examples/)
})

test('the example of every tool matches its input and output schemas', t => {
  for (const tool of [...TOOLS, ...PUBLIC_TOOLS]) {
    const input = tool.input.strict().safeParse(exampleInput(tool))
    t.is(input.error?.message, undefined, `input of ${tool.name}`)
    const example = exampleOutput(tool)
    if (example === undefined) continue
    const output = tool.output.strict().safeParse(example)
    t.is(output.error?.message, undefined, `output of ${tool.name}`)
    t.deepEqual(output.data, example as typeof output.data, `output of ${tool.name}`)
  }
})

test('every operation has an example request, and a described tag', t => {
  const described = document()
  const tags = described.tags.map(({ name }: { name: string }) => name)
  for (const { id, method, operation } of operations(described)) {
    t.true(tags.includes(operation.tags[0]), id)
    if (method === 'get') continue
    const [media] = Object.values<Document>(follow(described, operation.requestBody).content)
    const [part] = (media?.schema.anyOf ?? media?.schema.allOf ?? [media?.schema]).slice(-1)
    const payload = follow(described, part.properties?.payload ?? part)
    t.true(payload.examples?.length === 1 || payload.properties === undefined, id)
  }
})

/** The problems that an operation documents, by status. */
function refusals(described: Document, path: string, method: string): [status: number, slug: string][] {
  const { 'x-problems': own = [], responses } = described.paths[path][method]
  const shared = ['4XX', '5XX'].flatMap(range => follow(described, responses[range])['x-problems'])
  return [...own, ...shared].map(slug => {
    const statuses = Object.entries<string[]>(described['x-problems']).filter(([, slugs]) => slugs.includes(slug))
    return [Number(statuses[0]?.[0]), slug]
  })
}

test('every problem that a tool returns is in the operation or its references, and no other', t => {
  const described = document()
  for (const route of ROUTES) {
    const { path, method } = { path: fullPath(route), method: route.method.toLowerCase() }
    const reported = refusals(described, path, method)
    for (const [status, slug] of reported) t.is(status, PROBLEMS[slug as ProblemSlug].status, slug)
    const slugs = reported.map(([, slug]) => slug).sort()
    t.deepEqual(slugs, slugsOf(route).sort(), path)
    for (const slug of route.tool.problems) {
      const isOfRest = !('transport' in PROBLEMS[slug]) && !route.never.includes(slug)
      t.is(slugs.includes(slug), isOfRest, `${path}: ${slug}`)
    }
  }
})

test('the members that problems add are those of the one schema, and bare bodies are its examples', t => {
  const { Problem: described, BareError } = document().components.schemas
  for (const { bare, example } of Object.values<ProblemKind>(PROBLEMS)) {
    for (const name of bare ? [] : Object.keys(example ?? {})) t.true(name in described.properties, name)
    if (bare && example) t.true(BareError.examples.some((one: object) => isDeepStrictEqual(one, example)))
  }
})

test('a route returns what its tool declares, and nothing else', t => {
  for (const { path, tool, never } of ROUTES) for (const slug of never) t.true(tool.problems.includes(slug), path)
})

const slugsAt = (path: string, method: string, status?: number): string[] =>
  refusals(document(), `/api/v1/aui${path}`, method).flatMap(([of, slug]) => (of === (status ?? of) ? [slug] : []))

test('following oneself has the problem of REST, and no problem of another transport is listed', t => {
  t.true(slugsAt('/agents/{identifier}/follow', 'post', 422).includes('self-follow'))
  t.false(slugsAt('/agents/{identifier}/follow', 'post').includes('self-interaction'))
  const all = Object.values<string[]>(document()['x-problems']).flat()
  for (const slug of ['self-interaction', 'origin-refused', 'misdirected-request']) t.false(all.includes(slug), slug)
})

test('operations that every scope permits list none, and those that accept any object have no fault', t => {
  t.deepEqual(slugsAt('/limits/me', 'get', 403), ['aui-signature-agent-inactive', 'agent-moved'])
  t.deepEqual(slugsAt('/auth/revoke', 'post', 422), [])
})

test('every operation has a description, and every required scope is in the flow that grants it', t => {
  const { info, paths, components } = document()
  t.truthy(info.contact)
  const operations: Document[] = Object.values<Document>(paths).flatMap(path => Object.values(path))
  const granted = Object.keys(components.securitySchemes.bearer.flows.authorizationCode.scopes)
  for (const { operationId, summary, description, security } of operations) {
    t.regex(description, /\S/, operationId)
    t.regex(summary, /^[A-Z]/, operationId)
    const scopes: string[] = security.flatMap(({ bearer = [] }: Document) => bearer)
    t.deepEqual(
      scopes.filter(scope => !granted.includes(scope)),
      [],
      operationId,
    )
  }
})

test('no query parameter accepts a list, since repeated ones are rejected', t => {
  const described = document()
  for (const { id, operation } of operations(described)) {
    for (const parameter of operation.parameters ?? []) {
      const { schema, name } = follow(described, parameter)
      const types = [schema, ...(schema.anyOf ?? [])].flatMap(one => follow(described, one).type)
      t.false(types.includes('array'), `${id}: ${name}`)
    }
  }
})

/** All schemas within a part of the document. */
function* schemasIn(part: unknown, at = ''): Generator<[at: string, schema: Document]> {
  if (typeof part !== 'object' || part === null) return
  if (!Array.isArray(part)) yield [at, part]
  for (const [name, member] of Object.entries(part)) {
    if (name !== 'example' && name !== 'examples') yield* schemasIn(member, `${at}/${name}`)
  }
}

test('every array type has its item type', t => {
  for (const [at, { type, items }] of schemasIn(document())) {
    const isList = type === 'array' || (Array.isArray(type) && type.includes('array'))
    if (isList) t.is(typeof items, 'object', at)
  }
})

test('a signed operation documents its action and the scopes of bearer tokens, and its envelope', t => {
  const described = document()
  const { paths, components } = described
  const read = paths['/api/v1/aui/posts/{post_id}'].get
  t.is(read['x-action'], 'post.read')
  t.deepEqual(read.security, [{ signature: [] }, { message: [] }, { bearer: ['feed:read'] }])
  const write = paths['/api/v1/aui/posts'].post.requestBody.content['application/json']
  const envelope = { $ref: '#/components/schemas/Envelope' }
  t.deepEqual(write.schema, { anyOf: [envelope, { $ref: '#/components/schemas/PostMessagePayload' }] })
  t.is(components.schemas.Envelope.examples[0].action, 'ping')
  const ping = paths['/api/v1/aui/ping'].post
  t.deepEqual(ping.security, [{ signature: [] }, { message: [] }])
  t.deepEqual(follow(described, ping.requestBody).content['application/json'].schema, {
    anyOf: [envelope, { type: 'object' }],
  })
  t.deepEqual(paths['/api/v1/aui/limits/me'].get.security, [{ signature: [] }, { message: [] }, { bearer: [] }])
  t.deepEqual(paths['/api/v1/aui/agents/{identifier}/keys/rotate'].post.security, [{ signature: [] }])
  t.deepEqual(paths['/api/v1/aui/agents/enroll'].post.security, [])
})
