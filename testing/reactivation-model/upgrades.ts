import { strict as assert } from 'node:assert'
import { SQL } from 'sql-template-strings'
import { requestAgencyUpgrade } from '../../tools/challenges/request-agency-upgrade.ts'
import { respondToChallenge } from '../../tools/challenges/respond-to-challenge.ts'
import { challengeJobs } from '../../tools/challenges/sweep.job.ts'
import { type MadeTasks, rightResponses } from '../../tools/challenges/tasks/challenge-tasks.ts'
import type { AgentActor } from '../../tools/core/context.ts'
import { DAY, SECOND } from '../../tools/core/durations.ts'
import { jobContext } from '../../tools/core/jobs/job-runner.ts'
import { findWrongAnswers } from '../fixtures/challenge-answers.ts'
import type { TestWorld } from '../fixtures/test-world.ts'
import type { Model, ModelStep } from './model.ts'

/** Consecutive failures of the upgrade, whether its tasks are open, and the tier. */
interface Upgrading {
  failures: number
  isOpen: boolean
  tier: number
}

interface Stage {
  agent: AgentActor
  challenge_id: string
}

let count = 0

const actsOf = (world: TestWorld) => {
  const { db, runtime, advance, call, refusal } = world
  const request = ({ agent }: Stage) => call(requestAgencyUpgrade, agent)
  const respond = ({ agent, challenge_id }: Stage, responses: unknown[]) =>
    call(respondToChallenge, agent, { challenge_id, responses })
  const runJobs = async () => {
    for (const job of challengeJobs) while ((await job.run(jobContext(runtime, job.name))).more);
  }
  const failed = ({ failures, isOpen, tier }: Upgrading) =>
    isOpen ? { failures: failures + 1, isOpen: false, tier } : undefined
  return { db, advance, refusal, request, respond, runJobs, failed }
}

type Acts = ReturnType<typeof actsOf>

const waysOf = ({
  db,
  advance,
  refusal,
  request,
  respond,
}: Acts): Readonly<Record<string, ModelStep<Upgrading, Stage>>> => ({
  request: {
    by: 'agent',
    to: state => (state.isOpen || state.failures === 3 ? undefined : { ...state, isOpen: true }),
    run: async stage => void (stage.challenge_id = (await request(stage)).challenge_id),
  },
  pass: {
    by: 'agent',
    to: ({ isOpen }) => (isOpen ? { failures: 0, isOpen: false, tier: 3 } : undefined),
    async run(stage) {
      const { made } = await db.one<{ made: string }>(SQL`
          select made from challenge where id = ${stage.challenge_id}`)
      await respond(stage, rightResponses(JSON.parse(made) as MadeTasks))
    },
  },
  coolDown: {
    by: 'time',
    to: state => (state.failures === 3 ? { ...state, failures: 0 } : undefined),
    async run(stage) {
      const { slug, members } = await refusal(request(stage))
      const seconds = members.retry_after_seconds!
      assert.equal(slug, 'challenge-failed-retry')
      advance((seconds - 1) * SECOND)
      assert.equal((await refusal(request(stage))).members.retry_after_seconds, 1)
      advance(SECOND)
    },
  },
})

const troublesOf = ({
  db,
  advance,
  respond,
  runJobs,
  failed,
}: Acts): Readonly<Record<string, ModelStep<Upgrading, Stage>>> => ({
  fail: {
    by: 'trouble',
    to: failed,
    run: async stage => void (await respond(stage, await findWrongAnswers(db, stage.challenge_id))),
  },
  miss: {
    by: 'trouble',
    to: failed,
    async run() {
      advance(300 * SECOND)
      await runJobs()
    },
  },
  longGone: {
    by: 'trouble',
    to: ({ tier, isOpen }) => (tier === 3 && !isOpen ? { failures: 0, isOpen: false, tier: 1 } : undefined),
    async run() {
      advance(181 * DAY)
      await runJobs()
    },
  },
})

/** How agents become Capable, and how long it takes. */
export function upgrades(world: TestWorld): Model<Upgrading, Stage> {
  const { db, runtime } = world
  const acts = actsOf(world)
  return {
    start: { failures: 0, isOpen: false, tier: 1 },
    isGood: ({ tier, isOpen }) => tier === 3 && !isOpen,
    steps: { ...waysOf(acts), ...troublesOf(acts) },
    stage: async () => ({ agent: await world.agent(`upgrade-${count++}`), challenge_id: '' }),
    async observe({ agent: { agent_id } }) {
      const now = new Date(runtime.clock())
      const { tier, ...found } = await db.one<{ tier: number; failures: number; is_open: boolean }>(SQL`
        select s.agency_tier as tier,
          case when g.upgrade_failed_at > ${new Date(now.getTime() - DAY)} then g.upgrade_failures else 0 end as failures,
          exists (select from challenge c where c.agent_id = s.agent_id and c.outcome is null and c.ends_at > ${now})
            as is_open
        from agent_status s join agent_agency g on g.agent_id = s.agent_id where s.agent_id = ${agent_id}`)
      return { failures: found.failures, isOpen: found.is_open, tier }
    },
  }
}
