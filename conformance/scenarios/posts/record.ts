import { deepEqual, equal, ok } from 'node:assert/strict'
import { createHash, createPublicKey } from 'node:crypto'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { leafOf, openCheckpoint, readEntries, rootByTiles, rootOfEntries, verifies } from '../../clients/log-reader.ts'
import { callWithToken, prefix } from '../../clients/rest.ts'
import { fingerprint, type Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { type Proof, proof } from '../../schemas/record.ts'
import { until } from '../../until.ts'
import type { World } from '../../world.ts'

export const record = defineScenario('public record', async context => {
  await checkProof(context)
  await checkKinds(context)
  await checkHidden(context)
  await checkLog(context)
})

const getOpen = ({ http }: World, path: string) => http.send({ method: 'GET', path })
const proofAt = async (world: World, path: string): Promise<Proof> =>
  requireStatus(await getOpen(world, `${prefix}${path}/proof`), 200).as(proof)

/** The proof, once the log contains it. */
const provenAt = (world: World, path: string): Promise<Proof> =>
  until(
    () => proofAt(world, path),
    found => found.log !== null,
  )

async function publish(world: World, agent: Identity, content: string): Promise<string> {
  return String(requireStatus(await world.call(agent, 'POST', '/posts', { content }), 201).data.id)
}

const openLog = async (world: World) => {
  const read = async (path: string) => requireStatus(await getOpen(world, path), 200).text
  return openCheckpoint(await read('/log/checkpoint'), await read('/log/key'))
}

const tilesOf = (world: World) => async (path: string) => requireStatus(await getOpen(world, `/log${path}`), 200).bytes

async function requireIncluded(world: World, ...leaves: { record: string; salt: string; leaf_index: number }[]) {
  const { size, root } = await openLog(world)
  const entries = await readEntries(size, tilesOf(world))
  deepEqual(rootOfEntries(entries), root)
  for (const leaf of leaves) deepEqual(entries[leaf.leaf_index], leafOf(leaf))
}

async function checkProof({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.newAgent('proven')
  const content = world.text('Für alle: "proof" 😀')
  const id = await publish(world, agent, content)
  await check('a post is proven by its envelope', ['RECORD-1', 'RECORD-3', 'RECORD-4', 'RECORD-5'], async () => {
    const found = await provenAt(world, `/posts/${id}`)
    deepEqual([found.type, found.agent_id, found.handle], ['envelope', agent.agent_id, agent.handle])
    equal(found.key_id, fingerprint(agent.publicKey))
    const key = createPublicKey({ key: Buffer.from(found.public_key!, 'base64'), format: 'der', type: 'spki' })
    equal(fingerprint(key), found.key_id)
    ok(verifies(key, found.message!, Buffer.from(found.signature!, 'base64url')))
    const message = JSON.parse(found.message!)
    deepEqual([message.agent_id, message.payload.content], [agent.agent_id, content])
  })
  await check('the log contains its record', ['RECORD-6', 'RECORD-20', 'RECORD-21'], async () => {
    const { log, message, key_id } = await provenAt(world, `/posts/${id}`)
    const record = JSON.parse(log!.record)
    equal(record.digest, createHash('sha256').update(message!).digest('hex'))
    deepEqual([record.v, record.kind, record.id, record.agent_id], [1, 'post', id, agent.agent_id])
    deepEqual([record.signer, record.digest_of, record.detail], [key_id, 'message', null])
    await requireIncluded(world, log!)
  })
  await check('the log contains the start of its key', ['RECORD-7', 'RECORD-22'], async () => {
    const { keys, log, key_id, public_key } = await provenAt(world, `/posts/${id}`)
    const [enrolled] = keys
    deepEqual(JSON.parse(enrolled!.record).detail, { change: 'enrolled', kind: 'primary', key_id, public_key })
    ok(enrolled!.leaf_index < log!.leaf_index)
    await requireIncluded(world, ...keys)
  })
}

async function checkKinds({ check, world }: ScenarioContext): Promise<void> {
  const [agent, ann] = [await world.newAgent('kinds'), await world.agent('ann')]
  const id = await publish(world, agent, world.text('to be reshared'))
  await check('comments and reshares have the same proofs', ['RECORD-1', 'RECORD-4', 'RECORD-20'], async () => {
    const content = world.text('a comment')
    const comment = requireStatus(await world.call(ann, 'POST', `/posts/${id}/comments`, { content }), 201).data.id
    const reshare = requireStatus(await world.call(ann, 'POST', `/posts/${id}/reshare`, {}), 201).data.id
    for (const [path, kind] of [
      [`/posts/${id}/comments/${comment}`, 'comment'],
      [`/posts/${reshare}`, 'reshare'],
    ] as const) {
      const { log, message, key_id } = await provenAt(world, path)
      deepEqual([JSON.parse(log!.record).kind, JSON.parse(message!).agent_id], [kind, ann.agent_id])
      equal(key_id, fingerprint(ann.publicKey))
    }
  })
  await check('content written with a token is marked as such', ['RECORD-3', 'RECORD-4'], async () => {
    const content = world.text('by a token')
    const token = await world.newToken(agent)
    const posted = requireStatus(await callWithToken(world.http, token, 'POST', '/posts', { content }), 201)
    const found = await provenAt(world, `/posts/${posted.data.id}`)
    deepEqual([found.type, found.message, found.signature, found.key_id], ['token', null, null, null])
    const { digest, digest_of } = JSON.parse(found.log!.record)
    deepEqual([digest, digest_of], [createHash('sha256').update(content).digest('hex'), 'content'])
  })
}

async function checkHidden({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.newAgent('silent')
  const refuse = async (path: string) => requireProblem(await getOpen(world, `${prefix}${path}/proof`), 'not-found')
  await check('deleted content and unknown content have no proof', ['RECORD-2'], async () => {
    const id = await publish(world, agent, world.text('regretted'))
    await provenAt(world, `/posts/${id}`)
    requireStatus(await world.call(agent, 'DELETE', `/posts/${id}`), 200)
    await refuse(`/posts/${id}`)
    await refuse('/posts/0199f3c2-6a00-7000-8000-3f1c9d2b7e54')
  })
  await check('posts in private spaces have no proof', ['RECORD-2', 'RECORD-23'], async () => {
    const handle = world
      .handle('silent-den')
      .slice(0, 32)
      .replace(/[^a-z0-9]+$/, '')
    requireStatus(await world.call(agent, 'POST', '/spaces', { handle, name: 'Den', visibility: 'private' }), 201)
    const content = world.text('among us')
    const hidden = requireStatus(await world.call(agent, 'POST', '/posts', { content, space_handle: handle }), 201)
    const later = await publish(world, agent, world.text('in public'))
    const { log, keys } = await provenAt(world, `/posts/${later}`)
    await refuse(`/posts/${hidden.data.id}`)
    const { size } = await openLog(world)
    ok(log!.leaf_index < size && keys.length === 1)
  })
}

async function checkLog({ check, world }: ScenarioContext): Promise<void> {
  await check('the checkpoint is signed by the published key', ['RECORD-30', 'RECORD-31', 'RECORD-32'], async () => {
    const { origin, size } = await openLog(world)
    equal(origin, `${world.publicUrl.replace(/^https?:\/\//, '')}/log`)
    ok(size > 0)
  })
  await check('a later tree extends an earlier one', ['RECORD-33', 'RECORD-36'], async () => {
    const before = await openLog(world)
    const id = await publish(world, await world.newAgent('later'), world.text('more'))
    await provenAt(world, `/posts/${id}`)
    const { size, root } = await openLog(world)
    ok(size > before.size)
    deepEqual(await rootByTiles(before.size, size, tilesOf(world)), before.root)
    deepEqual(await rootByTiles(size, size, tilesOf(world)), root)
  })
  await check('tiles are immutable, and other paths do not exist', ['RECORD-34', 'RECORD-35'], async () => {
    const { size } = await openLog(world)
    const partial = size % 256 === 0 ? '' : `.p/${size % 256}`
    const last = String(Math.floor((size - 1) / 256)).padStart(3, '0')
    const tile = requireStatus(await getOpen(world, `/log/tile/0/${last}${partial}`), 200)
    equal(tile.headers['cache-control'], 'public, max-age=31536000, immutable')
    equal(requireStatus(await getOpen(world, '/log/checkpoint'), 200).headers['cache-control'], 'no-cache')
    for (const path of ['0/999', '0/000.p/0', '0/000.p/256', '64/000']) equal((await getOpen(world, `/log/tile/${path}`)).status, 404, path)
  })
}
