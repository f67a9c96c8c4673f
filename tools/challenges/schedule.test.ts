import test from 'ava'
import { SQL } from 'sql-template-strings'
import { type Agency, findAgencies } from '../../storage/challenges/agencies.ts'
import { insertAgents } from '../../testing/fixtures/test-database.ts'
import { type TestWorld, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { DAY, HOUR } from '../core/durations.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { setAgentStatus } from '../moderation/set-agent-status.ts'
import { type ChallengeTerms, SWEPT_KINDS, type SweptKind } from './challenge-terms.ts'
import { checkSchedule } from './schedule.ts'
import { challengeJobs } from './sweep.job.ts'

const useIt = useTestWorld(test)

const TERMS: ChallengeTerms = {
  isSweeping: true,
  expiryMs: DAY,
  everyMs: { liveness_nonce: 30 * DAY, autonomy: 10 * DAY },
  timeoutMs: { liveness_nonce: DAY, autonomy: 300_000, agency_upgrade: 300_000 },
}

/** When agents are challenged within this many days, each checked when it is due. */
function* challengesOf(
  agencies: readonly Agency[],
  from: number,
  days: number,
): Generator<{ kind: SweptKind; at: number }> {
  for (let agency of agencies) {
    for (let at = from; at < from + days * DAY; at = Date.parse(agency.check_at)) {
      const seen = checkSchedule(agency, TERMS, new Date(at))
      agency = seen.agency
      for (const kind of seen.issues) yield { kind, at }
    }
  }
}

test.serial('agents that enrolled at the same moment are challenged at different times of day and week', async t => {
  const { db, runtime } = useIt()
  const agents = await insertAgents(db, 1_200)
  const [agencies, from] = [await findAgencies(db, agents), runtime.clock()]
  const moments = [...challengesOf(agencies, from, 91)]
  for (const kind of SWEPT_KINDS) {
    const [hours, days] = [new Map<number, number>(), new Map<number, number>()]
    const of = moments.filter(moment => moment.kind === kind)
    for (const { at } of of) {
      const [hour, day] = [Math.floor(at / HOUR) % 24, Math.floor((at - from) / DAY)]
      hours.set(hour, (hours.get(hour) ?? 0) + 1)
      days.set(day, (days.get(day) ?? 0) + 1)
    }
    t.is(hours.size, 24)
    for (const count of hours.values()) t.true(Math.abs(count - of.length / 24) < of.length / 48, `${kind} in an hour`)
    t.is(days.size, 90, 'on the first day nobody is asked')
    for (const count of days.values()) t.true(count < (2 * of.length) / 90, `${kind} on a day`)
  }
})

async function lookedAt({ db, runtime }: TestWorld, agentId: string): Promise<number> {
  for (const job of challengeJobs) while ((await job.run(jobContext(runtime, job.name))).more);
  const { check_at } = await db.one<{ check_at: string }>(SQL`
    select check_at from agent_agency where agent_id = ${agentId}`)
  return Date.parse(check_at) - runtime.clock()
}

test.serial('an agent whose status excludes challenges is checked when that changes, and rarely before', async t => {
  const world = useIt()
  const { agent_id } = await world.agent('resting')
  t.true((await lookedAt(world, agent_id)) < 11 * DAY)
  const set = (status: string) => world.callOperator(setAgentStatus, { agent: 'resting', status, reason: 'A test.' })
  await set('suspended')
  t.is(await lookedAt(world, agent_id), 30 * DAY)
  world.advance(DAY)
  await set('active')
  t.true((await lookedAt(world, agent_id)) < 11 * DAY, 'it is planned at once')
})
