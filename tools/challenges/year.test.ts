import test from 'ava'
import { SQL } from 'sql-template-strings'
import { AGENT_STATUS, statusName } from '../../storage/agents/status-locks.ts'
import { WRONG_NONCE } from '../../testing/fixtures/challenge-answers.ts'
import { type AgencyStep, Modelled, TEMPERAMENTS } from '../../testing/fixtures/modelled-agency.ts'
import { insertAgents } from '../../testing/fixtures/test-database.ts'
import { type TestWorld, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { wrongResponses } from '../../testing/fixtures/wrong-responses.ts'
import type { AgentActor } from '../core/context.ts'
import { DAY } from '../core/durations.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { concludeChallenge } from './conclude.ts'
import { listChallenges } from './list-challenges.ts'
import { respondToChallenge } from './respond-to-challenge.ts'
import { challengeJobs } from './sweep.job.ts'
import { type MadeTasks, rightResponses } from './tasks/challenge-tasks.ts'
import type { ChallengeVerdict } from './verdicts.ts'

const useIt = useTestWorld(test)

const NAMES = Object.keys(TEMPERAMENTS)
/** One agent of each temperament responds by calls; the responses of the others are written in bulk. */
const CALLING = NAMES.length

const upgradesOn = (agent: number, day: number) => agent % 4 === 0 && (day === 7 + (agent % 60) || day === 300)

interface Open {
  id: string
  agent_id: string
  kind: 'liveness_nonce' | 'autonomy' | 'agency_upgrade'
}

interface Year {
  world: TestWorld
  agents: string[]
  place: Map<string, number>
  models: Modelled[]
  /** For each agent, by kind, the days on which it was challenged. */
  days: Record<string, number[]>[]
}

const openOnes = ({ db }: TestWorld) =>
  db.many<Open>(SQL`select id, agent_id, kind from challenge where outcome is null order by agent_id, id`)

const context = ({ runtime }: TestWorld) => jobContext(runtime, 'a year')

/** Marks challenges as missed that were open for a day without a response. */
async function night({ world, place, models }: Year, day: number): Promise<void> {
  for (const { agent_id, kind } of await openOnes(world)) models[place.get(agent_id)!]!.fail(kind)
  for (const model of models) model.night(day)
  for (const job of challengeJobs) while ((await job.run(context(world))).more);
}

async function takeUpgrades({ world, agents }: Year, day: number): Promise<void> {
  const taking = agents.filter((_, index) => index >= CALLING && upgradesOn(index, day))
  const ids = taking.map(() => world.runtime.newId())
  const now = new Date(world.runtime.clock())
  await world.db.many(SQL`
    insert into challenge (id, agent_id, kind, version, timeout_ms, issued_at, opened_at, expires_at, ends_at)
    select id, agent_id, 'agency_upgrade', 1, 300000, ${now}, ${now}, ${now}::timestamptz + interval '1 hour',
      ${now}::timestamptz + interval '1 hour' from unnest(${ids}::uuid[], ${taking}::uuid[]) as i (id, agent_id)`)
}

async function actorOf({ db }: TestWorld, agent_id: string): Promise<AgentActor> {
  const { status } = await db.one<{ status: number }>(SQL`
    select status from agent_status where agent_id = ${agent_id}`)
  const proven = { agent_id, handle: `agent-${agent_id}`, key_version: 1, key_fingerprint: '' }
  return { kind: 'agent', ...proven, visibility: 'public', status: statusName(status), transport: 'rest' }
}

async function call(world: TestWorld, { id: challenge_id, agent_id, kind }: Open, action: AgencyStep): Promise<void> {
  const actor = await actorOf(world, agent_id)
  const { challenges } = await world.call(listChallenges, actor)
  const { nonce } = challenges.find(({ id }) => id === challenge_id)!
  const { made } = await world.db.one<{ made: string }>(SQL`select made from challenge where id = ${challenge_id}`)
  const isRight = action === 'right'
  const answer =
    kind === 'liveness_nonce'
      ? { nonce: isRight ? nonce : WRONG_NONCE }
      : {
          responses: isRight
            ? rightResponses(JSON.parse(made) as MadeTasks)
            : wrongResponses((JSON.parse(made) as MadeTasks).tasks),
        }
  await world.call(respondToChallenge, actor, { challenge_id, ...answer })
}

async function day({ world, place, models, days }: Year, day: number): Promise<void> {
  const verdicts: ChallengeVerdict[] = []
  for (const one of await openOnes(world)) {
    const { id, agent_id, kind } = one
    const index = place.get(agent_id)!
    ;(days[index]![kind] ??= []).push(day)
    const action = kind === 'agency_upgrade' ? 'right' : TEMPERAMENTS[NAMES[index % NAMES.length]!]!(index, day, kind)
    if (action === 'silent') continue
    if (action === 'right') models[index]!.pass(kind, day)
    else models[index]!.fail(kind)
    if (index < CALLING) await call(world, one, action)
    else verdicts.push({ id, agent_id, kind, outcome: action === 'right' ? ('passed' as const) : ('failed' as const) })
  }
  await context(world).transaction(scope => concludeChallenge(scope, verdicts, context(world)))
}

const digestOf = (tier: number, status: number, passes: number) => `${tier} ${status} ${passes}`

/** The first agents whose rows differ from the model. All are read as one text, since rows cost more each day. */
async function findUnlike({ world, agents, models }: Year): Promise<object[]> {
  const { digest } = await world.db.one<{ digest: string }>(SQL`
    select string_agg(concat_ws(' ', s.agency_tier, s.status, a.challenges_passed), ',' order by a.id) as digest
    from agent_status s join agent a on a.id = s.agent_id`)
  const modelled = models.map(({ tier, status, passes }) => digestOf(tier, AGENT_STATUS[status], passes))
  return digest
    .split(',')
    .map((row, index) => ({ agent: agents[index], row, model: modelled[index] }))
    .filter(({ row, model }) => row !== model)
    .slice(0, 3)
}

async function beginYear(world: TestWorld, count: number): Promise<Year> {
  const agents = (await insertAgents(world.db, count)).sort()
  await world.db.many(SQL`update agent set created_at = ${new Date(world.runtime.clock())}`)
  const place = new Map(agents.map((id, index) => [id, index]))
  return { world, agents, place, models: agents.map(() => new Modelled()), days: agents.map(() => ({})) }
}

const gaps = (days: number[] = []) => days.slice(1).map((day, index) => day - days[index]!)
const ofTemperament = ({ days }: Year, name: string) => days.filter((_, index) => NAMES[index % NAMES.length] === name)

test('after a year of sweeps, each of 300 agents has the tier and the status of the table', async t => {
  t.timeout(1_200_000)
  const year = await beginYear(useIt(), 300)
  const tiers = new Set<number>()
  for (let today = 0; today <= 365; today++) {
    await night(year, today)
    t.deepEqual(await findUnlike(year), [], `day ${today}`)
    await takeUpgrades(year, today)
    await day(year, today)
    for (const { tier } of year.models) tiers.add(tier)
    year.world.advance(DAY)
  }
  t.deepEqual([...tiers].sort(), [1, 2, 3, 4, 5])
  for (const { liveness_nonce, autonomy } of ofTemperament(year, 'reliable')) {
    t.true(gaps(liveness_nonce).every(gap => gap >= 27 && gap <= 34) && liveness_nonce!.length >= 10)
    t.true(gaps(autonomy).every(gap => gap >= 9 && gap <= 12) && autonomy!.length >= 30)
  }
  for (const { autonomy } of ofTemperament(year, 'echoes')) {
    t.true(autonomy!.length >= 3 && autonomy!.length <= 6, 'ever more rarely')
  }
  t.true(ofTemperament(year, 'dead').every(({ liveness_nonce }) => liveness_nonce!.length >= 10))
})
