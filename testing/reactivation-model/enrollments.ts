import { strict as assert } from 'node:assert'
import { SQL } from 'sql-template-strings'
import { deleteExpired } from '../../storage/jobs/retention.ts'
import { DAY, HOUR, SECOND } from '../../tools/core/durations.ts'
import { enrollAgent } from '../../tools/enrollment/enroll-agent.ts'
import { respondToEnrollmentChallenge } from '../../tools/enrollment/respond-to-enrollment-challenge.ts'
import { requirePublicKey } from '../../tools/keys/registered-key.ts'
import { findWrongAnswers } from '../fixtures/challenge-answers.ts'
import { proofOf, rightFor, signedResponse } from '../fixtures/enrollment-responses.ts'
import { keyPairOf, type TestWorld, type ToolOutcome } from '../fixtures/test-world.ts'
import type { Model, ModelStep } from './model.ts'

/** The failures of the key, and the state of its enrollment; `named` if somebody else enrolls the key. */
interface Enrolling {
  failures: number
  phase: 'none' | 'named' | 'waiting' | 'open' | 'late' | 'locked' | 'member'
}

interface Stage {
  name: string
  /** The last challenge returned. */
  challenge: ToolOutcome
}

const failed = (failures: number): Enrolling => ({ failures, phase: failures < 4 ? 'waiting' : 'locked' })

const COUNTED = ['enrollment_failures', 'pending_enrollment', 'enrollment_challenge'] as const

let count = 0

const actsOf = (world: TestWorld) => {
  const { db, runtime, advance, callOpen, refusal } = world
  const enroll = ({ name }: Stage, more: object = {}) =>
    callOpen(enrollAgent, { handle: name, name, public_key_pem: keyPairOf(name).publicKey, ...more })
  const respond = ({ name, challenge }: Stage, responses: unknown[]) =>
    callOpen(respondToEnrollmentChallenge, signedResponse(world, name, challenge.challenge_id, responses))
  const pass = async (stage: Stage) => respond(stage, await rightFor(world, stage.challenge.challenge_id))
  const fail = async (stage: Stage) => respond(stage, await findWrongAnswers(db, stage.challenge.challenge_id))
  const lockedFor = async (stage: Stage, call: Promise<unknown>) => {
    const { slug, members } = await refusal(call)
    const seconds = members.retry_after_seconds
    assert(typeof seconds === 'number' && seconds > 0, `${slug} names no time`)
    if (slug !== 'enrollment-locked-out' && slug !== 'public-key-taken') stage.challenge = members
    return seconds
  }
  /** Requests a second too early, which the server refuses with the remaining second, then waits until that has passed. */
  const waitFor = async (stage: Stage, seconds: number, ask: () => Promise<unknown>) => {
    advance((seconds - 1) * SECOND)
    assert.equal(await lockedFor(stage, ask()), 1)
    advance(SECOND)
  }
  const forget = async () => {
    for (const table of COUNTED) await deleteExpired(db, table, new Date(runtime.clock()))
  }
  const proven = (stage: Stage) => enroll(stage, proofOf(world, stage.name, stage.name))
  return { runtime, advance, enroll, proven, respond, pass, fail, lockedFor, waitFor, forget }
}

type Acts = ReturnType<typeof actsOf>

const waysOf = ({ enroll, proven, pass, lockedFor }: Acts): Readonly<Record<string, ModelStep<Enrolling, Stage>>> => ({
  enroll: {
    by: 'agent',
    to: state => (state.phase === 'none' ? { ...state, phase: 'open' } : undefined),
    run: async stage => void (stage.challenge = await enroll(stage)),
  },
  prove: {
    by: 'agent',
    to: state => (state.phase === 'named' ? { ...state, phase: 'open' } : undefined),
    async run(stage) {
      assert((await lockedFor(stage, enroll(stage))) > 0)
      stage.challenge = await proven(stage)
    },
  },
  pass: {
    by: 'agent',
    to: ({ phase }) => (phase === 'open' ? { failures: 0, phase: 'member' } : undefined),
    run: async stage => void (await pass(stage)),
  },
  askAgain: {
    by: 'agent',
    to: state => (state.phase === 'late' ? { ...state, phase: 'open' } : undefined),
    run: async stage => void (stage.challenge = await enroll(stage)),
  },
})

const timesOf = ({
  advance,
  enroll,
  pass,
  lockedFor,
  waitFor,
  forget,
}: Acts): Readonly<Record<string, ModelStep<Enrolling, Stage>>> => ({
  waitFor: {
    by: 'time',
    to({ failures, phase }) {
      if (phase === 'waiting') return { failures, phase: 'open' }
      return phase === 'locked' ? { failures: 0, phase: 'none' } : undefined
    },
    async run(stage, { phase }) {
      const ask = () => (phase === 'waiting' ? pass(stage) : enroll(stage))
      await waitFor(stage, await lockedFor(stage, ask()), ask)
    },
  },
  forgotten: {
    by: 'time',
    to({ failures, phase }) {
      if (phase === 'late') return { failures, phase: 'none' }
      return phase === 'none' && failures > 0 ? { failures: 0, phase } : undefined
    },
    async run(_, { phase }) {
      advance(phase === 'late' ? HOUR : DAY)
      await forget()
    },
  },
})

const troublesOf = ({
  runtime,
  advance,
  enroll,
  fail,
  pass,
  lockedFor,
}: Acts): Readonly<Record<string, ModelStep<Enrolling, Stage>>> => ({
  isNamed: {
    by: 'trouble',
    to: state => (state.phase === 'none' ? { ...state, phase: 'named' } : undefined),
    run: async stage => void (await enroll(stage, { handle: `${stage.name}-not` })),
  },
  fail: {
    by: 'trouble',
    to: ({ failures, phase }) => (phase === 'open' ? failed(failures + 1) : undefined),
    run: async stage => void (await lockedFor(stage, fail(stage))),
  },
  tarry: {
    by: 'trouble',
    to: state => (state.phase === 'open' ? { ...state, phase: 'late' } : undefined),
    run: async ({ challenge }) => advance(Date.parse(challenge.expires_at) + 1 - runtime.clock()),
  },
  answerLate: {
    by: 'trouble',
    to: ({ failures, phase }) => (phase === 'late' ? failed(failures + 1) : undefined),
    run: async stage => void (await lockedFor(stage, pass(stage))),
  },
})

/** The states of a key's enrollment while enrollment requires a challenge. */
export function enrollments(world: TestWorld): Model<Enrolling, Stage> {
  const acts = actsOf(world)
  return {
    start: { failures: 0, phase: 'none' },
    isGood: ({ phase }) => phase === 'member',
    steps: { ...waysOf(acts), ...timesOf(acts), ...troublesOf(acts) },
    stage: async () => ({ name: `way-${count++}`, challenge: {} }),
    observe: ({ name }) => observe(world, name),
  }
}

async function observe({ db, runtime }: TestWorld, name: string): Promise<Enrolling> {
  const now = new Date(runtime.clock())
  const { has_member, failures, handle, opens_at, closes_at } = await db.one<{
    has_member: boolean
    failures: number
    handle: string | null
    opens_at: string | null
    closes_at: string | null
  }>(SQL`
    select exists (select from agent where handle = ${name}) as has_member,
      coalesce((select failures from enrollment_failures where key_identity = k.identity and expires_at > ${now}), 0)
        as failures, p.handle, c.opens_at, c.closes_at
    from (select ${keyIdentity(name)}::bytea as identity) k
    left join pending_enrollment p on p.key_identity = k.identity
    left join enrollment_challenge c on c.id = p.challenge_id`)
  if (has_member) return { failures, phase: 'member' }
  if (failures === 4) return { failures, phase: 'locked' }
  if (handle === null) return { failures, phase: 'none' }
  if (handle !== name) return { failures, phase: 'named' }
  if (Date.parse(opens_at!) > now.getTime()) return { failures, phase: 'waiting' }
  return { failures, phase: Date.parse(closes_at!) < now.getTime() ? 'late' : 'open' }
}

const keyIdentity = (name: string): Buffer => requirePublicKey(keyPairOf(name).publicKey).identity
