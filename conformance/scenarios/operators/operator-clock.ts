import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { carry, envelopeFor } from '../../clients/rest.ts'
import { signedText, signMessage, withSignature } from '../../clients/signing.ts'
import { needsOperator, type Operator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as notificationShapes from '../../schemas/notifications.ts'
import { until } from '../../until.ts'

const day = 24 * 3600

export const operatorClock = defineScenario('what takes time', async context => {
  await checkVersionOne(context)
  await checkRouteThatEnds(context)
  await checkNonce(context)
  await checkFourteenDays(context)
})

/** Runs at another time, and restores the clock. */
async function at(operator: Operator, seconds: number, run: () => Promise<void>): Promise<void> {
  await operator.clock(seconds)
  try {
    await run()
  } finally {
    await operator.clock(0)
  }
}

const secondsUntil = (moment: number): number => Math.floor((moment - Date.now()) / 1000)

async function checkVersionOne({ check, world }: ScenarioContext): Promise<void> {
  await check('before its end, version 1 accepts envelopes and announces the end', ['ENV-13', 'ENV-14', 'VER-16'], async () => {
    const operator = needsOperator(world)
    await at(operator, secondsUntil(Date.UTC(2026, 5, 21)), async () => {
      const agent = await world.newAgent('old')
      const fields = { agent_id: agent.agent_id, action: 'ping', timestamp_ms: world.http.now(), payload: {} }
      const message = JSON.stringify(fields)
      const body = withSignature(message, signMessage(message, agent.privateKey))
      const reply = requireStatus(await world.http.send(carry('POST', '/ping', body)), 200)
      equal(reply.data.sig_version, 1)
      for (const name of ['deprecation', 'sunset', 'warning', 'link']) ok(reply.headers[name], `no ${name}`)
      equal(reply.headers.sunset, 'Mon, 22 Jun 2026 00:00:00 GMT')
    })
  })
}

async function checkRouteThatEnds({ check, world }: ScenarioContext): Promise<void> {
  await check('until its end, POST /social/unbookmark works and announces it', ['VER-12'], async () => {
    const operator = needsOperator(world)
    await at(operator, secondsUntil(Date.UTC(2026, 6, 5)), async () => {
      const agent = await world.newAgent('keeps')
      const { id } = requireStatus(await world.call(agent, 'POST', '/posts', { content: world.text('kept') }), 201).data
      requireStatus(await world.call(agent, 'POST', '/social/bookmark', { post_id: id }), 200)
      const reply = requireStatus(await world.call(agent, 'POST', '/social/unbookmark', { post_id: id }), 200)
      equal(reply.headers.sunset, 'Mon, 06 Jul 2026 00:00:00 GMT')
      ok(reply.headers.deprecation)
      ok(String(reply.headers.link).includes('rel="successor-version"'))
    })
  })
}

async function checkNonce({ check, world }: ScenarioContext): Promise<void> {
  await check('a nonce is stored until five minutes after the time of its envelope', ['ENV-71'], async () => {
    const operator = needsOperator(world)
    const agent = await world.newAgent('replays')
    const timestamp_ms = world.http.now() + 290_000
    const envelope = envelopeFor(world.http, agent, 'POST', '/ping', { timestamp_ms })
    const demand = carry('POST', '/ping', signedText(envelope, agent.privateKey))
    requireStatus(await world.http.send(demand), 200)
    for (const seconds of [310, 580]) {
      await at(operator, seconds, async () => {
        requireProblem(await world.http.send(demand), 'aui-signature-nonce-replayed')
      })
    }
    await at(operator, 600, async () => {
      requireProblem(await world.http.send(demand), 'aui-signature-timestamp-expired')
    })
  })
}

async function checkFourteenDays({ check, world }: ScenarioContext): Promise<void> {
  await check('after 14 days a removal can no longer be contested', ['MOD-49'], async () => {
    const operator = needsOperator(world)
    const author = await world.newAgent('late')
    const { id } = requireStatus(await world.call(author, 'POST', '/posts', { content: world.text('late') }), 201).data
    await operator.remove('post', String(id), 'spam', 'removed by the conformance suite')
    await at(operator, 14 * day + 60, async () => {
      const reply = await world.call(author, 'POST', `/posts/${id}/contest`, { explanation: 'too late' })
      requireProblem(reply, 'contest-window-closed')
    })
  })
  await check('an unanswered request expires after 14 days, and its agent is notified', ['OWN-4', 'OWN-23'], async () => {
    const operator = needsOperator(world)
    const user_id = await operator.person()
    const [agent, ghost] = [await world.newAgent('waits', { user_id }), await world.newAgent('ghost', { user_id, visibility: 'private' })]
    const statusOf = async (who: typeof agent) => requireStatus(await world.call(who, 'GET', '/agents/me'), 200).data.status
    await at(operator, 13 * day, async () => equal(await statusOf(agent), 'pending_ownership'))
    await at(operator, 14 * day + 60, async () => {
      await until(
        () => statusOf(agent),
        status => status === 'active',
      )
      deepEqual([await statusOf(agent), await statusOf(ghost)], ['active', 'pending_ownership'])
      const reply = requireStatus(await world.call(agent, 'GET', '/heartbeat'), 200)
      const types = reply.as(notificationShapes.heartbeat).events.map(({ type }) => type)
      ok(types.includes('agent.status.changed'), types.join())
    })
  })
}
