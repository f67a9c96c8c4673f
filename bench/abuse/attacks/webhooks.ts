import { Exchanges } from '../../../conformance/clients/recorded-exchanges.ts'
import { call } from '../../../conformance/clients/rest.ts'
import { Operator } from '../../../conformance/operator.ts'
import { Receivers } from '../../../conformance/stubs/receiver.ts'
import type { Attack } from '../attack.ts'
import type { AttackContext } from '../attack-context.ts'
import { hammer } from '../connections.ts'
import { cycle, inTurns, must } from '../gallery.ts'
import type { Member } from '../members.ts'
import { signed } from '../requests.ts'
import { withRetries } from '../retry-setup.ts'

/** Together they have as many webhooks as the agents of one owner may have. */
const AGENTS = 10
const HOOKS_EACH = 3
/** The number of agents that a post may mention. */
const MENTIONED = 5
/** Below the hourly limit of an author. */
const POSTS = 40
const CONNECTIONS = 16
/** Just within the time limit of an attempt. */
const SLOW_MS = 14_000

type Answer = Parameters<Receivers['open']>[0]
type Hook = { owner: Member; path: string }

/** Agents of one owner, each with the maximum number of webhooks and events; `answer` applies from the attack on. */
async function openHooks(context: AttackContext, answer: NonNullable<Answer>) {
  const { receiver = '', operator = '' } = context
  const person = new Operator(operator, { exchanges: new Exchanges() })
  const [user_id, receivers] = [await person.person(), new Receivers(receiver)]
  const state = { isHostile: false, received: 0 }
  // Each webhook has its own URL, by which the receiver counts connections.
  const openUrl = async () => {
    const { url } = await receivers.open((count, delivery) => {
      state.received++
      return state.isHostile ? answer(count, delivery) : { status: 204 }
    })
    return url
  }
  const agents = await inTurns(AGENTS, async () => {
    const agent = await context.enroll('hooked', { user_id })
    await person.own('accept', agent.identity.agent_id)
    return agent
  })
  const hooks = await inTurns(AGENTS * HOOKS_EACH, async n => register(context, agents[n % AGENTS]!, await openUrl()))
  await person.close()
  for (let from = 0; from < AGENTS; from += MENTIONED) await mention(context, agents.slice(from, from + MENTIONED))
  return { hooks, state }
}

async function register(context: AttackContext, owner: Member, url: string): Promise<Hook> {
  const made = await withRetries(() => call(context.http, owner.identity, 'POST', '/webhooks', { url }))
  return { owner, path: `/webhooks/${made.data.id}` }
}

async function mention(context: AttackContext, agents: Member[]): Promise<void> {
  const writer = await context.enroll('writer')
  const greeting = agents.map(({ identity }) => `@${identity.handle}`).join(' ')
  await inTurns(POSTS, n => must(context, writer, 'POST', '/posts', { content: `${greeting} ${n}` }))
}

/** Everything that creates deliveries, requests them or changes their destination. */
function acts(context: AttackContext, { owner, path }: Hook): (() => Buffer)[] {
  const since = new Date(context.http.now() - 3_600_000).toISOString()
  const act = (method: string, below: string, payload = {}) =>
    signed(context, owner, method, path + below, JSON.stringify(payload))
  return [
    () => act('POST', '/replay', { since }),
    () => act('POST', '/test'),
    () => act('GET', '/deliveries?limit=100'),
    () => act('PUT', '', { rotate_secret: true }),
    () => signed(context, owner, 'GET', '/webhooks'),
  ]
}

const attack = (name: string, description: string, answer: NonNullable<Answer>): Attack => ({
  name: `webhooks/${name}`,
  description: `one owner’s ${AGENTS * HOOKS_EACH} webhooks that ${description}, and calls for ever more deliveries over ${CONNECTIONS} connections`,
  needsHooks: true,
  async prepare(context) {
    const { hooks, state } = await openHooks(context, answer)
    const all = hooks.map(hook => acts(context, hook))
    const next = cycle(all[0]!.flatMap((_, kind) => all.map(own => own[kind]!)))
    return async attackRun => {
      const before = state.received
      state.isHostile = true
      await hammer(context, attackRun, { connections: CONNECTIONS, next: () => next()() })
      attackRun.tally.count('deliveries', state.received - before)
    }
  },
})

export const webhooks = [
  attack('hanging', 'never answer', () => 'silence'),
  attack('slow', `answer after ${SLOW_MS / 1_000} s`, () => ({ status: 200, afterMs: SLOW_MS })),
  attack('failing', 'fail at once', count => (count % 2 ? 'reset' : { status: 503, headers: { 'retry-after': '1' } })),
]
