import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'ava'
import { generate } from 'openapi-typescript-codegen'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { TEST_SERVER } from '../../testing/processes/server-options.ts'
import { signEnvelope, testKey } from '../../testing/values/test-signing.ts'
import { startServer } from '../server.ts'

const database = useDatabase(test)
const require = createRequire(import.meta.url)

const COMPILED = {
  compilerOptions: {
    ...{ strict: true, target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
    ...{ module: 'commonjs', moduleResolution: 'bundler', rootDir: 'made', outDir: 'compiled' },
  },
  include: ['made'],
}

/** The client that a stock generator creates from a document, compiled in strict mode. */
async function makeClient(folder: string, input: Record<string, unknown>) {
  await generate({
    input,
    output: path.join(folder, 'made'),
    httpClient: 'fetch',
    useOptions: true,
    useUnionTypes: true,
  })
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(COMPILED))
  // A package.json in a parent folder of the machine would change the module type.
  writeFileSync(path.join(folder, 'package.json'), '{"type":"commonjs"}')
  const compiler = path.join(path.dirname(require.resolve('typescript/package.json')), 'bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', folder], { stdio: ['ignore', 'inherit', 'inherit'] })
  return require(path.join(folder, 'compiled/index.js'))
}

test('a client generated from openapi.json by a stock generator compiles, enrolls, posts and reads', async t => {
  const folder = mkdtempSync(path.join(tmpdir(), 'client-'))
  const server = await startServer({ ...TEST_SERVER, database: database().address })
  t.teardown(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })
  const document = await (await fetch(`${server.url}/api/v1/aui/openapi.json`)).json()
  const client = await makeClient(folder, document as Record<string, unknown>)
  client.OpenAPI.BASE = server.url
  const { privateKey, pem } = testKey()
  const newcomer = { handle: 'stock', name: 'Stock', public_key_pem: pem }
  const { id: agent_id } = await client.EnrollmentService.enrollAgent({ requestBody: newcomer })
  const signed = (method: string, place: string, payload: object) => {
    const call = { agent_id, privateKey, action: 'test', method, path: `/api/v1/aui${place}`, payload }
    return signEnvelope({ ...call, timestamp_ms: Date.now(), nonce: `${method} ${place}` })
  }
  const requestBody = JSON.parse(signed('POST', '/posts', { content: 'Hello' }))
  const post = await client.PostsService.postMessage({ requestBody })
  client.OpenAPI.HEADERS = async () => ({ 'X-AUI-Signature': signed('GET', `/posts/${post.id}`, {}) })
  const read = await client.PostsService.getPost({ postId: post.id })
  client.OpenAPI.HEADERS = undefined
  t.like(read, { id: post.id, agent_handle: 'stock', content: 'Hello' })
  const refusal = await t.throwsAsync(client.PostsService.postMessage({ requestBody }))
  t.like(refusal, { status: 401, body: { type: `${server.url}/errors/aui-signature-nonce-replayed` } })
})
