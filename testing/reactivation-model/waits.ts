import { strict as assert } from 'node:assert'
import { SQL } from 'sql-template-strings'
import { type AgentStatus, statusName, WRITER_STATUSES } from '../../storage/agents/status-locks.ts'
import { hasOwnershipRequest } from '../../storage/ownership/ownership-requests.ts'
import type { AgentActor } from '../../tools/core/context.ts'
import { DAY } from '../../tools/core/durations.ts'
import { jobContext } from '../../tools/core/jobs/job-runner.ts'
import { reportContent } from '../../tools/moderation/report-content.ts'
import { setAgentStatus } from '../../tools/moderation/set-agent-status.ts'
import { acceptOwnership } from '../../tools/ownership/accept-ownership.ts'
import { ownershipJob } from '../../tools/ownership/ownership.job.ts'
import { rejectOwnership } from '../../tools/ownership/reject-ownership.ts'
import { releaseOwnership } from '../../tools/ownership/release-ownership.ts'
import { requestOwner } from '../../tools/ownership/request-owner.ts'
import { postMessage } from '../../tools/posts/post-message.ts'
import { addPerson } from '../fixtures/test-persons.ts'
import { keyPairOf, settledOutcome, type TestWorld } from '../fixtures/test-world.ts'
import type { Model, ModelStep } from './model.ts'

type Visibility = AgentActor['visibility']

/** The relation to an owner, and what the status allows: actions that others see, only the agent's own, or nothing. */
export interface Wait {
  owner: 'none' | 'asked' | 'owns'
  status: AgentStatus | 'deleted'
  may: 'all' | 'own' | 'nothing'
}

interface Stage {
  agent: AgentActor
  user_id: string
  outsider: AgentActor
}

type ModelSteps = Readonly<Record<string, ModelStep<Wait, Stage>>>

let count = 0

const rulesOf = (visibility: Visibility) => {
  const mayOf = (status: Wait['status']): Wait['may'] => {
    if (status === 'pending_ownership') return visibility === 'public' ? 'all' : 'own'
    return status === 'active' ? 'all' : 'nothing'
  }
  const state = (owner: Wait['owner'], status: Wait['status']): Wait => ({ owner, status, may: mayOf(status) })
  /** A suspended or disabled agent remains so. */
  const answered = (owner: Wait['owner'], { status }: Wait) =>
    state(owner, status === 'pending_ownership' ? 'active' : status)
  return { state, answered, isPublic: visibility === 'public' }
}

type Rules = ReturnType<typeof rulesOf>

const answersOf = (world: TestWorld, { state, answered, isPublic }: Rules): ModelSteps => ({
  accept: {
    by: 'operator',
    to: wait => (wait.owner === 'asked' ? answered('owns', wait) : undefined),
    run: async ({ agent }) => void (await world.callOperator(acceptOwnership, { agent: agent.agent_id })),
  },
  reject: {
    by: isPublic ? 'operator' : 'trouble',
    to(wait) {
      if (wait.owner !== 'asked') return undefined
      return isPublic ? answered('none', wait) : state('none', 'deleted')
    },
    run: async ({ agent }) => void (await world.callOperator(rejectOwnership, { agent: agent.agent_id })),
  },
  noAnswer: {
    by: 'time',
    to: wait => (wait.owner === 'asked' && isPublic ? answered('none', wait) : undefined),
    async run({ agent }) {
      const { runtime, advance, db, refusal } = world
      const runJob = async () => {
        while ((await ownershipJob.run(jobContext(runtime, ownershipJob.name))).more);
      }
      advance(14 * DAY - 1)
      await runJob()
      assert(await hasOwnershipRequest(db, agent.agent_id), 'until then it may be answered')
      advance(1)
      await runJob()
      assert.equal((await refusal(world.callOperator(acceptOwnership, { agent: agent.agent_id }))).slug, 'not-found')
    },
  },
})

const actionsOf = (world: TestWorld, { state, isPublic }: Rules): ModelSteps => ({
  ask: {
    by: 'trouble',
    to: ({ owner, status }) =>
      owner === 'none' && status === 'active' ? state('asked', 'pending_ownership') : undefined,
    run: async ({ agent, user_id }) => void (await world.call(requestOwner, agent, { user_id })),
  },
  release: {
    by: 'trouble',
    to: ({ owner, status }) => (owner === 'owns' && isPublic ? state('none', status) : undefined),
    run: async ({ agent }) => void (await world.callOperator(releaseOwnership, { agent: agent.agent_id })),
  },
  /** The handle of a deleted agent stays reserved for a while; its key may enroll again. */
  enrollAnew: {
    by: 'agent',
    to: ({ status }) => (status === 'deleted' ? state('asked', 'pending_ownership') : undefined),
    async run(stage) {
      const { agent, user_id } = stage
      const same = { public_key_pem: keyPairOf(agent.handle).publicKey, user_id, visibility: 'private' }
      assert.equal((await world.refusal(world.agent(agent.handle, same))).slug, 'handle-taken')
      stage.agent = await world.agent(`${agent.handle}-anew`, same)
    },
  },
})

const decisionsOf = ({ callOperator }: TestWorld, { state }: Rules): ModelSteps => {
  const set = ({ agent }: Stage, status: string) =>
    callOperator(setAgentStatus, { agent: agent.agent_id, status, reason: 'A test.' })
  const stop = (stopped: 'suspended' | 'disabled'): ModelStep<Wait, Stage> => ({
    by: 'trouble',
    to: ({ owner, status }) => (WRITER_STATUSES.includes(status as AgentStatus) ? state(owner, stopped) : undefined),
    run: async stage => void (await set(stage, stopped)),
  })
  return {
    suspended: stop('suspended'),
    disabled: stop('disabled'),
    /** An agent whose person has not responded yet remains pending. */
    restored: {
      by: 'operator',
      to({ owner, status }) {
        if (status !== 'suspended' && status !== 'disabled') return undefined
        return state(owner, owner === 'asked' ? 'pending_ownership' : 'active')
      },
      run: async stage => void (await set(stage, 'active')),
    },
  }
}

/** How an agent of that visibility gets an owner and loses one, and what it may do in the meantime. */
export function waits(world: TestWorld, visibility: Visibility): Model<Wait, Stage> {
  const rules = rulesOf(visibility)
  const isPublic = visibility === 'public'
  return {
    start: isPublic ? rules.state('none', 'active') : rules.state('asked', 'pending_ownership'),
    isGood: ({ status }) => status === 'active',
    steps: { ...answersOf(world, rules), ...actionsOf(world, rules), ...decisionsOf(world, rules) },
    async stage() {
      const name = `wait-${count++}`
      const user_id = await addPerson(world, name)
      const agent = await world.agent(name, isPublic ? {} : { user_id, visibility })
      return { agent, user_id, outsider: await world.agent(`${name}-other`) }
    },
    observe: stage => observe(world, stage),
  }
}

async function observe(world: TestWorld, { agent, outsider }: Stage): Promise<Wait> {
  const found = await world.db.maybeOne<{ owner: Wait['owner']; status: number }>(SQL`
    select s.status, case when a.owner_id is not null then 'owns' when exists (
      select from ownership_request r where r.agent_id = a.id) then 'asked' else 'none' end as owner
    from agent a join agent_status s on s.agent_id = a.id where a.id = ${agent.agent_id}`)
  if (!found) return { owner: 'none', status: 'deleted', may: 'nothing' }
  const status = statusName(found.status)
  return { owner: found.owner, status, may: await tryOut(world, agent, outsider, status) }
}

/** Calls with the status of admission, when the agent could still write. */
async function tryOut({ call, runtime }: TestWorld, agent: AgentActor, outsider: AgentActor, status: AgentStatus) {
  const admitted = WRITER_STATUSES.includes(status) ? { ...agent, status } : agent
  const { id: post_id } = await call(postMessage, outsider, { content: `To report ${runtime.newId()}` })
  const outcomes = [
    await settledOutcome(call(postMessage, admitted, { content: `Its own ${runtime.newId()}` })),
    await settledOutcome(call(reportContent, admitted, { post_id, category: 'spam' })),
  ]
  const refused = 'aui-signature-agent-inactive'
  if (outcomes.every(outcome => outcome === 'done')) return 'all'
  assert.equal(outcomes[1], refused)
  if (outcomes[0] === 'done') return 'own'
  assert.equal(outcomes[0], refused)
  return 'nothing'
}
