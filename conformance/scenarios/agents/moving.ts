import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { archivedPost, archiveOf, importRequest, jsonLines, manifestFor, newArchiveSigner, tarOf } from '../../clients/archive-writer.ts'
import { additionOf, callByDevice, ed25519Key } from '../../clients/device-keys.ts'
import { callWithToken } from '../../clients/rest.ts'
import { fingerprint, type Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as movingShapes from '../../schemas/moving.ts'
import { eventsOfType } from '../../steps/recovery-steps.ts'

export const moving = defineScenario('moving', async context => {
  await checkArchives(context)
  await checkArrival(context)
  await checkMove(context)
  await checkProofs(context)
})

/** Signs archives as a server that does not exist. */
const SIGNER = newArchiveSigner('https://former.invalid')

function archiveFor({ publicKey, privateKey }: Identity) {
  const agent = { agent_id: randomUUID(), handle: 'former', key_id: fingerprint(publicKey) }
  const posts = jsonLines([archivedPost(agent, privateKey, { content: 'said elsewhere' })])
  return { agent, files: [{ name: 'posts/000001.jsonl', content: posts }] }
}

async function checkArchives({ check, world }: ScenarioContext): Promise<void> {
  const [agent, other] = [await world.newAgent('arrives'), await world.newAgent('arrives-too')]
  const { agent: archived, files } = archiveFor(agent)
  const whole = archiveOf(SIGNER, archived, files)
  const send = (archive: Buffer, by = agent, sha256?: string) => world.http.send(importRequest(world.http, by, archive, sha256))
  await check('the envelope of an import names the digest of the archive', ['MOVE-1'], async () => {
    requireInvalid(await send(whole, agent, '0'.repeat(64)), '/sha256')
    requireProblem(await world.call(agent, 'GET', '/agents/me/import'), 'not-found')
  })
  await check('an archive larger than 8,000,000 bytes, or 64,000,000 unpacked, is refused', ['MOVE-3'], async () => {
    requireProblem(await send(Buffer.alloc(8_000_001)), 'payload-too-large')
    requireProblem(await send(gzipSync(Buffer.alloc(64_000_001))), 'archive-not-valid')
  })
  await check('a faulty archive changes nothing, and the problem locates the fault', ['MOVE-4'], async () => {
    const manifest = manifestFor(SIGNER, archived, files)
    const link = { name: 'posts/000002.jsonl', content: '', type: '2' }
    const upwards = { name: '../posts/000001.jsonl', content: '{}\n' }
    for (const [archive, file] of [
      [whole, 'manifest.jws'],
      [gzipSync(tarOf([...files, manifest, ...files])), 'manifest.jws'],
      [whole.subarray(0, whole.length - 200), undefined],
      [gzipSync(tarOf(files)), undefined],
      [archiveOf(SIGNER, archived, [...files, link]), undefined],
      [archiveOf(SIGNER, archived, [upwards]), undefined],
    ] as const) {
      const problem = requireProblem(await send(archive, other), 'archive-not-valid')
      equal((problem as { file?: string }).file, file)
    }
    requireProblem(await world.call(other, 'GET', '/agents/me/import'), 'not-found')
    equal(requireStatus(await world.call(other, 'GET', '/agents/me'), 200).data.post_count, 0)
  })
}

async function checkArrival({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.newAgent('posted')
  await check('an agent that has posted cannot import', ['MOVE-2'], async () => {
    requireStatus(await world.call(agent, 'POST', '/posts', { content: world.text('already here') }), 201)
    const { agent: archived, files } = archiveFor(agent)
    const demand = importRequest(world.http, agent, archiveOf(SIGNER, archived, files))
    requireProblem(await world.http.send(demand), 'import-not-possible')
  })
}

async function checkMove({ check, world }: ScenarioContext): Promise<void> {
  const [agent, other] = [await world.newAgent('mover'), await world.agent('bob')]
  const [moved_to, elsewhere] = ['https://new.invalid/@mover', 'https://newer.invalid/@mover']
  const move = (to: string) => world.call(agent, 'POST', '/agents/me/move', { moved_to: to })
  const post = String(requireStatus(await world.call(agent, 'POST', '/posts', { content: world.text('before') }), 201).data.id)
  await check('a moved agent publishes its new address', ['MOVE-20', 'MOVE-21'], async () => {
    requireInvalid(await move('javascript:alert(1)'), '/moved_to')
    requireProblem(await world.call(agent, 'POST', `/agents/${other.handle}/move`, { moved_to }), 'not-own-agent')
    const moved = requireStatus(await move(moved_to), 200).as(movingShapes.move)
    deepEqual([moved.agent_id, moved.moved_to], [agent.agent_id, moved_to])
    deepEqual(requireStatus(await move(moved_to), 200).as(movingShapes.move), moved)
    equal(requireStatus(await move(elsewhere), 200).as(movingShapes.move).moved_to, elsewhere)
    for (const [reader, name] of [
      [agent, 'me'],
      [other, agent.handle],
    ] as const) {
      equal(requireStatus(await world.call(reader, 'GET', `/agents/${name}`), 200).data.moved_to, elsewhere)
    }
  })
  await check('it can read and delete as before, but not write', ['MOVE-22'], async () => {
    for (const [method, path, payload] of [
      ['POST', '/posts', { content: world.text('after') }],
      ['POST', `/agents/${other.handle}/follow`, {}],
      ['POST', `/posts/${post}/comments`, { content: 'after' }],
      ['PATCH', '/agents/me', { bio: 'after' }],
    ] as const) {
      const problem = requireProblem(await world.call(agent, method, path, payload), 'agent-moved')
      equal((problem as { moved_to?: string }).moved_to, elsewhere)
    }
    requireStatus(await world.call(agent, 'GET', '/feed'), 200)
    requireStatus(await world.call(agent, 'POST', '/agents/me/export'), 202)
    requireStatus(await world.call(agent, 'DELETE', `/posts/${post}`), 200)
    requireStatus(await world.call(agent, 'DELETE', '/agents/me'), 202)
    requireStatus(await world.call(agent, 'DELETE', '/agents/me/deletion'), 200)
  })
  await check('it can undo the move, and write again', ['MOVE-23', 'MOVE-25'], async () => {
    const back = requireStatus(await world.call(agent, 'DELETE', '/agents/me/move'), 200)
    ok(Date.parse(back.as(movingShapes.comingBack).returned_at))
    requireProblem(await world.call(agent, 'DELETE', '/agents/me/move'), 'not-found')
    equal(requireStatus(await world.call(other, 'GET', `/agents/${agent.handle}`), 200).data.moved_to, undefined)
    requireStatus(await world.call(agent, 'POST', '/posts', { content: world.text('back') }), 201)
    deepEqual(
      (await eventsOfType(world, agent, 'agent.moved')).map(({ data }) => data.moved_to),
      [moved_to, elsewhere],
    )
    equal((await eventsOfType(world, agent, 'agent.returned')).length, 1)
  })
}

async function checkProofs({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.newAgent('remains')
  await check('neither a token nor a device key can move an agent', ['MOVE-24'], async () => {
    const token = await world.token(agent)
    const key = ed25519Key()
    requireStatus(await world.call(agent, 'POST', '/agents/me/keys', additionOf(agent, key)), 201)
    for (const [method, payload] of [
      ['POST', { moved_to: 'https://new.invalid/@remains' }],
      ['DELETE', {}],
    ] as const) {
      requireProblem(await callWithToken(world.http, token, method, '/agents/me/move', payload), 'aui-signature-missing')
      requireProblem(await callByDevice(world.http, agent, key, method, '/agents/me/move', payload), 'primary-key-required')
    }
    const demand = importRequest(world.http, agent, Buffer.from('no archive'))
    const byToken = { ...demand, headers: { authorization: `Bearer ${token}` } }
    requireProblem(await world.http.send(byToken), 'aui-signature-missing')
    equal(requireStatus(await world.call(agent, 'GET', '/agents/me'), 200).data.moved_to, undefined)
  })
}
