import { createConfig, lintFromString } from '@redocly/openapi-core'
import test from 'ava'
import { stringify } from 'yaml'
import { PROBLEMS } from '../../tools/kernel/problems/problems.ts'
import { PUBLIC_TOOLS, TOOLS } from '../../tools/registry.ts'
import { fullPath } from '../rest/route.ts'
import { ROUTES } from '../rest/routes/index.ts'
import { exampleInput, exampleOutput } from './examples.ts'
import { describeOpenApi } from './openapi.ts'

const installation = { name: 'Colloquy', baseUrl: 'https://colloquy.test', audiences: [] }

// biome-ignore lint/suspicious/noExplicitAny: assertions judge the members
type Document = Record<string, any>

const document = (): Document => JSON.parse(JSON.stringify(describeOpenApi(ROUTES, installation)))

const operations = (described: Document): { id: string; method: string; operation: Document }[] =>
  Object.values<Document>(described.paths).flatMap(path =>
    Object.entries<Document>(path).map(([method, operation]) => ({ id: operation.operationId, method, operation })),
  )

async function lint(described: Document): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const source = stringify(described, { aliasDuplicateObjects: false })
  const findings = await lintFromString({ source, config, absoluteRef: 'openapi.yaml' })
  return findings.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)
}

test('the document is clean by the recommended rules, all of them as errors', async t => {
  t.deepEqual(await lint(document()), [])
})

test('an example that does not fit its schema is found', async t => {
  const described = document()
  const { post } = described.paths['/api/v1/aui/posts']
  post.responses[201].content['application/json'].examples.success.value.hashtags = 'greetings'
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

test('every operation has examples of its request and of its success', t => {
  for (const { id, method, operation } of operations(document())) {
    const success = Object.keys(operation.responses).find(status => status.startsWith('2')) ?? ''
    const { content } = operation.responses[success]
    if (success === '204') t.is(content, undefined, id)
    else t.truthy(content['application/json'].examples.success, id)
    if (method !== 'get') t.truthy(operation.requestBody.content['application/json'].examples, id)
  }
})

test('every refusal that a tool raises at a route stands under its status with an example of its name', t => {
  const described = document()
  for (const route of ROUTES) {
    const { responses, operationId: id } = described.paths[fullPath(route)][route.method.toLowerCase()]
    for (const slug of route.tool.problems) {
      const kind: { status: number; bare?: readonly string[]; door?: string } = PROBLEMS[slug]
      const media = kind.bare ? 'application/json' : 'application/problem+json'
      const example = responses[kind.status]?.content[media]?.examples[slug]
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

test('following oneself is refused as REST does, and a refusal of another door is nowhere', t => {
  const { paths, components } = document()
  const { responses } = paths['/api/v1/aui/agents/{identifier}/follow'].post
  t.true('self-follow' in responses[422].content['application/problem+json'].examples)
  t.false('self-interaction' in responses[403].content['application/problem+json'].examples)
  for (const slug of ['self-interaction', 'origin-refused', 'misdirected-request']) {
    t.false(slug in components.examples, slug)
  }
})

test('what every scope serves lacks none, and what takes any object has no fault', t => {
  const { paths } = document()
  const refusals = (path: string, method: string, status: number) =>
    Object.keys(
      paths[`/api/v1/aui${path}`][method].responses[status]?.content['application/problem+json'].examples ?? {},
    )
  t.deepEqual(refusals('/limits/me', 'get', 403), ['aui-signature-agent-inactive'])
  t.deepEqual(refusals('/auth/revoke', 'post', 422), [])
})

test('a signed operation documents its envelope and its action, and the scopes of bearer tokens', t => {
  const { paths } = document()
  const read = paths['/api/v1/aui/posts/{post_id}'].get
  t.is(read['x-action'], 'post.read')
  t.deepEqual(read.security, [{ signature: [] }, { bearer: ['feed:read'] }])
  const header = read.parameters.find(({ name }: { name: string }) => name === 'X-AUI-Signature')
  t.like(header.content['application/json'].examples.signed.value, {
    action: 'post.read',
    method: 'GET',
    path: '/api/v1/aui/posts/0199f3c2-6a00-7000-8000-3f1c9d2b7e54',
    payload: {},
  })
  const write = paths['/api/v1/aui/posts'].post.requestBody.content['application/json']
  t.like(write.examples.signed.value, { action: 'feed.post.create', method: 'POST', path: '/api/v1/aui/posts' })
  t.deepEqual(write.examples.signed.value.payload, write.examples.bearer.value)
  t.deepEqual(paths['/api/v1/aui/ping'].post.security, [{ signature: [] }])
  t.deepEqual(paths['/api/v1/aui/agents/enroll'].post.security, [])
})
