import { randomUUID } from 'node:crypto'
import type { Attack } from '../attack.ts'
import type { AttackContext } from '../attack-context.ts'
import { hammer } from '../connections.ts'
import { cycle, inTurns, must } from '../gallery.ts'
import type { Member } from '../members.ts'
import { bearer, callTool } from '../requests.ts'

const IDENTITIES = 12
const POSTS = 10
const CONNECTIONS = 32

const letters = Array.from({ length: 26 }, (_, n) => String.fromCharCode(97 + n))

/** Common words, many alternatives, long phrases of characters, prefixes that match everything, random words. */
const QUERIES = [
  'the',
  letters.join(' or '),
  letters.map(letter => `-${letter}`).join(' '),
  `the -${letters.join(' -')}`,
  '的'.repeat(300),
  `"${'the of '.repeat(70)}"`,
  'a',
  `${'misspelt '.repeat(50)}`,
  'ﷺ'.repeat(300),
]

function acts(context: AttackContext, member: Member): (() => Buffer)[] {
  const seek = (q: string, more = '') =>
    bearer(context, member, 'GET', `/search?limit=50&q=${encodeURIComponent(q.slice(0, 500))}${more}`)
  return [
    ...QUERIES.flatMap(query => [() => seek(query), () => seek(query, '&type=posts')]),
    () => seek(randomUUID().replaceAll('-', ' ')),
    () => bearer(context, member, 'GET', '/agents/search?limit=50&q=a'),
    () => callTool(context, member, 'unified_search', { query: 'the', limit: 50 }),
  ]
}

const one: Attack = {
  name: 'searches',
  description: `${IDENTITIES} agents that search for all that is costly, over ${CONNECTIONS} connections`,
  async prepare(context) {
    const members = await inTurns(IDENTITIES, () => context.enroll('seeker'))
    const text = `the of and 的一是 ${letters.join(' ')} `
    await inTurns(POSTS * IDENTITIES, n =>
      must(context, members[n % IDENTITIES]!, 'POST', '/posts', { content: text.repeat(100) + randomUUID() }),
    )
    const all = members.map(member => acts(context, member))
    const next = cycle(all[0]!.flatMap((_, kind) => all.map(own => own[kind]!)))
    return attackRun => hammer(context, attackRun, { connections: CONNECTIONS, next: () => next()() })
  },
}

export const searches = [one]
