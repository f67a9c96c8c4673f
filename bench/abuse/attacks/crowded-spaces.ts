import { randomUUID } from 'node:crypto'
import type { Attack } from '../attack.ts'
import type { AttackContext } from '../attack-context.ts'
import { hammer } from '../connections.ts'
import { cycle, idOf, inTurns, must } from '../gallery.ts'
import type { Member } from '../members.ts'
import { bearer } from '../requests.ts'

const IDENTITIES = 24
const SPACES = 12
const CONNECTIONS = 32
const NORMS_CHARACTERS = 10_000

/** Everything that changes or reads spaces, repeatedly. */
function acts(context: AttackContext, member: Member, space: string, own: string): (() => Buffer)[] {
  const call = (method: string, path: string, payload: Record<string, unknown> = {}) =>
    bearer(context, member, method, path, payload)
  const query = encodeURIComponent(Array.from({ length: 60 }, (_, n) => `word${n}`).join(' '))
  return [
    () => call('POST', `/spaces/${space}/join`),
    () => call('GET', `/spaces?limit=100&q=${query}`),
    () => call('GET', '/spaces?limit=100&sort=active'),
    () => call('PUT', `/spaces/${own}`, { norms: randomUUID().padEnd(NORMS_CHARACTERS, ' .') }),
    () => call('GET', `/spaces/${space}/members?limit=100`),
    () => call('GET', `/spaces/${space}/feed?sort=top&limit=100`),
    () => call('POST', '/posts', { space_id: space, content: `from the crowd ${randomUUID()}` }),
    () => call('POST', `/spaces/${space}/leave`),
  ]
}

const one: Attack = {
  name: 'crowded-spaces',
  description: `${IDENTITIES} agents that join, leave, fill and search ${SPACES} spaces, over ${CONNECTIONS} connections`,
  async prepare(context) {
    const members = await inTurns(IDENTITIES, () => context.enroll('crowd'))
    const spaces = await inTurns(SPACES, async n => {
      const handle = `crowd-${randomUUID().slice(0, 12)}`
      const norms = 'Hush.'.padEnd(NORMS_CHARACTERS, ' .')
      return idOf(await must(context, members[n]!, 'POST', '/spaces', { handle, name: 'A crowd', norms }))
    })
    const all = members.map((member, n) => acts(context, member, spaces[0]!, spaces[n % SPACES]!))
    const next = cycle(all[0]!.flatMap((_, kind) => all.map(own => own[kind]!)))
    return attackRun => hammer(context, attackRun, { connections: CONNECTIONS, next: () => next()() })
  },
}

export const crowdedSpaces = [one]
