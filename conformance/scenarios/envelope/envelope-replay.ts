import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { requireProblem, requireStatus, type Slug } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Reply, RequestSpec } from '../../clients/http.ts'
import { carry, envelopeFor } from '../../clients/rest.ts'
import { type Envelope, freshNonce, type Identity, signedText } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext, skip } from '../../scenario.ts'
import * as admissionShapes from '../../schemas/admission.ts'
import type { World } from '../../world.ts'

const clausesOfWindow = clausesBy({
  'five minutes and three seconds old': ['ENV-63', 'ENV-80'],
  '* the epoch': ['ENV-63', 'ENV-80'],
  '* ahead': ['ENV-64', 'ENV-81'],
})

const edgeMs = 300_000
/** Allows for the transfer time, and for clocks that are read at different moments. */
const marginMs = 3_000
const mostTurns = 10

export const envelopeReplay = defineScenario('envelope: time and nonces', async context => {
  checkRemembered(context)
  await checkTime(context)
  await checkServerTime(context)
  await checkReplay(context)
  await checkParallel(context)
  await checkNonceRules(context)
  await checkAgent(context)
})

/** What is checked to the second requires a response within a second. */
async function promptly(send: () => Promise<Reply>): Promise<Reply> {
  for (let turn = 0; turn < mostTurns; turn++) {
    const start = performance.now()
    const reply = await send()
    if (performance.now() - start < marginMs / 2) return reply
  }
  return skip(`no answer comes within ${marginMs / 2} ms`)
}

async function checkTime({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const pinged = await promptly(() => world.call(ann, 'POST', '/ping'))
  const skew = pinged.as(admissionShapes.ping).server_time_ms - Date.now()
  const send = (offset: number) => promptly(() => world.http.send(ping(world, ann, { timestamp_ms: Date.now() + skew + offset })))
  for (const offset of [-edgeMs + marginMs, edgeMs - marginMs]) {
    await check(`an envelope dated ${offset} ms from now is fresh`, ['ENV-62'], async () => {
      requireStatus(await send(offset), 200)
    })
  }
  const refused: [string, number, Slug][] = [
    ['five minutes and three seconds old', -edgeMs - marginMs, 'aui-signature-timestamp-expired'],
    ['five minutes and three seconds ahead', edgeMs + marginMs, 'aui-signature-timestamp-future'],
    ['at the epoch', -Date.now() - skew, 'aui-signature-timestamp-expired'],
    ['before the epoch', -Date.now() - skew - 1e9, 'aui-signature-timestamp-expired'],
    ['thirty thousand years ahead', 1e15, 'aui-signature-timestamp-future'],
  ]
  for (const [when, offset, slug] of refused) {
    await check(`an envelope dated ${when} is refused`, clausesOfWindow(when), async () => {
      requireProblem(await send(offset), slug)
    })
  }
}

async function checkServerTime({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  await check('an error for its time has the server time', ['ENV-65'], async () => {
    const before = requireStatus(await world.call(ann, 'POST', '/ping'), 200).as(admissionShapes.ping).server_time_ms
    for (const offset of [-2 * edgeMs, 2 * edgeMs]) {
      const reply = await world.http.send(ping(world, ann, { timestamp_ms: before + offset }))
      const slug = offset < 0 ? 'aui-signature-timestamp-expired' : 'aui-signature-timestamp-future'
      const serverTime = Number(requireProblem(reply, slug).server_time_ms)
      ok(serverTime >= before - 1_000 && serverTime < before + 60_000, `${serverTime} after ${before}`)
    }
  })
  await check('ping returns the server time and the offset of the envelope', ['ENV-103', 'ENV-104'], async () => {
    const timestamp_ms = Date.now() - 100_000
    const { data } = requireStatus(await world.http.send(ping(world, ann, { timestamp_ms })), 200)
    equal(data.clock_skew_ms, timestamp_ms - Number(data.server_time_ms))
    deepEqual([data.ok, data.pong, data.sig_version], [true, true, 2])
    ok(Number.isInteger(data.server_time_ms))
  })
}

/** Longer than a cache that forgets within seconds. */
const laterMs = 6_000
/** A margin that a slow machine does not exceed. */
const widestMarginMs = 60_000

function checkRemembered({ background }: ScenarioContext): void {
  background('seconds later an envelope is still a replay, whatever its date', ['ENV-66', 'ENV-71'], async world => {
    const ann = await world.newAgent('remembered')
    const dates = [-edgeMs + widestMarginMs, 0, edgeMs - widestMarginMs].map(offset => Date.now() + offset)
    const demands = dates.map(timestamp_ms => ping(world, ann, { timestamp_ms }))
    for (const demand of demands) requireStatus(await world.http.send(demand), 200)
    await pause(laterMs)
    for (const demand of demands) requireProblem(await world.http.send(demand), 'aui-signature-nonce-replayed')
  })
}

async function checkReplay({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  await check('the same envelope again is a replay', ['ENV-66', 'ENV-84'], async () => {
    const demand = ping(world, ann)
    requireStatus(await world.http.send(demand), 200)
    requireProblem(await world.http.send(demand), 'aui-signature-nonce-replayed')
    requireProblem(await world.http.send(demand), 'aui-signature-nonce-replayed')
  })
  await check('an envelope dated ahead is a replay as well', ['ENV-66', 'ENV-84'], async () => {
    const demand = ping(world, ann, { timestamp_ms: Date.now() + edgeMs - 10_000 })
    requireStatus(await world.http.send(demand), 200)
    requireProblem(await world.http.send(demand), 'aui-signature-nonce-replayed')
  })
  await check('a nonce used for another message is a replay', ['ENV-66', 'ENV-84'], async () => {
    const nonce = freshNonce()
    requireStatus(await world.http.send(ping(world, ann, { nonce })), 200)
    requireProblem(await world.http.send(ping(world, ann, { nonce, action: 'other' })), 'aui-signature-nonce-replayed')
  })
}

async function checkParallel({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  await check('of sixteen concurrent identical envelopes, exactly one succeeds', ['ENV-68', 'ENV-84'], async () => {
    const demand = ping(world, ann)
    const replies = await Promise.all(Array.from({ length: 16 }, () => world.http.send(demand)))
    const statuses = replies.map(reply => reply.status).sort()
    deepEqual(statuses, [200, ...Array.from({ length: 15 }, () => 401)])
    for (const reply of replies) if (reply.status === 401) requireProblem(reply, 'aui-signature-nonce-replayed')
  })
  await check('sixteen concurrent different envelopes all succeed', ['ENV-68'], async () => {
    const demands = Array.from({ length: 16 }, () => ping(world, ann))
    const replies = await Promise.all(demands.map(demand => world.http.send(demand)))
    ok(
      replies.every(reply => reply.status === 200),
      replies.map(reply => reply.status).join(' '),
    )
  })
}

async function checkNonceRules({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')]
  await check('two agents may use the same nonce', ['ENV-67'], async () => {
    const nonce = freshNonce()
    requireStatus(await world.http.send(ping(world, ann, { nonce })), 200)
    requireStatus(await world.http.send(ping(world, bob, { nonce })), 200)
  })
  await check('a failed verification does not consume the nonce', ['ENV-42', 'ENV-69'], async () => {
    const nonce = freshNonce()
    const forged = { ...ann, privateKey: bob.privateKey }
    requireProblem(await world.http.send(ping(world, forged, { nonce })), 'aui-signature-verification-failed')
    requireStatus(await world.http.send(ping(world, ann, { nonce })), 200)
  })
  await check('a request that was rejected as invalid has consumed its nonce', ['ENV-70'], async () => {
    const envelope = envelopeFor(world.http, ann, 'POST', '/posts', { payload: '{"content":1}' })
    const demand = carry('POST', '/posts', signedText(envelope, ann.privateKey))
    requireProblem(await world.http.send(demand), 'validation-error')
    requireProblem(await world.http.send(demand), 'aui-signature-nonce-replayed')
  })
}

async function checkAgent({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  await check('an unknown agent has its own problem', ['ENV-73', 'ENV-82'], async () => {
    const stranger = { ...ann, agent_id: randomUUID() }
    requireProblem(await world.http.send(ping(world, stranger)), 'aui-signature-agent-not-found')
  })
}

function ping(world: World, identity: Identity, changes: Partial<Envelope> = {}): RequestSpec {
  return carry('POST', '/ping', signedText(envelopeFor(world.http, identity, 'POST', '/ping', changes), identity.privateKey))
}
