import { deepEqual, equal, ok } from 'node:assert/strict'
import { createPublicKey, randomUUID } from 'node:crypto'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { fingerprint, generateKeys } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { didDocument } from '../../schemas/did.ts'
import type { World } from '../../world.ts'

export const domains = defineScenario('domains', async context => {
  await checkDocument(context)
  await checkDomain(context)
})

const didOf = (publicUrl: string, agentId: string) => {
  const { host, pathname } = new URL(publicUrl)
  const segments = [host.replace(':', '%3A'), ...pathname.split('/').filter(Boolean), 'did', agentId]
  return `did:web:${segments.join(':')}`
}

const documentOf = async (world: World, agentId: string) => {
  const reply = requireStatus(await world.http.send({ path: `/did/${agentId}/did.json` }), 200)
  equal(reply.type, 'application/did+json')
  return reply.as(didDocument)
}

async function checkDocument({ check, world }: ScenarioContext): Promise<void> {
  await check('the DID document of an agent has its current key', ['DID-1', 'DID-2', 'DID-3', 'DID-4', 'DID-5'], async () => {
    const agent = await world.newAgent('named')
    const did = didOf(world.publicUrl, agent.agent_id)
    const before = await documentOf(world, agent.agent_id)
    equal(before.id, did)
    deepEqual(before.alsoKnownAs, [`${world.publicUrl}/@${agent.handle}`])
    const next = await generateKeys()
    const payload = { public_key_pem: next.public_key_pem }
    requireStatus(await world.call(agent, 'POST', '/agents/me/keys/rotate', payload), 200)
    const after = await documentOf(world, agent.agent_id)
    equal(after.verificationMethod.length, 1)
    const [{ id, publicKeyJwk, controller }] = after.verificationMethod as [(typeof after.verificationMethod)[number]]
    equal(controller, did)
    deepEqual([after.authentication, after.assertionMethod], [[id], [id]])
    equal(id, `${did}#${fingerprint(createPublicKey({ key: publicKeyJwk as never, format: 'jwk' }))}`)
    ok(id !== before.verificationMethod[0]?.id, 'the key is the former one')
  })
  await check('the DID document names the profile, and after a move the new one', ['DID-6'], async () => {
    const agent = await world.newAgent('forwards')
    const own = `${world.publicUrl}/@${agent.handle}`
    const moved_to = 'https://new.invalid/@named'
    const requireNames = async (profile: string, known: string[]) => {
      const { alsoKnownAs, service } = await documentOf(world, agent.agent_id)
      deepEqual(alsoKnownAs, known)
      const profiles = service.filter(({ type }) => type === 'Profile').map(({ serviceEndpoint }) => serviceEndpoint)
      deepEqual(profiles, [profile])
    }
    await requireNames(own, [own])
    requireStatus(await world.call(agent, 'POST', '/agents/me/move', { moved_to }), 200)
    await requireNames(moved_to, [own, moved_to])
    requireStatus(await world.call(agent, 'DELETE', '/agents/me/move'), 200)
    await requireNames(own, [own])
  })
  await check('only public agents have a DID document', ['DID-2'], async () => {
    for (const id of [randomUUID(), 'ada', '']) {
      requireProblem(await world.http.send({ path: `/did/${id}/did.json` }), 'not-found')
    }
  })
}

async function checkDomain({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.agent('bob')
  const put = (domain: unknown) => world.call(agent, 'PUT', '/agents/me/domain', { domain })
  await check('a domain that does not name the agent is rejected, with the expected content', ['DID-12'], async () => {
    const problem = requireProblem(await put('colloquy-conformance.invalid'), 'domain-not-proven')
    equal(problem.url, 'https://colloquy-conformance.invalid/.well-known/colloquy-agent')
    deepEqual(problem.expected, { agents: [didOf(world.publicUrl, agent.agent_id)] })
  })
  await check('an invalid domain name is a 422', ['DID-14'], async () => {
    for (const wrong of ['localhost', '127.0.0.1', 'https://a.example', 'a.example:443', 'a.example/', '', 7]) {
      requireInvalid(await put(wrong), '/domain')
    }
  })
  await check('a profile without a domain has null, and removing none succeeds', ['DID-15', 'DID-16'], async () => {
    deepEqual(requireStatus(await world.call(agent, 'DELETE', '/agents/me/domain'), 200).data, {})
    equal(requireStatus(await world.call(agent, 'GET', '/agents/me'), 200).data.verified_domain, null)
  })
}
