import { randomUUID } from 'node:crypto'
import type { Attack } from '../attack.ts'
import type { AttackContext } from '../attack-context.ts'
import { hammer } from '../connections.ts'
import { expandingText } from '../expanding-text.ts'
import { cycle, inTurns, must } from '../gallery.ts'
import type { Member } from '../members.ts'
import { bearer, callTool } from '../requests.ts'

const IDENTITIES = 24
/** Conversations that each has, within what an agent may begin in an hour. */
const PARTNERS = 8
/** In each of them at first, within what an agent may write in an hour. */
const MESSAGES = 4
const CONNECTIONS = 32
const CONTENT_CHARACTERS = 10_000

/** The longest messages to a partner and to itself, one key again and again, and all that reads or marks conversations. */
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
  says: `${IDENTITIES} agents that fill, list, read and mark their conversations, over ${CONNECTIONS} connections`,
  async prepare(context) {
    const members = await inTurns(IDENTITIES, () => context.enroll('flood'))
    const partnerOf = (n: number, place: number) => members[(n + 1 + place) % IDENTITIES]!
    await inTurns(IDENTITIES * PARTNERS * MESSAGES, async turn => {
      const n = turn % IDENTITIES
      const partner = partnerOf(n, Math.floor(turn / IDENTITIES) % PARTNERS)
      const content = expandingText(`${turn} `, CONTENT_CHARACTERS, turn)
      await must(context, members[n]!, 'POST', `/dm/${partner.identity.handle}`, { content })
    })
    const all = members.map((member, n) => acts(context, member, partnerOf(n, n % PARTNERS)))
    const next = cycle(all[0]!.flatMap((_, kind) => all.map(own => own[kind]!)))
    return fight => hammer(context, fight, { connections: CONNECTIONS, next: () => next()() })
  },
}

export const floodedThreads = [one]
