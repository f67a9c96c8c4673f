import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { z } from 'zod'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data, Reply } from '../../clients/http.ts'
import { fingerprint, type KeyPair, signMessage } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { timestamp } from '../../schemas/string-formats.ts'
import { unreadable, wrongFor } from '../../steps/challenge-steps.ts'
import type { World } from '../../world.ts'

export const operatorProbation = defineScenario('enrollment challenges', async context => {
  await checkTasks(context)
  await checkFailures(context)
  await checkSignatures(context)
  await checkHolds(context)
  await checkCodes(context)
  await checkLateAnswers(context)
})

const challenge = z.looseObject({
  challenge_id: z.uuid(),
  challenge_version: z.int().min(1),
  timeout_ms: z.int().min(1),
  attempt: z.int().min(1),
  max_attempts: z.literal(4),
  asks: z.string().min(1),
  respond_url: z.url(),
  opens_at: timestamp,
  expires_at: timestamp,
  tasks: z
    .array(
      z
        .looseObject({
          type: z.enum(['structured_reasoning', 'transformation', 'self_description']),
          instruction: z.string().min(1),
          schema: z.looseObject({}),
        })
        .refine(task => 'prompt' in task || 'input' in task, 'has a prompt or an input'),
    )
    .length(3),
})

type Challenge = z.output<typeof challenge>

/** A new agent with the challenge of its enrollment. */
interface Newcomer {
  world: World
  keys: KeyPair
  body: Data
}

async function newcomer(world: World, more: Data = {}): Promise<Newcomer> {
  const keys = await world.keys()
  const handle = world
    .text(world.handle('new'))
    .replace(/[^a-z0-9-]/g, '')
    .slice(0, 30)
  return { world, keys, body: { handle, name: 'Newcomer', public_key_pem: keys.public_key_pem, ...more } }
}

const ask = async ({ world, body }: Newcomer, more: Data = {}): Promise<Challenge> =>
  requireStatus(await world.enroll({ ...body, ...more }), 202).as(challenge)

const nextOf = (reply: Reply, slug: Parameters<typeof requireProblem>[1]): Challenge & Data => {
  requireProblem(reply, slug)
  return { ...reply.data, ...reply.as(challenge) }
}

interface Signed extends Data {
  challenge_id: string
  responses: unknown[]
  timestamp_ms: number
  signature: string
}

function signed({ world, keys }: Newcomer, challenge_id: string, responses: unknown[], offsetMs = 0): Signed {
  const members = { challenge_id, responses, timestamp_ms: world.http.now() + offsetMs }
  const signature = signMessage(JSON.stringify(members), keys.privateKey)
  return { ...members, signature: Buffer.from(signature, 'base64url').toString('base64') }
}

const send = ({ world }: Newcomer, answer: Data): Promise<Reply> =>
  world.http.sendOnce({ method: 'POST', path: '/api/v1/aui/enroll/respond', body: JSON.stringify(answer) })

const respond = (who: Newcomer, { challenge_id }: Challenge, responses: unknown[]): Promise<Reply> =>
  send(who, signed(who, challenge_id, responses))

async function pass(who: Newcomer, asked: Challenge): Promise<Reply> {
  return respond(who, asked, await needsOperator(who.world).answers(asked.challenge_id))
}

const asking = (world: World, run: () => Promise<void>): Promise<void> => needsOperator(world).during('enrollment_challenge', 'on', run)

const inSeconds = async (world: World, seconds: number, run: () => Promise<void>): Promise<void> => {
  const operator = needsOperator(world)
  await operator.clock(seconds)
  try {
    await run()
  } finally {
    await operator.clock(0)
  }
}

/** The seconds until an attempt opens, allowing for clocks that differ slightly. */
const until = (asked: { opens_at: string }, world: World) => Math.max(0, (Date.parse(asked.opens_at) - world.http.now()) / 1000) + 1

async function checkTasks({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a new agent receives three tasks, and is enrolled once they are solved',
    ['ENROLL-62', 'ENROLL-63', 'ENROLL-64', 'ENROLL-65', 'ENROLL-66', 'ENROLL-68', 'ENROLL-69', 'ENROLL-78', 'ENROLL-85', 'CHAL-101'],
    () =>
      asking(world, async () => {
        const who = await newcomer(world)
        const asked = await ask(who)
        equal(asked.attempt, 1)
        deepEqual(
          asked.tasks.map(({ type }) => type),
          ['structured_reasoning', 'transformation', 'self_description'],
        )
        equal(Date.parse(asked.expires_at) - Date.parse(asked.opens_at), asked.timeout_ms)
        const reader = await memberOf(await newcomer(world))
        requireStatus(await world.call(reader, 'GET', `/agents/${who.body.handle}`), 404)
        const { data } = requireStatus(await pass(who, asked), 201)
        deepEqual([data.handle, data.name, data.status], [who.body.handle, 'Newcomer', 'active'])
        equal(z.looseObject({ tier: z.int() }).parse(data.agency_signal).tier, 1)
        timestamp.parse(data.created_at)
        equal(data.key_fingerprint, fingerprint(who.keys.publicKey))
        ok(z.array(z.looseObject({ method: z.string(), path: z.string() })).parse(data.next).length > 0)
        const again = requireStatus(await respond(who, asked, wrongFor(asked.tasks)), 201).data
        equal(again.agent_id, data.agent_id)
        requireStatus(await world.call(reader, 'GET', `/agents/${who.body.handle}`), 200)
      }),
  )
  await check('of several concurrent correct answers one enrolls', ['ENROLL-78'], () =>
    asking(world, async () => {
      const who = await newcomer(world)
      const asked = await ask(who)
      const replies = await Promise.all([1, 2, 3, 4].map(() => pass(who, asked)))
      equal(new Set(replies.map(reply => requireStatus(reply, 201).data.agent_id)).size, 1)
    }),
  )
}

async function memberOf(who: Newcomer) {
  const { agent_id } = requireStatus(await pass(who, await ask(who)), 201).data
  return { agent_id: String(agent_id), handle: String(who.body.handle), name: 'Newcomer', ...who.keys }
}

async function checkFailures({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'each failure has the time of the next attempt, and the fourth locks out',
    ['ENROLL-70', 'ENROLL-71', 'ENROLL-73', 'ENROLL-74', 'ENROLL-78', 'ENROLL-83', 'ENROLL-85'],
    () =>
      asking(world, async () => {
        const who = await newcomer(world)
        let asked = await ask(who)
        for (const [attempt, seconds] of [
          [2, 30],
          [3, 120],
          [4, 600],
        ] as const) {
          const failed = asked
          await inSeconds(world, until(failed, world), async () => {
            const reply = await respond(who, failed, wrongFor(failed.tasks))
            asked = nextOf(reply, 'challenge-failed-retry')
            deepEqual([asked.attempt, reply.data.retry_after_seconds], [attempt, seconds])
            equal(reply.headers['retry-after'], String(seconds))
            notEqual(asked.challenge_id, failed.challenge_id)
            equal(nextOf(await respond(who, failed, wrongFor(failed.tasks)), 'challenge-failed-retry').challenge_id, asked.challenge_id)
            equal(nextOf(await pass(who, asked), 'challenge-too-early').attempt, attempt)
          })
        }
        await inSeconds(world, until(asked, world), async () => {
          const { ends_at } = requireProblem(await respond(who, asked, wrongFor(asked.tasks)), 'enrollment-locked-out')
          ok(Math.abs(Date.parse(String(ends_at)) - world.http.now() - 86_400_000) < 60_000)
          const renamed = { ...who.body, handle: `${who.body.handle}x` }
          equal(requireProblem(await world.enroll(renamed), 'enrollment-locked-out').ends_at, ends_at)
        })
        await inSeconds(world, 86_400 + 1_200, async () => {
          equal((await ask(who)).attempt, 1)
        })
      }),
  )
}

async function checkSignatures({ check, world }: ScenarioContext): Promise<void> {
  await check('an unsigned answer does not count', ['ENROLL-67', 'ENROLL-75', 'ENROLL-92', 'ENROLL-76', 'ENROLL-77'], () =>
    asking(world, async () => {
      const [who, stranger] = [await newcomer(world), await newcomer(world)]
      const asked = await ask(who)
      const { challenge_id } = asked
      const right = signed(who, challenge_id, await needsOperator(world).answers(challenge_id))
      const urlSafe = right.signature.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
      for (const [answer, slug] of [
        [signed(stranger, challenge_id, unreadable), 'aui-signature-verification-failed'],
        [{ ...right, responses: unreadable }, 'aui-signature-verification-failed'],
        [{ ...right, timestamp_ms: right.timestamp_ms + 1 }, 'aui-signature-verification-failed'],
        [{ ...right, signature: urlSafe }, 'aui-signature-malformed'],
        [signed(who, challenge_id, unreadable, -310_000), 'aui-signature-timestamp-expired'],
        [signed(who, challenge_id, unreadable, 310_000), 'aui-signature-timestamp-future'],
        [signed(who, '0199f3c2-6a00-7000-8000-3f1c9d2b7e54', unreadable), 'not-found'],
      ] as const) {
        requireProblem(await send(who, answer), slug)
      }
      requireInvalid(await respond(who, asked, []), '/responses')
      requireInvalid(await respond(who, asked, unreadable), '/responses/0')
      requireStatus(await send(who, right), 201)
    }),
  )
  await check('numbers and member order are signed as written', ['ENROLL-66'], () =>
    asking(world, async () => {
      const who = await newcomer(world)
      const { challenge_id } = await ask(who)
      const responses = '[{"b":1.0,"10":1e-7,"2":12345678901234567890},"ß\\u0001",null]'
      const text = `{"challenge_id":"${challenge_id}","responses":${responses},"timestamp_ms":${world.http.now()}}`
      const signature = Buffer.from(signMessage(text, who.keys.privateKey), 'base64url').toString('base64')
      const spaced = text.replaceAll(',"', ', "')
      const body = `{ "signature" : "${signature}", ${spaced.slice(1)}`
      const reply = await world.http.sendOnce({ method: 'POST', path: '/api/v1/aui/enroll/respond', body })
      requireInvalid(reply, '/responses/0')
    }),
  )
}

async function checkHolds({ check, world }: ScenarioContext): Promise<void> {
  await check('handle and key are reserved, and a repeated request gets the same response', ['ENROLL-79', 'ENROLL-80'], () =>
    asking(world, async () => {
      const [who, other] = [await newcomer(world), await newcomer(world)]
      const asked = await ask(who)
      deepEqual(await ask(who), asked)
      requireProblem(await world.enroll({ ...other.body, handle: who.body.handle }), 'handle-taken')
      const available = `/api/v1/aui/handles/${who.body.handle}/availability`
      equal((await world.http.send({ method: 'GET', path: available })).data.available, false)
      const held = requireProblem(await world.enroll({ ...who.body, handle: other.body.handle }), 'public-key-taken')
      equal(held.held_until, asked.expires_at)
      await inSeconds(world, asked.timeout_ms / 1000 + 1, async () => {
        equal((await world.http.send({ method: 'GET', path: available })).data.available, true)
        equal((await ask(other, { handle: who.body.handle })).attempt, 1)
      })
    }),
  )
  await check('a proof of the key replaces requests by others', ['ENROLL-81'], () =>
    asking(world, async () => {
      const [who, stranger] = [await newcomer(world), await newcomer(world)]
      await ask({ ...stranger, body: { ...stranger.body, public_key_pem: who.body.public_key_pem } })
      requireProblem(await world.enroll(who.body), 'public-key-taken')
      const timestamp_ms = world.http.now()
      const statement = `aui-enroll:v1:${who.body.handle}:${fingerprint(who.keys.publicKey)}:${timestamp_ms}`
      const asked = await ask(who, { timestamp_ms, proof: signMessage(statement, who.keys.privateKey) })
      ok(!('challenge_id' in requireProblem(await world.enroll(who.body), 'public-key-taken')))
      equal(requireStatus(await pass(who, asked), 201).data.handle, who.body.handle)
    }),
  )
}

async function checkCodes({ check, world }: ScenarioContext): Promise<void> {
  await check('an invitation code is reserved meanwhile, and consumed by passing', ['ENROLL-82'], () =>
    asking(world, async () => {
      const operator = needsOperator(world)
      await operator.during('invitation_codes', 'on', async () => {
        const invitation_code = await operator.code()
        const [who, other] = [await newcomer(world, { invitation_code }), await newcomer(world, { invitation_code })]
        const asked = await ask(who)
        requireProblem(await world.enroll(other.body), 'invalid-invitation-code')
        requireStatus(await pass(who, asked), 201)
        requireProblem(await world.enroll(other.body), 'invalid-invitation-code')
      })
    }),
  )
  await check('a code of an expired enrollment can be used again', ['ENROLL-82'], () =>
    asking(world, async () => {
      const operator = needsOperator(world)
      await operator.during('invitation_codes', 'on', async () => {
        const invitation_code = await operator.code()
        const [who, other] = [await newcomer(world, { invitation_code }), await newcomer(world, { invitation_code })]
        const { timeout_ms } = await ask(who)
        await inSeconds(world, timeout_ms / 1000 + 1, async () => {
          equal((await ask(other)).attempt, 1)
        })
      })
    }),
  )
}

async function checkLateAnswers({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'the time starts when an attempt opens, and a late answer counts as failed',
    ['ENROLL-65', 'ENROLL-72', 'ENROLL-83', 'ENROLL-85'],
    () =>
      asking(world, async () => {
        const who = await newcomer(world)
        const first = await ask(who)
        let next = first
        await inSeconds(world, first.timeout_ms / 1000 + 5, async () => {
          next = nextOf(await pass(who, first), 'challenge-timeout')
          deepEqual([next.attempt, next.timeout_ms], [2, first.timeout_ms])
        })
        await inSeconds(world, until(next, world) + next.timeout_ms / 1000 - 5, async () => {
          requireStatus(await pass(who, next), 201)
        })
      }),
  )
}
