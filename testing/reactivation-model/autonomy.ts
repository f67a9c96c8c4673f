import { strict as assert } from 'node:assert'
import { SQL } from 'sql-template-strings'
import { issueChallenge } from '../../tools/challenges/issue-challenge.ts'
import { listChallenges } from '../../tools/challenges/list-challenges.ts'
import { requestAgencyUpgrade } from '../../tools/challenges/request-agency-upgrade.ts'
import { respondToChallenge } from '../../tools/challenges/respond-to-challenge.ts'
import { challengeJobs } from '../../tools/challenges/sweep.job.ts'
import type { AgentActor } from '../../tools/core/context.ts'
import { jobContext } from '../../tools/core/jobs/job-runner.ts'
import { findRightAnswers, findWrongAnswers } from '../fixtures/challenge-answers.ts'
import type { TestWorld } from '../fixtures/test-world.ts'
import type { Model, ModelStep } from './model.ts'

/** The tier, consecutive passes that count, whether it ever was Capable, and the state of its autonomy challenge. */
interface Autonomy {
  tier: number
  run: number
  isCapable: boolean
  phase: 'none' | 'issued' | 'shown'
}

interface Stage {
  agent: AgentActor
  /** When the next challenge comes, by the response to the last failure. */
  named: string | null
}

type ModelSteps = Readonly<Record<string, ModelStep<Autonomy, Stage>>>

const COUNTED = 3

/** The interval at which three consecutive passes span more than thirty days. */
export const AUTONOMY_DAYS = 20

let count = 0

const passed = ({ run, isCapable }: Autonomy): Autonomy => {
  const passes = Math.min(COUNTED, run + 1)
  return { tier: passes === COUNTED ? 5 : 4, run: passes, isCapable, phase: 'none' }
}

const lapsed = ({ tier, isCapable }: Autonomy): Autonomy => {
  const wasCapable = isCapable || tier === 5
  const left = wasCapable ? 3 : 2
  return { tier: Math.min(tier, left), run: 0, isCapable: wasCapable, phase: 'none' }
}

const actsOf = (world: TestWorld) => {
  const { db, runtime, advance, call, callOperator } = world
  const answer = ({ agent }: Pick<Stage, 'agent'>, challenge_id: string, response: object) =>
    call(respondToChallenge, agent, { challenge_id, ...response })
  const openOf = ({ agent }: Stage, kind: string) =>
    db.maybeOne<{ id: string; nonce: string | null; ends_at: string }>(SQL`
      select id, nonce, ends_at from challenge where agent_id = ${agent.agent_id} and kind = ${kind} and outcome is null`)
  const answerTasks = async (stage: Pick<Stage, 'agent'>, challenge_id: string, responses?: unknown[]) =>
    answer(stage, challenge_id, { responses: responses ?? (await findRightAnswers(db, challenge_id)) })
  const respond = async (stage: Stage, responses?: unknown[]) =>
    answerTasks(stage, (await openOf(stage, 'autonomy'))!.id, responses)
  /** Runs the jobs that are due; returns nonces from events. */
  const runJobs = async (stage: Stage) => {
    for (const job of challengeJobs) while ((await job.run(jobContext(runtime, job.name))).more);
    const challenge = await openOf(stage, 'liveness_nonce')
    if (challenge) assert.equal((await answer(stage, challenge.id, { nonce: challenge.nonce })).result, 'passed')
  }
  const dues = ({ agent }: Stage) =>
    db.one<{ autonomy: string | null; liveness: string | null }>(SQL`
      select autonomy_due_at as autonomy, liveness_due_at as liveness from agent_agency
      where agent_id = ${agent.agent_id}`)
  const goTo = async (stage: Stage, at: number) => {
    advance(at - runtime.clock())
    await runJobs(stage)
  }
  const fail = async (stage: Stage) => {
    const { result, next_challenge_at } = await respond(
      stage,
      await findWrongAnswers(db, (await openOf(stage, 'autonomy'))!.id),
    )
    assert.equal(result, 'failed')
    assert(Date.parse(next_challenge_at!) > runtime.clock(), 'the answer names when it is asked next')
    stage.named = next_challenge_at
  }
  const becomeResponsive = async (stage: Stage) => {
    await callOperator(issueChallenge, { agent: stage.agent.handle, kind: 'liveness_nonce' })
    await runJobs(stage)
  }
  const miss = async (stage: Stage) => goTo(stage, Date.parse((await openOf(stage, 'autonomy'))!.ends_at))
  return { runtime, call, openOf, answerTasks, respond, runJobs, dues, goTo, fail, miss, becomeResponsive }
}

type Acts = ReturnType<typeof actsOf>

const waysOf = ({ call, answerTasks, respond }: Acts): ModelSteps => ({
  fetch: {
    by: 'agent',
    to: state => (state.phase === 'issued' ? { ...state, phase: 'shown' } : undefined),
    async run({ agent }) {
      const { challenges } = await call(listChallenges, agent)
      assert.deepEqual(
        challenges.map(({ kind, tasks }) => [kind, tasks!.length]),
        [['autonomy', 3]],
      )
    },
  },
  pass: {
    by: 'agent',
    to: state => (state.phase === 'shown' ? passed(state) : undefined),
    async run(stage) {
      assert.equal((await respond(stage)).result, 'passed')
      stage.named = null
    },
  },
  becomeCapable: {
    by: 'agent',
    to: state => (state.phase === 'none' && state.tier === 2 ? { ...state, tier: 3, isCapable: true } : undefined),
    async run({ agent }) {
      const { challenge_id } = await call(requestAgencyUpgrade, agent)
      assert.equal((await answerTasks({ agent }, challenge_id)).result, 'passed')
    },
  },
})

/** The challenge is requested exactly at the time that the server named, and not a moment earlier. */
const timesOf = ({ runtime, openOf, runJobs, dues, goTo }: Acts): ModelSteps => ({
  isAsked: {
    by: 'time',
    to: state => (state.phase === 'none' ? { ...state, phase: 'issued' } : undefined),
    async run(stage) {
      await runJobs(stage)
      const { autonomy } = await dues(stage)
      assert(autonomy !== null, 'a next one is planned')
      if (stage.named !== null) assert.equal(Date.parse(autonomy), Date.parse(stage.named))
      const due = Date.parse(autonomy)
      const nonceDue = async () => Date.parse((await dues(stage)).liveness!)
      for (let next = await nonceDue(); next < due; next = await nonceDue()) {
        assert(next > runtime.clock())
        await goTo(stage, next)
      }
      await goTo(stage, due - 1)
      assert.equal(await openOf(stage, 'autonomy'), undefined)
      await goTo(stage, due)
      assert(await openOf(stage, 'autonomy'), 'at the time that was named it is there')
      stage.named = null
    },
  },
})

const troublesOf = ({ fail, miss }: Acts): ModelSteps => ({
  fail: { by: 'trouble', to: state => (state.phase === 'shown' ? lapsed(state) : undefined), run: fail },
  miss: { by: 'trouble', to: state => (state.phase === 'none' ? undefined : lapsed(state)), run: miss },
})

/** How agents become Autonomous and Continuous, what a lapse costs, and how they regain the fifth tier. */
export function autonomies(world: TestWorld): Model<Autonomy, Stage> {
  const { db } = world
  const acts = actsOf(world)
  return {
    start: { tier: 2, run: 0, isCapable: false, phase: 'none' },
    isGood: ({ tier, phase }) => tier === 5 && phase === 'none',
    steps: { ...waysOf(acts), ...timesOf(acts), ...troublesOf(acts) },
    async stage() {
      const stage = { agent: await world.agent(`autonomy-${count++}`), named: null }
      await acts.becomeResponsive(stage)
      return stage
    },
    async observe({ agent: { agent_id } }) {
      const found = await db.one<{ tier: number; run: number; is_capable: boolean; phase: Autonomy['phase'] }>(SQL`
        select s.agency_tier as tier, least(g.autonomy_run, ${COUNTED}) as run, g.capable_at is not null as is_capable,
          coalesce((select case when c.opened_at is null then 'issued' else 'shown' end from challenge c
            where c.agent_id = s.agent_id and c.kind = 'autonomy' and c.outcome is null), 'none') as phase
        from agent_status s join agent_agency g on g.agent_id = s.agent_id where s.agent_id = ${agent_id}`)
      const { tier, run, is_capable: isCapable, phase } = found
      return { tier, run, isCapable, phase }
    },
  }
}
