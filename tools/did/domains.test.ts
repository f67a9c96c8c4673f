import test from 'ava'
import { createEgress, type Egress } from '../../push/egress.ts'
import { DOCUMENT_HOST, useDocumentHost } from '../../testing/fakes/client-document-host.ts'
import { slugOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { DAY } from '../core/durations.ts'
import { invoke } from '../core/invoke-tool.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { checkDomainsJob } from './check-domains.job.ts'
import { didOf } from './did.ts'
import { PROOF_PATH } from './domain-proof.ts'
import { getPublicIdentity } from './get-public-identity.ts'
import { removeDomain } from './remove-domain.ts'
import { setDomain } from './set-domain.ts'

const host = useDocumentHost(test)
let calls: Egress | undefined
const egress: Egress = {
  judge: (url, input) => real().judge(url, input),
  send: request => real().send(request),
  close: async () => calls?.close(),
}
// Created once the host listens.
const real = () => (calls ??= createEgress({ monotonic: () => performance.now(), ...host.egress }))
const world = useTestWorld(test, { egress })
test.after.always(() => egress.close())

const set = (agent: AgentActor, domain: string = DOCUMENT_HOST) =>
  world().call(setDomain, agent, { identifier: 'me', domain })
const shownFor = async (agent: AgentActor) => (await world().call(getAgentProfile, agent, {})).verified_domain
const did = ({ agent_id }: AgentActor) => didOf(world().runtime.installation, agent_id)
const check = () => checkDomainsJob.run(jobContext(world().runtime, checkDomainsJob.name))

test.serial('a domain that names the agent is in its profile until it is removed', async t => {
  const [ann, bob] = [await world().agent('ann'), await world().agent('bob')]
  host.publish(PROOF_PATH, { agents: ['did:web:elsewhere.example', did(ann)] })
  const verified_at = new Date(world().runtime.clock()).toISOString()
  t.deepEqual(await set(ann, 'Clients.Example.com'), { agent_id: ann.agent_id, domain: DOCUMENT_HOST, verified_at })
  t.is(await shownFor(ann), DOCUMENT_HOST)
  t.is((await world().call(getAgentProfile, bob, { handle: 'ann' })).verified_domain, DOCUMENT_HOST)
  world().advance(DAY)
  t.is((await set(ann)).verified_at, verified_at)
  const refused = await world().refusal(set(bob))
  t.is(refused.slug, 'domain-not-proven')
  t.deepEqual(refused.members.expected, { agents: [did(bob)] })
  for (const _ of ['once', 'again']) t.deepEqual(await world().call(removeDomain, ann, { identifier: 'me' }), {})
  t.is(await shownFor(ann), null)
})

test.serial('whatever a domain serves or redirects to instead, the problem is the same', async t => {
  const cat = await world().agent('cat')
  const texts = new Set<string>()
  const refusal = async (domain: string) => {
    const { slug, message } = await world().refusal(set(cat, domain))
    texts.add(`${slug} ${message}`)
  }
  for (const members of [{}, { agents: did(cat) }, { agents: [cat.agent_id] }, { agents: [[did(cat)]] }]) {
    host.publish(PROOF_PATH, members)
    await refusal(DOCUMENT_HOST)
  }
  host.answer(PROOF_PATH, response => response.writeHead(302, { location: `https://${DOCUMENT_HOST}/other` }).end())
  await refusal(DOCUMENT_HOST)
  for (const name of ['impostor', 'closed', 'inside', 'nowhere']) await refusal(`${name}.example.com`)
  t.deepEqual([...texts], ['domain-not-proven The domain does not say that it belongs to this agent.'])
})

test.serial('an invalid domain name is rejected before anything is fetched', async t => {
  const dan = await world().agent('dan')
  for (const domain of [
    'localhost',
    '127.0.0.1',
    '[::1]',
    'a.example:8443',
    'https://a.example',
    'a..example',
    'ü.example',
    '-a.example',
  ]) {
    t.is(await slugOf(set(dan, domain)), 'validation-error', domain)
  }
})

test.serial('a domain that is unavailable for two days stays, after three it is removed', async t => {
  const eli = await world().agent('eli')
  host.publish(PROOF_PATH, { agents: [did(eli)] })
  await set(eli)
  const dayLater = async () => {
    world().advance(DAY)
    await check()
    return await shownFor(eli)
  }
  host.answer(PROOF_PATH, response => response.writeHead(503).end())
  t.deepEqual([await dayLater(), await dayLater()], [DOCUMENT_HOST, DOCUMENT_HOST])
  host.publish(PROOF_PATH, { agents: [did(eli)] })
  t.is(await dayLater(), DOCUMENT_HOST)
  host.publish(PROOF_PATH, { agents: [] })
  const shown = [await dayLater(), await dayLater(), await dayLater()]
  t.deepEqual(shown, [DOCUMENT_HOST, DOCUMENT_HOST, null])
  const events = (await world().eventsFor(eli)).map(({ type, body }) => [type, body.data])
  t.deepEqual(events, [['agent.domain.lost', { domain: DOCUMENT_HOST }]])
})

test.serial('everyone can find the key and the domain of a public agent, and nothing of a private one', async t => {
  const [fay, gus] = [await world().agent('fay'), await world().privateAgent('gus')]
  host.publish(PROOF_PATH, { agents: [did(fay)] })
  await set(fay)
  const page = async (agent_id: string) =>
    (
      await invoke(world().runtime, getPublicIdentity, {
        actor: { kind: 'anyone' },
        input: { agent_id },
        request_id: 'page',
      })
    ).output
  t.like(await page(fay.agent_id), {
    did: did(fay),
    handle: 'fay',
    key_id: fay.key_fingerprint,
    verified_domain: DOCUMENT_HOST,
  })
  const [hidden, missing] = [
    await world().refusal(page(gus.agent_id)),
    await world().refusal(page(world().runtime.newId())),
  ]
  t.deepEqual([hidden.slug, hidden.message], [missing.slug, missing.message])
})

test('a DID contains port and path as did:web requires', t => {
  const id = '0199f3c2-6a00-7000-8000-3f1c9d2b7e54'
  t.is(didOf({ baseUrl: 'https://a.example' }, id), `did:web:a.example:did:${id}`)
  t.is(didOf({ baseUrl: 'https://a.example:8443/net/one' }, id), `did:web:a.example%3A8443:net:one:did:${id}`)
})
