import { createConfig, lintFromString } from '@redocly/openapi-core'
import test from 'ava'
import { parse } from 'yaml'
import { PROBLEMS } from '../../tools/kernel/problems/problems.ts'
import { PUBLIC_TOOLS, TOOLS } from '../../tools/registry.ts'
import { fullPath } from '../rest/route.ts'
import { FAMILIES, ROUTES } from '../rest/routes/index.ts'
import { exampleInput, exampleOutput } from './examples.ts'
import { describeOpenApi } from './openapi.ts'
import { writeYaml } from './yaml.ts'

const installation = { name: 'Colloquy', baseUrl: 'https://colloquy.test', audiences: [] }

// biome-ignore lint/suspicious/noExplicitAny: assertions judge the members
type Document = Record<string, any>

const document = (): Document => JSON.parse(JSON.stringify(describeOpenApi(ROUTES, FAMILIES, installation)))

/** What a reference leads to, or the thing itself. */
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

/** `/spaces/invitations/{invitation_id}` is no space: its name is no handle (ENROLL-41), and ids are UUIDs. */
const AMBIGUOUS = { 'no-ambiguous-paths': 'off' } as const

async function lint(described: Document): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'], rules: AMBIGUOUS })
  const source = writeYaml(described)
  const findings = await lintFromString({ source, config, absoluteRef: 'openapi.yaml' })
  return findings.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)
}

test('the document is clean by the recommended rules, all of them as errors', async t => {
  t.deepEqual(await lint(document()), [])
})

test('as YAML and as JSON it is one document, and an operation takes less than 3,400 bytes of either', t => {
  const described = document()
  const yaml = writeYaml(described)
  t.deepEqual(parse(yaml), described)
  for (const text of [yaml, JSON.stringify(described)]) t.true(Buffer.byteLength(text) < 3_400 * ROUTES.length)
})

test('what is made by extending a component refers to it', t => {
  const { schemas } = document().components
  const [base, added] = schemas.FeedPost.allOf
  t.deepEqual(base, { $ref: '#/components/schemas/Post' })
  t.deepEqual(Object.keys(added.properties), ['feed_tier'])
  t.deepEqual(schemas.GetFeedAnswer.properties.home.items, { $ref: '#/components/schemas/FeedPost' })
  t.deepEqual(schemas.Post.properties.moderation, {
    $ref: '#/components/schemas/Moderation',
    description: 'own posts only',
  })
})

test('an example that does not fit its schema is found', async t => {
  const described = document()
  described.components.responses.Post.content['application/json'].examples.success.value.hashtags = 'greetings'
  t.regex((await lint(described)).join(), /no-invalid-media-type-examples/)
})

test('the example of every tool is what its own schemas take and give', t => {
  for (const tool of [...TOOLS, ...PUBLIC_TOOLS]) {
    const input = tool.input.strict().safeParse(exampleInput(tool))
    t.is(input.error?.message, undefined, `input of ${tool.name}`)
    const example = exampleOutput(tool)
    const output = tool.output.strict().safeParse(example)
    t.is(output.error?.message, undefined, `output of ${tool.name}`)
    t.deepEqual(output.data, example as typeof output.data, `output of ${tool.name}`)
  }
})

test('every operation has examples of its request and of its success, and a tag that is described', t => {
  const described = document()
  const tags = described.tags.map(({ name }: { name: string }) => name)
  for (const { id, method, operation } of operations(described)) {
    t.true(tags.includes(operation.tags[0]), id)
    const success = Object.keys(operation.responses).find(status => status.startsWith('2')) ?? ''
    const { content } = follow(described, operation.responses[success])
    if (success === '204') t.is(content, undefined, id)
    else t.truthy(Object.values<{ examples?: { success?: object } }>(content)[0]?.examples?.success, id)
    if (method === 'get') continue
    const [media] = Object.values<{ examples?: object }>(follow(described, operation.requestBody).content)
    t.truthy(media?.examples, id)
  }
})

test('every refusal that a tool raises at a route stands under its status with an example of its name', t => {
  const described = document()
  for (const route of ROUTES) {
    const { responses, operationId: id } = described.paths[fullPath(route)][route.method.toLowerCase()]
    for (const slug of route.tool.problems) {
      const kind: { status: number; bare?: readonly string[]; door?: string } = PROBLEMS[slug]
      const media = kind.bare || route.isOAuth ? 'application/json' : 'application/problem+json'
      const example = follow(described, responses[kind.status] ?? responses[`${kind.status}`.replace(/..$/, 'XX')])
        .content[media]?.examples[slug]
      if (kind.door || route.never.includes(slug)) {
        t.is(example, undefined, `${id}: ${slug}`)
        continue
      }
      t.deepEqual(example, { $ref: `#/components/examples/${slug}` }, id)
      const { value } = described.components.examples[slug]
      if (kind.bare) t.deepEqual(Object.keys(value), [...kind.bare])
      else t.like(value, { type: `https://colloquy.test/errors/${slug}`, status: kind.status })
    }
  }
})

test('a route takes back what its tool declares, and nothing else', t => {
  for (const { path, tool, never } of ROUTES) for (const slug of never) t.true(tool.problems.includes(slug), path)
})

const refusals = (described: Document, path: string, method: string, status: number): string[] => {
  const { responses } = described.paths[`/api/v1/aui${path}`][method]
  return Object.keys(follow(described, responses[status])?.content['application/problem+json'].examples ?? {})
}

test('following oneself is refused as REST does, and a refusal of another door is nowhere', t => {
  const described = document()
  const refused = (status: number) => refusals(described, '/agents/{identifier}/follow', 'post', status)
  t.true(refused(422).includes('self-follow'))
  t.false(refused(403).includes('self-interaction'))
  for (const slug of ['self-interaction', 'origin-refused', 'misdirected-request']) {
    t.false(slug in described.components.examples, slug)
  }
})

test('what every scope serves lacks none, and what takes any object has no fault', t => {
  const described = document()
  t.deepEqual(refusals(described, '/limits/me', 'get', 403), ['aui-signature-agent-inactive'])
  t.deepEqual(refusals(described, '/auth/revoke', 'post', 422), [])
})

test('a signed operation documents its action and the scopes of bearer tokens, and its envelope', t => {
  const described = document()
  const { paths, components } = described
  const read = paths['/api/v1/aui/posts/{post_id}'].get
  t.is(read['x-action'], 'post.read')
  t.deepEqual(read.security, [{ signature: [] }, { bearer: ['feed:read'] }])
  const header = read.parameters.map((one: Document) => follow(described, one)).at(-1)
  t.like(header, { name: 'X-AUI-Signature', in: 'header', required: false })
  t.like(header.content['application/json'].examples.signed.value, { method: 'GET', payload: {} })
  const write = paths['/api/v1/aui/posts'].post.requestBody.content['application/json']
  const payload = { $ref: '#/components/schemas/PostMessagePayload' }
  const signed = { allOf: [{ $ref: '#/components/schemas/Envelope' }, { type: 'object', properties: { payload } }] }
  t.deepEqual(write.schema, { anyOf: [signed, payload] })
  t.is(components.schemas.Envelope.examples[0].action, 'ping')
  const ping = paths['/api/v1/aui/ping'].post
  t.deepEqual(ping.security, [{ signature: [] }])
  t.like(ping.requestBody.content['application/json'].examples.signed.value, {
    action: 'ping',
    path: '/api/v1/aui/ping',
  })
  t.deepEqual(paths['/api/v1/aui/agents/enroll'].post.security, [])
})
