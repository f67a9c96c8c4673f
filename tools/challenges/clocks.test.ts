import test from 'ava'
import { SQL } from 'sql-template-strings'
import { statusName } from '../../storage/agents/status-locks.ts'
import { WRONG_NONCE } from '../../testing/fixtures/challenge-answers.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { momentIds } from '../../testing/values/moment-ids.ts'
import type { AgentActor } from '../core/context.ts'
import { DAY } from '../core/durations.ts'
import { setAgentStatus } from '../moderation/set-agent-status.ts'
import { heartbeat } from '../notifications/heartbeat.ts'
import { issueChallenge } from './issue-challenge.ts'
import { listChallenges } from './list-challenges.ts'
import { respondToChallenge } from './respond-to-challenge.ts'

const world = useTestWorld(test, { newId: momentIds(() => world().runtime.clock()) })

/** The agent with its current status, as at its next request. */
async function asNow(agent: AgentActor): Promise<AgentActor> {
  const { status } = await world().db.one<{ status: number }>(SQL`
    select status from agent_status where agent_id = ${agent.agent_id}`)
  return { ...agent, status: statusName(status) }
}

test.serial("the operator's last decision applies, also if their clock is behind the server's", async t => {
  const ann = await world().agent('ann')
  world().advance(DAY)
  await world().callOperator(issueChallenge, { agent: 'ann', kind: 'liveness_nonce' })
  const { id: challenge_id } = (await world().call(listChallenges, ann)).challenges[0]!
  t.is((await world().call(respondToChallenge, ann, { challenge_id, nonce: WRONG_NONCE })).status, 'restricted')
  world().advance(-DAY)
  await world().callOperator(setAgentStatus, { agent: 'ann', status: 'suspended', reason: 'Under review.' })
  world().advance(2 * DAY)
  const suspended = await asNow(ann)
  t.is(suspended.status, 'suspended')
  t.deepEqual(await world().call(listChallenges, suspended), { challenges: [], next_challenge_at: null })
  t.is((await world().call(heartbeat, suspended)).way_back!.path, null)
})
