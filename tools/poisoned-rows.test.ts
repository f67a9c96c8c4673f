import test from 'ava'
import { SQL } from 'sql-template-strings'
import { putAgentDomain } from '../storage/did/agent-domains.ts'
import { queuePushMessages } from '../storage/person-notifications/push-messages.ts'
import { putPushSubscription } from '../storage/person-notifications/push-subscriptions.ts'
import { callAdmitted, enrollHeld } from '../testing/fixtures/hold-world.ts'
import { allowRecovery, beginRecovery, enrollOwned } from '../testing/fixtures/key-recovery-world.ts'
import { newPerson } from '../testing/fixtures/person-notifications.ts'
import { addPerson } from '../testing/fixtures/test-persons.ts'
import { useTestWorld } from '../testing/fixtures/test-world.ts'
import { poison } from '../testing/values/poison.ts'
import { requestAgentDeletion } from './agent-deletion/request-agent-deletion.ts'
import { requestAgentExport } from './agent-export/request-agent-export.ts'
import { getConstitution } from './constitution/get-constitution.ts'
import type { AgentActor } from './core/context.ts'
import { jobContext } from './core/jobs/job-runner.ts'
import { JOBS } from './jobs.ts'
import { postMessage } from './posts/post-message.ts'
import { createService } from './services/create-service.ts'
import { transitionService } from './services/transition-service.ts'
import { setSetting } from './settings/set-setting.ts'
import { archiveSpace } from './spaces/archive-space.ts'
import { createSpace } from './spaces/create-space.ts'
import { joinSpace } from './spaces/join-space.ts'

const world = useTestWorld(test)
const [MINUTE, DAY] = [60_000, 86_400_000]

let named = 0
const newAgent = (extra: object = {}) => world().agent(`agent-${named++}`, extra)
const two = async <Value>(make: () => Promise<Value>): Promise<[Value, Value]> => [await make(), await make()]

interface Poisoned {
  /** The rows that PostgreSQL refuses to write: the table, and a condition. */
  refused: [table: string, when: string]
  /** The id of that row, and whether each of the two rows is done. */
  id: string
  isDone(): Promise<[poisoned: boolean, healthy: boolean]>
}

const count = async (statement: ReturnType<typeof SQL>) =>
  (await world().db.one<{ count: number }>(statement.append(' as found'))).count

const isTrue = async (of: readonly string[], test: (id: string) => ReturnType<typeof SQL>) =>
  (await Promise.all(
    of.map(async id => (await count(SQL`select count(*)::int as count from (`.append(test(id)).append(')'))) > 0),
  )) as [boolean, boolean]

const wasTold = (agents: readonly AgentActor[], type: string) =>
  Promise.all(
    agents.map(async agent => (await world().eventsFor(agent)).some(event => event.type === type)),
  ) as Promise<[boolean, boolean]>

/** Jobs that process rows, each with two due rows, of which the first cannot be processed. */
const BY_ROW: Record<string, () => Promise<Poisoned>> = {
  async apply_key_recoveries() {
    await allowRecovery(world())
    const owned = await two(async () => await enrollOwned(world(), `kept-${named++}`))
    for (const one of owned) await beginRecovery(world(), one)
    world().advance(30 * DAY)
    const agents = owned.map(({ agent }) => agent)
    return {
      refused: ['agent_key', `new.agent_id = '${agents[0]!.agent_id}'`],
      id: agents[0]!.agent_id,
      isDone: () => wasTold(agents, 'agent.key_recovery.completed'),
    }
  },
  async send_push_messages() {
    const now = new Date(world().runtime.clock())
    const keys = { public_key: Buffer.alloc(65), auth_secret: Buffer.alloc(16), browser: '' }
    const subscriptions = await two(async () => {
      const { user_id: person_id, session_id } = await newPerson(world())
      const endpoint = `https://push.example.com/${session_id}`
      const made = { id: world().runtime.newId(), person_id, session_id, endpoint, created_at: now }
      const id = await putPushSubscription(world().db, { ...made, ...keys }, 20)
      await queuePushMessages(world().db, { id: world().runtime.newId(), person_id, now })
      return id
    })
    return {
      refused: ['push_message', `new.subscription_id = '${subscriptions[0]}'`],
      id: subscriptions[0],
      isDone: () =>
        isTrue(
          subscriptions,
          id => SQL`select 1 where not exists (select from push_message where subscription_id = ${id})`,
        ),
    }
  },
  async check_agent_domains() {
    const agents = await two(() => newAgent())
    const now = new Date(world().runtime.clock())
    for (const { agent_id } of agents) {
      await putAgentDomain(world().db, { agent_id, domain: 'gone.example', now, check_at: now })
    }
    return {
      refused: ['agent_domain', `new.agent_id = '${agents[0]!.agent_id}'`],
      id: agents[0]!.agent_id,
      isDone: () =>
        isTrue(
          agents.map(one => one.agent_id),
          id => SQL`select 1 from agent_domain where agent_id = ${id} and failures = 1`,
        ),
    }
  },
  async apply_agent_deletions() {
    const agents = await two(() => newAgent())
    for (const one of agents) await world().call(requestAgentDeletion, one, { identifier: 'me' })
    world().advance(7 * DAY)
    const [{ agent_id }] = agents
    return {
      refused: ['retired_handle', `new.handle = '${agents[0].handle}'`],
      id: agent_id,
      isDone: () =>
        isTrue(
          agents.map(one => one.agent_id),
          id => SQL`select 1 where not exists (select from agent where id = ${id})`,
        ),
    }
  },
  async expire_ownership_requests() {
    const agents = await two(async () => await newAgent({ user_id: await addPerson(world(), `person-${named++}`) }))
    world().advance(14 * DAY)
    const [{ agent_id }] = agents
    return {
      refused: ['outbox', `new.recipient = '${agent_id}'`],
      id: agent_id,
      isDone: () => wasTold(agents, 'agent.status.changed'),
    }
  },
  async measure_services() {
    const owner = await newAgent()
    const services = await two(async () => {
      const { id } = await world().call(createService, owner, {
        handle: `s-${named++}`,
        name: 'Some',
        invocation_modes: ['aui_task'],
      })
      await world()
        .call(transitionService, owner, { service_id: id, to: 'active' })
        .catch(() => {})
      await world().db.many(SQL`update service set status = 'active' where id = ${id}`)
      return id as string
    })
    return {
      refused: ['service', `new.id = '${services[0]}' and new.measured_at is not null`],
      id: services[0],
      isDone: () => isTrue(services, id => SQL`select 1 from service where id = ${id} and measured_at is not null`),
    }
  },
  async measure_answers() {
    const agents = await two(async () => (await newAgent()).agent_id)
    for (const agent_id of agents) world().runtime.presence.note(agent_id, true)
    await world().runtime.presence.flush()
    return {
      refused: ['agent_presence', `new.agent_id = '${agents[0]}' and new.measured_at is not null`],
      id: agents[0],
      isDone: () =>
        isTrue(agents, id => SQL`select 1 from agent_presence where agent_id = ${id} and measured_at is not null`),
    }
  },
  async index_spaces() {
    const owner = await newAgent()
    const spaces = await two(
      async () =>
        (await world().call(createSpace, owner, { handle: `space-${named++}`, name: 'Some', description: 'Of some.' }))
          .id as string,
    )
    return {
      refused: ['space', `new.id = '${spaces[0]}' and new.search_words is not null`],
      id: spaces[0],
      isDone: () => isTrue(spaces, id => SQL`select 1 from space where id = ${id} and search_words is not null`),
    }
  },
  async index_posts() {
    const author = await newAgent()
    const posts = await two(
      async () => (await world().call(postMessage, author, { content: `A word ${named++}` })).id as string,
    )
    return {
      refused: ['post_search', `new.post_id = '${posts[0]}'`],
      id: posts[0],
      isDone: () => isTrue(posts, id => SQL`select 1 from post_search where post_id = ${id} and words <> ''`),
    }
  },
  async publish_constitution() {
    await world().callOpen(getConstitution, {})
    const agents = await two(newAgent)
    world().advance(1_000)
    await world().callOperator(setSetting, { name: 'constitution.webhooks', value: 2 })
    const type = 'platform.constitution.updated'
    return {
      refused: ['outbox', `new.recipient = '${agents[0].agent_id}' and new.type = '${type}'`],
      id: agents[0].agent_id,
      isDone: () => wasTold(agents, type),
    }
  },
  async close_questions() {
    const askers = await two(newAgent)
    const ids: string[] = []
    for (const asker of askers) {
      const question = { kind: 'choice', options: ['high', 'low'] }
      ids.push((await world().call(postMessage, asker, { content: 'High or low?', question })).id)
    }
    world().advance(7 * DAY)
    return {
      refused: ['outbox', `new.recipient = '${askers[0].agent_id}' and new.type = 'question.closed'`],
      id: ids[0]!,
      isDone: () => wasTold(askers, 'question.closed'),
    }
  },
  async release_held_calls() {
    const held = await two(async () => {
      const { agent } = await enrollHeld(world(), `held-${named++}`, { posts: 'public' })
      return { agent, id: (await callAdmitted(world(), agent, postMessage, { content: 'Held' })).output.approval_id }
    })
    world().advance(DAY)
    const agents = held.map(({ agent }) => agent)
    return {
      refused: ['outbox', `new.recipient = '${agents[0]!.agent_id}' and new.type = 'agent.held_call.ended'`],
      id: held[0]!.id,
      isDone: () => wasTold(agents, 'agent.held_call.ended'),
    }
  },
  async make_agent_exports() {
    const ids: string[] = []
    for (const agent of await two(newAgent)) {
      ids.push((await world().call(requestAgentExport, agent, { identifier: 'me' })).export_id)
    }
    return {
      refused: ['agent_export_part', `new.export_id = '${ids[0]}'`],
      id: ids[0]!,
      isDone: () => isTrue(ids, id => SQL`select 1 from agent_export where id = ${id} and completed_at is not null`),
    }
  },
  async notify_archived_spaces() {
    const owner = await newAgent()
    const members = await two(newAgent)
    const ids: string[] = []
    for (const member of members) {
      const handle = `archived-${named++}`
      ids.push((await world().call(createSpace, owner, { handle, name: 'Some', description: 'Of some.' })).id)
      await world().call(joinSpace, member, { space_handle: handle })
      await world().call(archiveSpace, owner, { space_handle: handle })
    }
    return {
      refused: ['outbox', `new.recipient = '${members[0].agent_id}' and new.type = 'space.archived'`],
      id: ids[0]!,
      isDone: () => wasTold(members, 'space.archived'),
    }
  },
}

/** Jobs that use the row queue, which `row-queue.test.ts` tests. */
const SAME = [
  'recount_visibility',
  'fill search words',
  'fill excerpts of SVG posts',
  'issue challenges, and lower tiers by time',
  'conclude_missed_challenges',
  'renew_endpoint_evidence',
  'apply_offences',
  'notify_superseded_offers',
  'notify_version_endings',
  'mail_notifications',
  'mail_digests',
  'compute_trust',
  'reconcile_purchases',
]

/** Jobs whose statements delete or count rows without reading their content. */
const BY_STATEMENT = [
  ...['compute_popularity', 'recount_agent_writes', 'count_hashtags', 'compute_trending_spaces', 'record_load_history'],
  ...['delete_old_messages', 'mark_messages_read', 'mark_mentions_read', 'end_probation', 'expire_invitations'],
  ...['pair_interest_tags', 'report_deliveries', 'watch_relayer', 'reword_challenge_tasks'],
  // An ordered log cannot skip a row; it hashes any content.
  'append_to_log',
  // It has a single row to process.
  'cosign_checkpoint',
]
const DELETING = /^(?:delete|expire|maintain_partitions)_/

const run = async (name: string) => {
  const job = JOBS.find(one => one.name === name)!
  while ((await job.run(jobContext(world().runtime, name))).more);
}

for (const [name, open] of Object.entries(BY_ROW)) {
  test.serial(`${name}: a poisoned row does not block those behind it, and is retried later`, async t => {
    const { refused, id, isDone } = await open()
    const cure = await poison(world().db, ...refused)
    await run(name)
    t.deepEqual(await isDone(), [false, true])
    const aside = async () => {
      const rows = await world().db.many<{ row_id: string; attempts: number }>(SQL`
        select row_id, attempts from set_aside where queue = ${name}`)
      return rows.map(({ row_id, attempts }) => [row_id, attempts])
    }
    t.deepEqual(await aside(), [[id, 1]])
    await run(name)
    t.deepEqual(await aside(), [[id, 1]], 'its time has not come')
    await cure()
    world().advance(MINUTE)
    await run(name)
    t.deepEqual(await isDone(), [true, true])
  })
}

test('every job is known to survive a row that it cannot process', t => {
  const known = new Set([...Object.keys(BY_ROW), ...SAME, ...BY_STATEMENT])
  const names = JOBS.map(({ name }) => name)
  t.deepEqual(
    names.filter(name => !known.has(name) && !DELETING.test(name)),
    [],
    'poison a row of it in BY_ROW, with what is behind that processed',
  )
  t.deepEqual(
    [...known].filter(name => !names.includes(name)),
    [],
  )
})
