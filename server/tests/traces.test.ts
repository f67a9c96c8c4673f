import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openOtlpReceiver } from '../../testing/fakes/otlp-receiver.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { bundled } from '../../testing/processes/bundled-programs.ts'
import { printed, startProgram } from '../../testing/processes/start-program.ts'
import { createWitness } from '../../testing/processes/write-witness.ts'

const database = useDatabase(test)

const WORDS = 'xyzzy-of-an-agent'
const REMOTE = { trace: '0af7651916cd43dd8448eb211c80319c', id: 'b7ad6b7169203331' }

async function receive(t: ExecutionContext) {
  const receiver = await openOtlpReceiver()
  t.teardown(receiver.close)
  return receiver
}

/** Stops the program, which sends its remaining traces before it ends. */
async function stopped(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

test('requests are traced with their tools and statements, below their parent trace, and without content', async t => {
  const receiver = await receive(t)
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_SERVICE_NAME: 'the-house',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
    LOG_REQUESTS: 'on',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=secret-of-the-collector',
  }
  const child = startProgram(t, database(), environment)
  let log = ''
  child.stderr!.on('data', chunk => (log += chunk))
  const { base } = await printed(child)
  const witness = await createWitness(base)
  t.is(await witness.post(WORDS), 201)
  const headers = { traceparent: `00-${REMOTE.trace}-${REMOTE.id}-01`, tracestate: `vendor=${WORDS}` }
  await fetch(`${base}/api/v1/aui/version?${WORDS}`, { headers })
  await fetch(`${base}/@${WORDS}`, { headers: { traceparent: `00-${WORDS}` } })
  await stopped(child)

  const { spans, requests, bodies } = receiver
  t.like(requests[0], { path: '/v1/traces', headers: { authorization: 'secret-of-the-collector' } })
  t.deepEqual([...new Set(spans.map(({ service }) => service))], ['the-house'])
  const posting = spans.find(({ name }) => name === 'POST /posts')!
  t.like(posting, { kind: 2, parent: '', attributes: { 'http.route': '/posts', 'http.response.status_code': 201 } })
  t.regex(String(posting.attributes['colloquy.request_id']), /^[0-9a-f-]{36}$/)
  t.true(log.split('\n').some(line => line.includes(posting.trace) && line.includes('"route":"/posts"')))
  const below = (parent: string): string[] =>
    spans.filter(span => span.parent === parent).flatMap(({ name, id }) => [name, ...below(id)])
  const names = below(posting.id)
  t.true(names.includes('tool post_message'))
  t.true(names.some(name => name.startsWith('batch ')))
  t.true(spans.some(({ name, parent }) => /^(sql [a-z]+|transaction)/.test(name) && parent !== ''))
  t.like(
    spans.find(({ trace }) => trace === REMOTE.trace),
    { name: 'GET documents', parent: REMOTE.id },
  )
  for (const body of bodies) t.notRegex(body.toString('latin1'), /xyzzy|secret-of-the-collector|w-[0-9a-f]{8}/)
  const known = /^(http\.(request\.method|route|response\.status_code)|colloquy\.request_id|error\.type)$/
  for (const { attributes } of spans) for (const name of Object.keys(attributes)) t.regex(name, known)
})

test('a sampler that rejects all sends none, and variables may be in the file', async t => {
  const receiver = await receive(t)
  const folder = mkdtempSync(path.join(tmpdir(), 'traces-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'colloquy.conf')
  for (const [sampler, count] of [
    ['always_off', 0],
    ['always_on', 1],
  ] as const) {
    writeFileSync(file, `OTEL_EXPORTER_OTLP_ENDPOINT=${receiver.url}\nOTEL_TRACES_SAMPLER=${sampler}\n`)
    const child = startProgram(t, database(), {}, { entry: [bundled('main'), '--config', file] })
    const { base } = await printed(child)
    await fetch(`${base}/api/v1/aui/version`)
    await stopped(child)
    t.is(receiver.spans.filter(({ name }) => name === 'GET documents').length, count, sampler)
  }
})

/** Makes Node report which of the packages a program loads; `missing` hides them. */
const hooks = (missing: boolean) =>
  `data:text/javascript,${encodeURIComponent(`
    export async function resolve(name, context, next) {
      if (!name.startsWith('@opentelemetry/')) return next(name, context)
      if (${missing}) throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
      process._rawDebug('loads ' + name)
      return next(name, context)
    }`)}`

const withHooks = (missing: boolean) => [
  '--import',
  `data:text/javascript,${encodeURIComponent(`import { register } from 'node:module'; register(${JSON.stringify(hooks(missing))})`)}`,
  bundled('main'),
]

test('without tracing no module of OpenTelemetry is loaded; if its packages are missing one line says so', async t => {
  const untraced = startProgram(t, database(), {}, { entry: withHooks(false) })
  let output = ''
  untraced.stderr!.on('data', chunk => (output += chunk))
  const { base } = await printed(untraced)
  await fetch(`${base}/api/v1/aui/version`)
  await stopped(untraced)
  t.notRegex(output, /loads @opentelemetry\/(sdk|exporter|core|resources)/)

  const receiver = await receive(t)
  const traced = startProgram(t, database(), { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url }, { entry: withHooks(true) })
  let stderr = ''
  traced.stderr!.on('data', chunk => (stderr += chunk))
  const [code] = await once(traced, 'close')
  t.is(code, 78)
  t.regex(
    stderr,
    /^OTEL_EXPORTER_OTLP_ENDPOINT: requires packages that are not installed: npm install @opentelemetry\/api [^\n]+\n$/,
  )
})

test('an unsupported protocol is reported in one line', async t => {
  const child = startProgram(t, database(), { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })
  let stderr = ''
  child.stderr!.on('data', chunk => (stderr += chunk))
  t.is((await once(child, 'close'))[0], 78)
  t.regex(stderr, /^OTEL_EXPORTER_OTLP_PROTOCOL: must be http\/protobuf/)
})
