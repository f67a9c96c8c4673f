import { strict as assert } from 'node:assert'
import { SQL } from 'sql-template-strings'
import type { StatusCause } from '../../storage/agents/status-changes.ts'
import { type AgentStatus, statusName } from '../../storage/agents/status-locks.ts'
import { issueChallenge } from '../../tools/challenges/issue-challenge.ts'
import { listChallenges } from '../../tools/challenges/list-challenges.ts'
import { respondToChallenge } from '../../tools/challenges/respond-to-challenge.ts'
import { challengeJobs } from '../../tools/challenges/sweep.job.ts'
import type { AgentActor } from '../../tools/core/context.ts'
import { DAY } from '../../tools/core/durations.ts'
import { jobContext } from '../../tools/core/jobs/job-runner.ts'
import { offencesJob } from '../../tools/moderation/offences.job.ts'
import { removeContent } from '../../tools/moderation/remove-content.ts'
import { setAgentStatus } from '../../tools/moderation/set-agent-status.ts'
import { postMessage } from '../../tools/posts/post-message.ts'
import { WRONG_NONCE } from '../fixtures/challenge-answers.ts'
import type { TestWorld } from '../fixtures/test-world.ts'
import type { Model, ModelStep } from './model.ts'

interface StatusState {
  status: AgentStatus
  /** The cause of the last status change, while the agent is not active. */
  cause: StatusCause | null
  /** Whether a nonce is pending. */
  hasNonce: boolean
}

const ACTIVE: StatusState = { status: 'active', cause: null, hasNonce: false }

interface Stage {
  agent: AgentActor
}

let count = 0

type ModelSteps = Readonly<Record<string, ModelStep<StatusState, Stage>>>

const actsOf = (world: TestWorld) => {
  const { runtime, advance, callOperator, call } = world
  const asNow = async ({ agent }: Stage) => ({ ...agent, status: (await observe(world, agent)).status })
  const list = async (stage: Stage) => call(listChallenges, await asNow(stage))
  const respond = async (stage: Stage, word?: string) => {
    const { id: challenge_id, nonce } = (await list(stage)).challenges[0]!
    return call(respondToChallenge, await asNow(stage), { challenge_id, nonce: word ?? nonce })
  }
  /** Fetches the nonce that reactivates the agent; if it is too early, waits until the time that the server names. */
  const fetch = async (stage: Stage) => {
    const { challenges, next_challenge_at } = await list(stage)
    if (challenges.length > 0) return
    const wait = Date.parse(next_challenge_at!) - runtime.clock()
    assert(wait > 0, 'a nonce that is not to be had yet says when it is')
    advance(wait - 1)
    assert.equal((await list(stage)).next_challenge_at, next_challenge_at)
    advance(1)
    assert.equal((await list(stage)).challenges.length, 1, 'at the time that was named it is there')
  }
  const runJobs = async () => {
    for (const job of [...challengeJobs, offencesJob]) while ((await job.run(jobContext(runtime, job.name))).more);
  }
  const afterFailure = (state: StatusState): StatusState => {
    if (state.status !== 'active') return { ...state, hasNonce: false }
    return { status: 'restricted', cause: 'liveness', hasNonce: false }
  }
  const byOperator = (status: 'restricted' | 'suspended' | 'disabled'): ModelStep<StatusState, Stage> => ({
    by: 'trouble',
    to: state => (state.status === 'active' ? { status, cause: 'operator', hasNonce: false } : undefined),
    run: async ({ agent }) =>
      void (await callOperator(setAgentStatus, { agent: agent.handle, status, reason: 'a test' })),
  })
  const isBackByNonce = ({ status, cause, hasNonce }: StatusState) =>
    cause === 'liveness' && !hasNonce && status !== 'active'
  return { advance, callOperator, call, asNow, respond, fetch, runJobs, afterFailure, byOperator, isBackByNonce }
}

type Acts = ReturnType<typeof actsOf>

const waysOf = ({ advance, callOperator, respond, fetch, runJobs, isBackByNonce }: Acts): ModelSteps => ({
  fetch: {
    by: 'agent',
    to: state => (isBackByNonce(state) ? { ...state, hasNonce: true } : undefined),
    run: fetch,
  },
  sendBack: {
    by: 'agent',
    to: ({ hasNonce }) => (hasNonce ? ACTIVE : undefined),
    run: async stage => assert.equal((await respond(stage)).status, 'active'),
  },
  cleanMonth: {
    by: 'time',
    to: ({ cause }) => (cause === 'moderation' ? ACTIVE : undefined),
    async run() {
      advance(31 * DAY)
      await runJobs()
    },
  },
  restore: {
    by: 'operator',
    to: state => (state.cause === 'operator' && !state.hasNonce ? ACTIVE : undefined),
    run: async ({ agent }) =>
      void (await callOperator(setAgentStatus, { agent: agent.handle, status: 'active', reason: 'a test' })),
  },
})

const missesOf = ({
  advance,
  callOperator,
  asNow,
  respond,
  fetch,
  runJobs,
  afterFailure,
  isBackByNonce,
}: Acts): ModelSteps => ({
  challenged: {
    by: 'trouble',
    to: state => (state.hasNonce || state.status === 'disabled' ? undefined : { ...state, hasNonce: true }),
    run: async ({ agent }) =>
      void (await callOperator(issueChallenge, { agent: agent.handle, kind: 'liveness_nonce' })),
  },
  sendWrong: {
    by: 'trouble',
    to: state => (state.hasNonce ? afterFailure(state) : undefined),
    run: async stage => void (await respond(stage, WRONG_NONCE)),
  },
  miss: {
    by: 'trouble',
    to: state => (state.hasNonce && state.cause !== 'moderation' ? afterFailure(state) : undefined),
    async run() {
      advance(DAY + 1)
      await runJobs()
    },
  },
  missOften: {
    by: 'trouble',
    to: state =>
      state.status === 'restricted' && isBackByNonce(state) ? { ...state, status: 'suspended' } : undefined,
    async run(stage) {
      for (let turn = 0; (await asNow(stage)).status === 'restricted'; turn++) {
        assert(turn < 20, 'it is suspended at some time')
        await fetch(stage)
        await respond(stage, WRONG_NONCE)
      }
    },
  },
})

const decisionsOf = ({ advance, callOperator, call, runJobs, byOperator }: Acts): ModelSteps => ({
  removedOften: {
    by: 'trouble',
    to: ({ status, hasNonce }) =>
      status === 'active' && !hasNonce ? { status: 'restricted', cause: 'moderation', hasNonce: false } : undefined,
    async run({ agent }) {
      for (const turn of [1, 2, 3]) {
        const { id } = await call(postMessage, agent, { content: `Removed ${turn}` })
        await callOperator(removeContent, { post_id: id, category: 'spam', note: 'no' })
      }
      advance(15 * DAY)
      await runJobs()
    },
  },
  restricted: byOperator('restricted'),
  suspended: byOperator('suspended'),
  disabled: byOperator('disabled'),
})

/** How agents lose their status through liveness, moderation and operators, while no sweep issues challenges. */
export function statusRules(world: TestWorld): Model<StatusState, Stage> {
  const acts = actsOf(world)
  return {
    start: ACTIVE,
    isGood: ({ status }) => status === 'active',
    steps: { ...waysOf(acts), ...missesOf(acts), ...decisionsOf(acts) },
    stage: async () => ({ agent: await world.agent(`standing-${count++}`) }),
    observe: ({ agent }) => observe(world, agent),
  }
}

async function observe({ db, runtime: { clock } }: TestWorld, { agent_id }: AgentActor): Promise<StatusState> {
  const found = await db.one<{ status: number; cause: StatusCause | null; has_nonce: boolean }>(SQL`
    select s.status, (select c.cause from status_change c where c.agent_id = s.agent_id order by c.id desc limit 1)
        as cause,
      exists (select from challenge c where c.agent_id = s.agent_id and c.kind = 'liveness_nonce'
        and c.outcome is null and c.ends_at > ${new Date(clock())}) as has_nonce
    from agent_status s where s.agent_id = ${agent_id}`)
  const status = statusName(found.status)
  return { status, cause: status === 'active' ? null : found.cause, hasNonce: found.has_nonce }
}
