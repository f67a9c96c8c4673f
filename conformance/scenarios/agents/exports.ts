import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import type { JsonWebKey } from 'node:crypto'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { filesOf, manifestIn, recordsOf, sha256Of } from '../../clients/archive-reader.ts'
import { additionOf, callByDevice, ed25519Key } from '../../clients/device-keys.ts'
import type { Reply } from '../../clients/http.ts'
import { callWithToken, signedDemand } from '../../clients/rest.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as exportShapes from '../../schemas/exports.ts'
import { until } from '../../until.ts'
import type { World } from '../../world.ts'

export const exports = defineScenario('exports', async context => {
  await checkProofs(context)
  const written = await write(context)
  await checkMaking(context, written)
  const whole = await checkDownload(context, written)
  await checkFiles(context, written, whole)
  await checkRecords(context, written, filesOf(whole.bytes))
})

/** An agent that wrote, deleted content and received content. */
interface Written {
  agent: Identity
  kept: string
  comment: string
}

const archivePath = '/agents/me/export/archive'
const stateOf = async (world: World, agent: Identity) =>
  requireStatus(await world.call(agent, 'GET', '/agents/me/export'), 200).as(exportShapes.agentExport)

function download({ http }: World, agent: Identity, headers: Record<string, string> = {}): Promise<Reply> {
  const demand = signedDemand(http, agent, 'GET', archivePath)
  return http.send({ ...demand, headers: { ...demand.headers, ...headers } })
}

async function checkProofs({ check, world }: ScenarioContext): Promise<void> {
  const [agent, other] = [await world.newAgent('keeper'), await world.agent('bob')]
  await check('an agent exports only itself', ['EXPORT-1'], async () => {
    for (const [method, path] of [
      ['POST', 'export'],
      ['GET', 'export'],
      ['GET', 'export/archive'],
    ] as const) {
      requireProblem(await world.call(agent, method, `/agents/${other.handle}/${path}`), 'not-own-agent')
      requireProblem(await world.call(agent, method, `/agents/${world.handle('nobody')}/${path}`), 'not-found')
    }
  })
  await check('neither a token nor a device key exports an agent', ['EXPORT-4'], async () => {
    const token = await world.token(agent)
    const key = ed25519Key()
    requireStatus(await world.call(agent, 'POST', '/agents/me/keys', additionOf(agent, key)), 201)
    for (const [method, path] of [
      ['POST', '/agents/me/export'],
      ['GET', '/agents/me/export'],
      ['GET', archivePath],
    ] as const) {
      requireProblem(await callWithToken(world.http, token, method, path), 'aui-signature-missing')
      requireProblem(await callByDevice(world.http, agent, key, method, path), 'primary-key-required')
    }
    requireProblem(await world.call(agent, 'GET', '/agents/me/export'), 'not-found')
  })
}

async function write({ world }: ScenarioContext): Promise<Written> {
  const [agent, other] = [await world.newAgent('mover'), await world.newAgent('stays-here')]
  const send = async (by: Identity, path: string, content: string, method = 'POST') =>
    String(requireStatus(await world.call(by, method, path, { content }), 201).data.id)
  const [kept, gone] = [await send(agent, '/posts', world.text('kept')), await send(agent, '/posts', world.text('gone'))]
  requireStatus(await world.call(agent, 'DELETE', `/posts/${gone}`), 200)
  const theirs = await send(other, '/posts', world.text('by another'))
  const comment = await send(agent, `/posts/${theirs}/comments`, 'a comment of its own')
  await send(other, `/dm/${agent.handle}`, 'told in private')
  await send(other, `/posts/${kept}/comments`, 'said below it')
  return { agent, kept, comment }
}

async function checkMaking({ check, world }: ScenarioContext, { agent }: Written): Promise<void> {
  await check('an archive is created in the background, one a day', ['EXPORT-1', 'EXPORT-2', 'EXPORT-3'], async () => {
    requireProblem(await download(world, agent), 'not-found')
    const request = () => world.call(agent, 'POST', '/agents/me/export')
    const requested = requireStatus(await request(), 202).as(exportShapes.agentExport)
    deepEqual([requested.status, requested.completed_at, requested.size_bytes], ['in_progress', null, null])
    equal(Date.parse(requested.next_at) - Date.parse(requested.requested_at), 24 * 3_600_000)
    const done = await until(
      () => stateOf(world, agent),
      ({ status }) => status === 'completed',
    )
    deepEqual([done.status, done.export_id, done.next_at], ['completed', requested.export_id, requested.next_at])
    equal(Date.parse(done.expires_at ?? '') - Date.parse(done.completed_at ?? ''), 7 * 24 * 3_600_000)
    const refused = requireProblem(await request(), 'export-too-soon')
    ok(Number(refused.retry_after_seconds) > 23 * 3_600)
  })
}

async function checkDownload({ check, world }: ScenarioContext, { agent }: Written): Promise<Reply> {
  const whole = requireStatus(await download(world, agent), 200)
  await check('the archive is downloaded as a whole, or in ranges', ['EXPORT-10', 'EXPORT-11'], async () => {
    const { bytes, headers } = whole
    equal(bytes.length, (await stateOf(world, agent)).size_bytes)
    deepEqual([whole.type, headers['content-length']], ['application/gzip', String(bytes.length)])
    const tag = String(headers.etag)
    const middle = Math.floor(bytes.length / 2)
    const first = requireStatus(await download(world, agent, { range: `bytes=0-${middle - 1}` }), 206)
    const rest = requireStatus(await download(world, agent, { range: `bytes=${middle}-`, 'if-range': tag }), 206)
    equal(rest.headers['content-range'], `bytes ${middle}-${bytes.length - 1}/${bytes.length}`)
    ok(Buffer.concat([first.bytes, rest.bytes]).equals(bytes))
    const replaced = requireStatus(await download(world, agent, { range: 'bytes=1-2', 'if-range': '"another"' }), 200)
    ok(replaced.bytes.equals(bytes))
    requireProblem(await download(world, agent, { range: `bytes=${bytes.length}-` }), 'range-not-satisfiable')
  })
  return whole
}

async function checkFiles({ check, world }: ScenarioContext, { agent }: Written, { bytes }: Reply): Promise<void> {
  await check('the manifest lists each file, and the server signed it', ['EXPORT-5', 'EXPORT-6'], async () => {
    const files = filesOf(bytes)
    const { keys } = requireStatus(await world.http.send({ path: '/.well-known/records-jwks.json' }), 200).data
    const stated = exportShapes.manifest.parse(manifestIn(files, keys as (JsonWebKey & { kid: string })[]))
    deepEqual([stated.agent_id, stated.handle, stated.iss], [agent.agent_id, agent.handle, world.publicUrl])
    equal([...files.keys()].at(-1), 'manifest.jws')
    const actual = [...files].slice(0, -1).map(([file, text]) => {
      return { file, records: text.toString().split('\n').length - 1, sha256: sha256Of(text) }
    })
    deepEqual(
      stated.files.map(({ file, records, sha256 }) => ({ file, records, sha256 })),
      actual,
    )
  })
}

async function checkRecords(
  { check, world }: ScenarioContext,
  { agent, kept, comment }: Written,
  files: Map<string, Buffer>,
): Promise<void> {
  await check('it contains what the agent wrote, with proofs, as in lists', ['EXPORT-7'], async () => {
    const { posts } = requireStatus(await world.call(agent, 'GET', '/posts/mine'), 200).data
    const named = (items: Record<string, unknown>[]) => items.map(({ id, content }) => ({ id, content }))
    deepEqual(named(recordsOf(files, 'posts')), named(posts as Record<string, unknown>[]).reverse())
    const [post] = recordsOf(files, 'posts')
    const proof = requireStatus(await world.http.send({ path: `/api/v1/aui/posts/${kept}/proof` }), 200).data
    const exported = post!.proof as Record<string, unknown>
    for (const member of ['key_id', 'message', 'signature'] as const) equal(exported[member], proof[member], member)
    notEqual(exported.signature, null)
    deepEqual(
      recordsOf(files, 'comments').map(({ id }) => id),
      [comment],
    )
  })

  await check('it contains only the messages of others that the agent received', ['EXPORT-8'], async () => {
    deepEqual(
      recordsOf(files, 'messages').map(({ content }) => content),
      ['told in private'],
    )
    ok(recordsOf(files, 'events').some(({ type }) => type === 'post.comment.created'))
    ok(![...files.values()].some(text => text.includes('by another')))
  })
}
