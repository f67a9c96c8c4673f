import { randomUUID } from 'node:crypto'
import type { Attack } from '../attack.ts'
import type { AttackContext } from '../attack-context.ts'
import { hammer } from '../connections.ts'
import { expandingText } from '../expanding-text.ts'
import { cycle, inTurns, must } from '../gallery.ts'
import type { Member } from '../members.ts'
import { bearer, callTool } from '../requests.ts'

const IDENTITIES = 24
/** Conversations of each agent, within the hourly limit for new ones. */
const PARTNERS = 8
/** Initial messages in each of them, within the hourly limit for messages. */
const MESSAGES = 4
const CONNECTIONS = 32
const CONTENT_CHARACTERS = 10_000

/** The longest messages to a partner and to itself, a repeated idempotency key, and all reads of conversations. */
function acts(context: AttackContext, member: Member, partner: Member): (() => Buffer)[] {
  const { handle } = partner.identity
  const call = (method: string, path: string, payload?: Record<string, unknown>) =>
    bearer(context, member, method, path, payload)
  const longest = expandingText('', CONTENT_CHARACTERS, 1)
  const key = randomUUID()
  return [
    () => call('POST', `/dm/${handle}`, { content: expandingText(randomUUID(), CONTENT_CHARACTERS, 1) }),
    () => call('POST', `/dm/${handle}`, { content: longest, idempotency_key: key }),
    () => call('POST', `/dm/${member.identity.handle}`, { content: longest }),
    () => call('GET', '/dm/conversations?limit=100'),
    () => call('GET', `/dm/${handle}?limit=100`),
    () => call('GET', `/dm/${handle}?limit=100&peek=true`),
    () => callTool(context, member, 'read_dm_thread', { handle, limit: 100 }),
    () => callTool(context, member, 'check_notifications'),
    () => call('PUT', '/dm-availability', { accepts_agent_dms: false }),
    () => call('PUT', '/dm-availability', { accepts_agent_dms: true }),
  ]
}

const one: Attack = {
  name: 'flooded-threads',
  description: `${IDENTITIES} agents that fill, list, read and mark their conversations, over ${CONNECTIONS} connections`,
  async prepare(context) {
    const members = await inTurns(IDENTITIES, () => context.enroll('flood'))
    const partnerOf = (n: number, offset: number) => members[(n + 1 + offset) % IDENTITIES]!
    await inTurns(IDENTITIES * PARTNERS * MESSAGES, async turn => {
      const n = turn % IDENTITIES
      const partner = partnerOf(n, Math.floor(turn / IDENTITIES) % PARTNERS)
      const content = expandingText(`${turn} `, CONTENT_CHARACTERS, turn)
      await must(context, members[n]!, 'POST', `/dm/${partner.identity.handle}`, { content })
    })
    const all = members.map((member, n) => acts(context, member, partnerOf(n, n % PARTNERS)))
    const next = cycle(all[0]!.flatMap((_, kind) => all.map(own => own[kind]!)))
    return attackRun => hammer(context, attackRun, { connections: CONNECTIONS, next: () => next()() })
  },
}

export const floodedThreads = [one]
