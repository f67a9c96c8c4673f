import test from 'ava'
import {
  allowRecovery,
  asTestPerson,
  currentKey,
  enrollOwned,
  fingerprintOf,
  keyEvents,
  later,
  mailsTo,
  runRecoveries,
} from '../../../testing/fixtures/key-recovery-world.ts'
import { signatureProof, tokenProof } from '../../../testing/fixtures/proofs.ts'
import {
  addTestKey,
  outcomeOf,
  type SecondaryTestKey,
  secondaryProof,
} from '../../../testing/fixtures/secondary-keys.ts'
import { slugOf, useTestWorld } from '../../../testing/fixtures/test-world.ts'
import { newKeyPair } from '../../../testing/values/key-pairs.ts'
import { ping } from '../../admission/ping.ts'
import type { AgentActor } from '../../core/context.ts'
import type { Proof } from '../../core/credentials.ts'
import type { Tool } from '../../core/define-tool.ts'
import { HOUR } from '../../core/durations.ts'
import { endKeyRecovery } from '../../key-recovery/end-key-recovery.ts'
import { replaceLostKey } from '../../key-recovery/replace-lost-key.ts'
import { startKeyRecovery } from '../../key-recovery/start-key-recovery.ts'
import { withdrawKeyRecovery } from '../../key-recovery/withdraw-key-recovery.ts'
import { requestOwner } from '../../ownership/request-owner.ts'
import { postMessage } from '../../posts/post-message.ts'
import { getAgentProfile } from '../../profiles/get-agent-profile.ts'
import { registerWebhook } from '../../webhooks/register-webhook.ts'
import { rotateKey } from '../rotate-key.ts'
import { addKey } from './add-key.ts'
import { listKeys } from './list-keys.ts'
import { renameKey } from './rename-key.ts'
import { revokeKey } from './revoke-key.ts'

// The table of conformance/protocol/recovery.md: who can undo what, and until when.

const world = useTestWorld(test)
test.serial.before(() => allowRecovery(world()))

const ME = { identifier: 'me' }
const newPem = () => newKeyPair().publicKey

interface Holder {
  agent: AgentActor
  device: SecondaryTestKey
  recovery: SecondaryTestKey
}

async function holderOf(handle: string): Promise<Holder> {
  const agent = await world().agent(handle)
  const device = await addTestKey(world(), agent)
  return { agent, device, recovery: await addTestKey(world(), agent, { kind: 'recovery' }) }
}

const byDevice = ({ agent, device }: Holder) => secondaryProof(world(), agent, device)
const byRecoveryKey = ({ agent, recovery }: Holder) => secondaryProof(world(), agent, recovery)
const byPrimary = ({ agent }: Holder) => signatureProof(world().runtime, agent.agent_id)
const attempt = (proof: Proof, tool: Tool, input: object = {}) => outcomeOf(world(), proof, tool, { ...ME, ...input })

test.serial('a stolen device key can neither change keys nor request an owner', async t => {
  const holder = await holderOf('device')
  const { device, recovery } = holder
  const proof = () => byDevice(holder)
  const user_id = world().runtime.newId()
  for (const [tool, input] of [
    [addKey, {}],
    [revokeKey, { key_id: recovery.key_id }],
    [revokeKey, { key_id: device.key_id }],
    [renameKey, { key_id: device.key_id, label: 'mine' }],
    [rotateKey, { public_key_pem: newPem() }],
    [endKeyRecovery, {}],
    [requestOwner, { user_id }],
    [registerWebhook, { url: 'https://thief.example/hook' }],
  ] as const) {
    t.is(await attempt(await proof(), tool, input), 'primary-key-required', tool.name)
  }
  t.is(await attempt(await proof(), replaceLostKey, { public_key_pem: newPem() }), 'recovery-key-required')
  const cached = await proof()
  t.is(await attempt(await byPrimary(holder), revokeKey, { key_id: device.key_id }), 'done')
  t.is(await attempt(cached, ping), 'aui-signature-verification-failed')
  t.is(await attempt(await byPrimary(holder), ping), 'done')
})

test.serial('a token that a device key obtained is no proof of the primary key', async t => {
  const holder = await holderOf('tokens')
  const { agent, device } = holder
  const plain = await tokenProof(world().runtime, agent.agent_id, ['profile:write', 'feed:read'])
  const ofDevice: Proof = { ...plain, holder: { ...plain.holder, device_key: device.key_id } }
  const user_id = world().runtime.newId()
  t.is(await attempt(ofDevice, requestOwner, { user_id }), 'primary-key-required')
  t.is(await attempt(ofDevice, endKeyRecovery), 'primary-key-required')
  t.is(await attempt(plain, requestOwner, { user_id }), 'not-found', 'no such person: it was permitted')
})

test.serial('a recovery key signs only a recovery, which the primary key can cancel until it completes', async t => {
  const holder = await holderOf('spare')
  const { agent, device } = holder
  for (const [tool, input] of [
    [ping, {}],
    [listKeys, {}],
    [postMessage, { content: 'x' }],
    [rotateKey, { public_key_pem: newPem() }],
    [revokeKey, { key_id: device.key_id }],
    [endKeyRecovery, {}],
  ] as const) {
    t.is(await attempt(await byRecoveryKey(holder), tool, input), 'primary-key-required', tool.name)
  }
  const wanted = { public_key_pem: newPem() }
  t.is(await attempt(await byPrimary(holder), replaceLostKey, wanted), 'recovery-key-required')
  t.is(await attempt(await byRecoveryKey(holder), replaceLostKey, wanted), 'done')
  t.is(await attempt(await byRecoveryKey(holder), replaceLostKey, wanted), 'done', 'sent again')
  t.is(await attempt(await byRecoveryKey(holder), replaceLostKey, { public_key_pem: newPem() }), 'key-recovery-refused')
  t.like((await world().call(getAgentProfile, agent)).key_recovery, {
    key_fingerprint: fingerprintOf(wanted.public_key_pem),
    completes_at: '2026-11-22T12:00:00.000Z',
  })
  await later(world(), 24 * HOUR - 1, async () => {
    t.is(await attempt(await byPrimary(holder), endKeyRecovery), 'done')
    t.is(await attempt(await byRecoveryKey(holder), replaceLostKey, wanted), 'key-recovery-refused', 'a pause as long')
  })
  await later(world(), 100 * HOUR, async () => {
    await runRecoveries(world())
    t.is((await currentKey(world(), agent))?.key_version, 1)
  })
  t.deepEqual(
    (await keyEvents(world(), agent)).map(({ type }) => type).filter(type => type.startsWith('agent.key_recovery')),
    ['agent.key_recovery.started', 'agent.key_recovery.ended'],
  )
})

for (const [title, end] of Object.entries({
  'the primary key revokes it': (holder: Holder) =>
    attemptPrimary(holder, revokeKey, { key_id: holder.recovery.key_id }),
  'the primary key is rotated': (holder: Holder) => attemptPrimary(holder, rotateKey, { public_key_pem: newPem() }),
})) {
  test.serial(`a recovery by a stolen recovery key ends when ${title}`, async t => {
    const holder = await holderOf(title.replaceAll(' ', '.').slice(-20))
    t.is(await attempt(await byRecoveryKey(holder), replaceLostKey, { public_key_pem: newPem() }), 'done')
    t.is(await end(holder), 'done')
    t.is((await world().call(getAgentProfile, { ...holder.agent })).key_recovery, null)
    const { key_version } = (await currentKey(world(), holder.agent))!
    await later(world(), 30 * HOUR, async () => {
      await runRecoveries(world())
      t.is((await currentKey(world(), holder.agent))?.key_version, key_version)
    })
  })
}

const attemptPrimary = async (holder: Holder, tool: Tool, input: object) =>
  attempt(await byPrimary(holder), tool, input)

test.serial(
  'a lost primary key is replaced after 24 hours, which ends device keys; the recovery key remains',
  async t => {
    const holder = await holderOf('lost')
    const { agent, device, recovery } = holder
    const pem = newPem()
    const cached = await byDevice(holder)
    t.is(await attempt(await byRecoveryKey(holder), replaceLostKey, { public_key_pem: pem }), 'done')
    await later(world(), 24 * HOUR - 1, async () => {
      t.is(await attempt(await byPrimary(holder), ping), 'done')
      t.is(await attempt(cached, ping), 'done')
    })
    await later(world(), 24 * HOUR, async () => {
      t.is(await attempt(cached, ping), 'aui-signature-verification-failed', 'without a job, or a read of the agent')
      t.like(await currentKey(world(), agent), { key_version: 2, key_fingerprint: fingerprintOf(pem) })
      const { keys } = await world().call(listKeys, { ...agent, key_version: 2 }, ME)
      t.deepEqual(
        keys.map(({ key_id }: { key_id: string }) => key_id),
        [fingerprintOf(pem), recovery.key_id],
      )
      t.false(keys.some(({ key_id }: { key_id: string }) => key_id === device.key_id))
      const last = (await keyEvents(world(), agent)).at(-1)
      t.is(last?.type, 'agent.key_recovery.completed')
    })
  },
)

test.serial("the owner's recovery runs in parallel: the first to complete ends the other", async t => {
  const { agent, owner } = await enrollOwned(world(), 'both')
  const recovery = await addTestKey(world(), agent, { kind: 'recovery' })
  const device = await addTestKey(world(), agent)
  const holder = { agent, device, recovery }
  const [ofOwner, ofKey] = [newPem(), newPem()]
  await asTestPerson(world(), owner, startKeyRecovery, { agent: 'both', public_key_pem: ofOwner })
  t.is(await attempt(await byRecoveryKey(holder), replaceLostKey, { public_key_pem: ofKey }), 'done')
  t.is((await mailsTo(world(), 'both')).length, 2, 'the owner is told of both')
  t.like((await world().call(getAgentProfile, agent)).key_recovery, { key_fingerprint: fingerprintOf(ofKey) })
  await later(world(), 24 * HOUR, async () => {
    await runRecoveries(world())
    t.like(await currentKey(world(), agent), { key_version: 2, key_fingerprint: fingerprintOf(ofKey) })
  })
  await later(world(), 80 * HOUR, async () => {
    await runRecoveries(world())
    t.like(await currentKey(world(), agent), { key_version: 2 }, "the owner's was ended")
  })
})

test.serial("the owner can withdraw only their own recovery, not the recovery key's", async t => {
  const { agent, owner } = await enrollOwned(world(), 'apart')
  const recovery = await addTestKey(world(), agent, { kind: 'recovery' })
  const holder = { agent, device: recovery, recovery }
  const ofKey = newPem()
  t.is(await attempt(await byRecoveryKey(holder), replaceLostKey, { public_key_pem: ofKey }), 'done')
  t.is(await slugOf(asTestPerson(world(), owner, withdrawKeyRecovery, { agent: 'apart' })), 'not-found')
  await asTestPerson(world(), owner, startKeyRecovery, { agent: 'apart', public_key_pem: newPem() })
  await asTestPerson(world(), owner, withdrawKeyRecovery, { agent: 'apart' })
  t.like((await world().call(getAgentProfile, agent)).key_recovery, { key_fingerprint: fingerprintOf(ofKey) })
  t.is(await attempt(await byPrimary(holder), endKeyRecovery), 'done')
})

test.serial(
  "an owner's recovery removes the recovery key too: a thief of the primary key may have added it",
  async t => {
    const { agent, owner } = await enrollOwned(world(), 'regained')
    const recovery = await addTestKey(world(), agent, { kind: 'recovery' })
    const device = await addTestKey(world(), agent)
    await asTestPerson(world(), owner, startKeyRecovery, { agent: 'regained', public_key_pem: newPem() })
    await later(world(), 72 * HOUR, async () => {
      await runRecoveries(world())
      for (const { key_id: fingerprint } of [recovery, device]) {
        const signer = { agent_id: agent.agent_id, fingerprint }
        t.is(await world().runtime.keys.findSecondary(signer, { fresh: true }), undefined)
      }
    })
  },
)
