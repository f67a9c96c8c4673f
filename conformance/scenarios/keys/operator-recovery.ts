import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict'
import { lasting } from '../../assertions/lasting.ts'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import { openSession } from '../../clients/mcp-wire.ts'
import { oddKeys } from '../../clients/odd-keys.ts'
import { callWithToken } from '../../clients/rest.ts'
import { fingerprint, generateKeys, type Identity } from '../../clients/signing.ts'
import { claimsFor, exchange, signAssertion } from '../../clients/token.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as keyShapes from '../../schemas/keys.ts'
import * as notificationShapes from '../../schemas/notifications.ts'
import { callTool, get, profileOf } from '../../steps/agent-steps.ts'
import { type Owned, owned } from '../../steps/owner-steps.ts'
import { eventsOfType, ownProfile, type StartedRecovery, startRecovery } from '../../steps/recovery-steps.ts'
import { until } from '../../until.ts'
import type { World } from '../../world.ts'

const clausesOfOver = clausesBy({
  'its owner withdraws it': ['RECOVER-23', 'RECOVER-26', 'RECOVER-27'],
  'those who run the server end it': ['RECOVER-35', 'RECOVER-26', 'RECOVER-27'],
  'its owner lets it go': ['RECOVER-25', 'RECOVER-26', 'RECOVER-27'],
  'it is disabled': ['RECOVER-24', 'RECOVER-26', 'RECOVER-27'],
})

const second = 1 / (24 * 3600)
const path = '/agents/me/keys/recovery/end'

export const operatorRecovery = defineScenario('recovery of a lost key', async context => {
  await checkBegun(context)
  await checkUnseen(context)
  await checkKeys(context)
  await checkEndedByAgent(context)
  await checkTokens(context)
  await checkEndedOtherwise(context)
  await checkPause(context)
  await checkDone(context)
  await checkRotationNotified(context)
})

const during = (world: World, run: () => Promise<void>) => needsOperator(world).during('key_recovery', 'on', run)

async function checkBegun({ check, world }: ScenarioContext): Promise<void> {
  await check('the agent is notified of a recovery', ['RECOVER-1', 'RECOVER-3', 'RECOVER-4', 'RECOVER-5', 'RECOVER-6'], () =>
    during(world, async () => {
      const { agent, next, owner } = await startRecovery(world, 'rec-told')
      const { key_recovery, key_recovered_at } = await ownProfile(world, agent)
      ok(key_recovery)
      const { key_fingerprint, started_at, completes_at } = key_recovery
      equal(key_fingerprint, fingerprint(next.publicKey))
      ok(Date.parse(completes_at) - Date.parse(started_at) >= 24 * 3_600_000)
      equal(key_recovered_at, null)
      const { meta } = requireStatus(await world.call(agent, 'GET', '/heartbeat'), 200).as(notificationShapes.heartbeat)
      equal(meta.key_ends_at, completes_at)
      equal((await get(world, agent, '/notifications/summary')).key_ends_at, completes_at)
      const [event, ...more] = await eventsOfType(world, agent, 'agent.key_recovery.started')
      deepEqual(more, [])
      const keys = { key_fingerprint, current_key_fingerprint: fingerprint(agent.publicKey) }
      deepEqual(event?.data, { ...keys, started_at, completes_at })
      deepEqual(event?.actor, { kind: 'user', user_id: owner })
    }),
  )
  await check('an agent without a recovery is not notified', ['RECOVER-3', 'RECOVER-5', 'RECOVER-32'], async () => {
    const agent = await world.newAgent('rec-none')
    const { key_recovery, key_recovered_at } = await ownProfile(world, agent)
    deepEqual([key_recovery, key_recovered_at], [null, null])
    equal((await get(world, agent, '/notifications/summary')).key_ends_at, undefined)
  })
}

async function checkUnseen({ check, world }: ScenarioContext): Promise<void> {
  await check('while pending the current key works, the next one does not, and others see nothing', ['RECOVER-2', 'RECOVER-7'], () =>
    during(world, async () => {
      const reader = await world.agent('bob')
      const account = await owned(world, 'rec-seen')
      const { agent, operator } = account
      const seen = async () => lasting(await profileOf(world, reader, agent.agent_id))
      const before = await seen()
      const next = await generateKeys()
      await operator.recover(agent.agent_id, next.public_key_pem)
      deepEqual(await seen(), before)
      requireStatus(await world.call(agent, 'POST', '/ping'), 200)
      requireProblem(await world.call({ ...agent, ...next }, 'POST', '/ping'), 'aui-signature-verification-failed')
    }),
  )
}

async function checkKeys({ check, world }: ScenarioContext): Promise<void> {
  await check('the key is validated as in a rotation', ['RECOVER-1'], () =>
    during(world, async () => {
      const [{ agent, operator }, { public_key_pem }] = [await owned(world, 'rec-odd'), await generateKeys()]
      for (const [what, odd] of oddKeys(public_key_pem)) await rejects(operator.recover(agent.agent_id, odd), what)
      await rejects(operator.recover(agent.agent_id, agent.public_key_pem))
      equal((await ownProfile(world, agent)).key_recovery, null)
    }),
  )
  await check('a pending key is taken: for others, and once for the agent', ['RECOVER-8', 'RECOVER-11'], () =>
    during(world, async () => {
      const { agent, next, operator } = await startRecovery(world, 'rec-taken')
      const { public_key_pem } = next
      const body = { handle: world.handle('rec-new'), name: 'Newcomer', public_key_pem }
      requireProblem(await world.enroll(body), 'public-key-taken')
      const other = await world.newAgent('rec-rota')
      requireProblem(await world.call(other, 'POST', '/agents/me/keys/rotate', { public_key_pem }), 'public-key-taken')
      await rejects(operator.recover(agent.agent_id, (await generateKeys()).public_key_pem))
      const { key_recovery } = await ownProfile(world, agent)
      equal(key_recovery?.key_fingerprint, fingerprint(next.publicKey))
    }),
  )
}

/** Long after the time of the recovery, the agent still has its key. */
async function requireUnchanged(world: World, { operator, agent, heir }: StartedRecovery): Promise<void> {
  equal((await ownProfile(world, agent)).key_recovery, null)
  await operator.inDays(5, async () => {
    requireStatus(await world.call(agent, 'POST', '/ping'), 200)
    requireProblem(await world.call(heir, 'POST', '/ping'), 'aui-signature-verification-failed')
  })
}

async function requireEndNotified(world: World, { agent, next }: StartedRecovery, outcome: string): Promise<void> {
  const [event, ...more] = await eventsOfType(world, agent, 'agent.key_recovery.ended')
  deepEqual(more, [])
  const { ended_at, ...data } = event?.data ?? {}
  deepEqual(data, { key_fingerprint: fingerprint(next.publicKey), outcome })
  match(String(ended_at), /^\d{4}-.*Z$/)
}

async function checkEndedByAgent({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'the agent can cancel it with its key, idempotently',
    ['RECOVER-20', 'RECOVER-26', 'RECOVER-27', 'RECOVER-28', 'RECOVER-36'],
    () =>
      during(world, async () => {
        const begun = await startRecovery(world, 'rec-ends')
        const { agent } = begun
        const end = async () => requireStatus(await world.call(agent, 'POST', path), 200).as(keyShapes.recoveryEnd)
        const ended = await end()
        deepEqual([ended.agent_id, ended.key_fingerprint], [agent.agent_id, fingerprint(agent.publicKey)])
        deepEqual(await end(), ended)
        await requireEndNotified(world, begun, 'agent')
        await requireUnchanged(world, begun)
      }),
  )
}

async function checkTokens({ check, world }: ScenarioContext): Promise<void> {
  await check('only tokens obtained with the key since it started can cancel it', ['RECOVER-21'], () =>
    during(world, async () => {
      const { agent, operator } = await owned(world, 'rec-token')
      const before = await world.newToken(agent)
      await operator.recover(agent.agent_id, (await generateKeys()).public_key_pem)
      requireProblem(await callWithToken(world.http, before, 'POST', path), 'key-proof-outdated')
      const session = await openSession(world.http, before)
      equal((await callTool(session, 'end_key_recovery', {})).isError, true)
      notEqual((await ownProfile(world, agent)).key_recovery, null)
      requireStatus(await callWithToken(world.http, await world.newToken(agent), 'POST', path), 200)
      equal((await ownProfile(world, agent)).key_recovery, null)
    }),
  )
  await check('the tool cancels it, with a token obtained since', ['RECOVER-21', 'RECOVER-36'], () =>
    during(world, async () => {
      const begun = await startRecovery(world, 'rec-tool')
      const session = await openSession(world.http, await world.newToken(begun.agent))
      const { structuredContent } = await callTool(session, 'end_key_recovery', {})
      equal(structuredContent.agent_id, begun.agent.agent_id)
      await requireEndNotified(world, begun, 'agent')
    }),
  )
  await check(
    'a recovery of another agent cannot be cancelled, and without one it is a 404',
    ['RECOVER-28', 'RECOVER-29', 'RECOVER-37', 'RECOVER-38'],
    () =>
      during(world, async () => {
        const [{ agent, operator }, bob] = [await startRecovery(world, 'rec-own'), await world.newAgent('rec-bob')]
        requireProblem(await world.call(bob, 'POST', `/agents/${agent.handle}/keys/recovery/end`), 'not-own-agent')
        requireProblem(await world.call(bob, 'POST', `/agents/${world.handle('nobody')}/keys/recovery/end`), 'not-found')
        requireProblem(await world.call(bob, 'POST', path), 'not-found')
        notEqual((await ownProfile(world, agent)).key_recovery, null)
        await operator.status(agent.agent_id, 'suspended', 'to see whether it may still end it')
        requireStatus(await world.call(agent, 'POST', `/agents/${agent.agent_id}/keys/recovery/end`), 200)
        for (const turn of ['started', 'ended']) equal((await eventsOfType(world, agent, `agent.key_recovery.${turn}`)).length, 1, turn)
      }),
  )
}

async function checkEndedOtherwise({ check, world }: ScenarioContext): Promise<void> {
  const rows: [string, string, (begun: StartedRecovery) => Promise<unknown>][] = [
    ['its owner withdraws it', 'owner', ({ operator, agent }) => operator.endRecovery('withdraw', agent.agent_id)],
    ['those who run the server end it', 'operator', ({ operator, agent }) => operator.endRecovery('end', agent.agent_id)],
    ['its owner lets it go', 'ownership', ({ operator, agent }) => operator.own('release', agent.agent_id)],
    ['it is disabled', 'disabled', disableForAWhile],
  ]
  for (const [what, outcome, end] of rows) {
    await check(`an agent keeps its key where ${what}`, clausesOfOver(what), () =>
      during(world, async () => {
        const begun = await startRecovery(world, `rec-${outcome}`)
        await end(begun)
        await requireEndNotified(world, begun, outcome)
        await requireUnchanged(world, begun)
      }),
    )
  }
  await check('a rotation cancels it, even to the pending key', ['RECOVER-22', 'RECOVER-26', 'RECOVER-27'], () =>
    during(world, async () => {
      const begun = await startRecovery(world, 'rec-turn')
      const { agent, next, heir } = begun
      const { public_key_pem } = next
      requireStatus(await world.call(agent, 'POST', '/agents/me/keys/rotate', { public_key_pem }), 200)
      equal((await ownProfile(world, heir)).key_recovery, null)
      await requireEndNotified(world, { ...begun, agent: heir }, 'rotation')
      equal((await ownProfile(world, heir)).key_recovered_at, null)
    }),
  )
}

async function disableForAWhile({ operator, agent }: StartedRecovery): Promise<void> {
  await operator.status(agent.agent_id, 'disabled', 'to see what ends')
  await operator.status(agent.agent_id, 'active', 'it has ended')
}

/** Cancels as if that many days ago by the server's clock; actions of owners use the true time. */
const endBefore = (world: World, { operator, agent }: Owned, days: number) =>
  operator.inDays(-days, async () => {
    requireStatus(await world.call(agent, 'POST', path), 200)
  })

async function checkPause({ check, world }: ScenarioContext): Promise<void> {
  await check('after a cancelled one the next must wait, and then the key is free', ['RECOVER-12', 'RECOVER-27'], () =>
    during(world, async () => {
      const again = ({ operator, agent, next }: StartedRecovery) => operator.recover(agent.agent_id, next.public_key_pem)
      const waiting = await startRecovery(world, 'rec-pause')
      await endBefore(world, waiting, 3 - 600 * second)
      await rejects(again(waiting))
      const free = await startRecovery(world, 'rec-free')
      await endBefore(world, free, 3 + 60 * second)
      await again(free)
      notEqual((await ownProfile(world, free.agent)).key_recovery, null)
    }),
  )
}

/** A token requested at the server's current time. */
async function tokenNow(world: World, agent: Identity): Promise<string> {
  const iat = Math.floor(world.http.now() / 1000)
  const claims = { ...claimsFor(agent, world.tokenAudience), iat, exp: iat + 300 }
  const reply = await exchange(world.http, await signAssertion(claims, agent.privateKey), 'feed:read')
  return String(requireStatus(reply, 200).data.access_token)
}

async function checkDone({ check, world }: ScenarioContext): Promise<void> {
  await check('when due, the new key is the agent’s, and everything of the previous one ends', ['RECOVER-30', 'RECOVER-33'], () =>
    during(world, async () => {
      const { operator, agent, heir, next } = await startRecovery(world, 'rec-done')
      let token = ''
      await operator.inDays(3 - 1800 * second, async () => {
        requireStatus(await world.call(agent, 'POST', '/ping'), 200)
        token = await tokenNow(world, agent)
        requireStatus(await callWithToken(world.http, token, 'GET', '/agents/me'), 200)
      })
      await operator.inDays(3 + 60 * second, async () => {
        requireProblem(await callWithToken(world.http, token, 'GET', '/agents/me'), 'invalid-token')
        requireProblem(await world.call(agent, 'POST', '/ping'), 'aui-signature-verification-failed')
        equal((await ownProfile(world, heir)).key_fingerprint, fingerprint(next.publicKey))
        requireStatus(await callWithToken(world.http, await tokenNow(world, heir), 'GET', '/agents/me'), 200)
      })
      requireStatus(await world.call(heir, 'POST', '/ping'), 200)
    }),
  )
}

async function checkRotationNotified({ check, world }: ScenarioContext): Promise<void> {
  await check('the agent is notified, and its profile shows the day to everybody', ['RECOVER-31', 'RECOVER-32'], () =>
    during(world, async () => {
      const [{ operator, agent, heir, next }, reader] = [await startRecovery(world, 'rec-day'), await world.agent('bob')]
      const { key_recovery } = await ownProfile(world, agent)
      const { started_at, completes_at } = key_recovery!
      await operator.inDays(3 + 60 * second, async () => {
        equal((await profileOf(world, reader, agent.agent_id)).key_recovered_at, completes_at)
        const own = await ownProfile(world, heir)
        deepEqual([own.key_recovery, own.key_recovered_at], [null, completes_at])
        const keys = {
          key_fingerprint: fingerprint(next.publicKey),
          previous_key_fingerprint: fingerprint(agent.publicKey),
        }
        const [rotated] = await eventsOfType(world, heir, 'agent.key.rotated')
        deepEqual(rotated?.data, { ...keys, rotated_at: completes_at })
        const [completed, ...more] = await eventsOfType(world, heir, 'agent.key_recovery.completed')
        deepEqual(completed?.data, { ...keys, started_at, completed_at: completes_at })
        deepEqual(more, [])
      })
    }),
  )
  await check('a pending recovery completes even if the server no longer allows them', ['RECOVER-34'], async () => {
    let begun: StartedRecovery | undefined
    await during(world, async () => {
      begun = await startRecovery(world, 'rec-off')
    })
    const { operator, agent, heir } = begun!
    await rejects(operator.recover((await owned(world, 'rec-late')).agent.agent_id, (await generateKeys()).public_key_pem))
    await operator.inDays(3 + 60 * second, async () => {
      requireProblem(await world.call(agent, 'POST', '/ping'), 'aui-signature-verification-failed')
      requireStatus(await world.call(heir, 'POST', '/ping'), 200)
      const told = await until(
        () => eventsOfType(world, heir, 'agent.key_recovery.completed'),
        found => found.length > 0,
      )
      equal(told.length, 1)
    })
  })
}
