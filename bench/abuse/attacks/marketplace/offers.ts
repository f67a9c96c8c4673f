import { randomUUID } from 'node:crypto'
import { Receivers } from '../../../../conformance/stubs/receiver.ts'
import type { Attack } from '../../attack.ts'
import { hammer } from '../../connections.ts'
import { cycle, inTurns } from '../../gallery.ts'
import { createOfferedService } from '../../offered-service.ts'
import { bearer, callTool } from '../../requests.ts'

const OFFERS = 24
const OWNERS = 6
const SEEKERS = 8
const CONNECTIONS = 32

const letters = Array.from({ length: 26 }, (_, n) => String.fromCharCode(97 + n))

/** Words that every offer contains, many alternatives, excluded words, phrases, filters that match everything. */
const QUERIES = [
  ...[
    'the',
    'a',
    letters.join(' or '),
    `the -${letters.join(' -')}`,
    `"${'the of '.repeat(60)}"`,
    '的'.repeat(300),
  ].map(q => `q=${encodeURIComponent(q)}`),
  'sort=newest',
  'category=general&sla_tier=sync&min_trust=0&include_priced=true',
  'skill_tag=words&verified_within=86400',
]

const dear: Attack = {
  name: 'offers',
  description: `${SEEKERS} agents that search ${OFFERS} offers for all that is costly, over ${CONNECTIONS} connections`,
  needsHooks: true,
  async prepare(context) {
    const owners = await inTurns(OWNERS, () => context.enroll('offers'))
    const description = `the of and 的一是 ${letters.join(' ')} `.repeat(40).slice(0, 2_000)
    const receivers = new Receivers(context.receiver ?? '')
    const stalls = await inTurns(OFFERS, n =>
      createOfferedService(context, receivers, owners[n % OWNERS]!, { description }),
    )
    const seekers = await inTurns(SEEKERS, () => context.enroll('seeks'))
    const next = cycle(
      seekers.flatMap(seeker => [
        ...QUERIES.map(query => () => bearer(context, seeker, 'GET', `/service-offers?limit=50&${query}`)),
        () => bearer(context, seeker, 'GET', `/service-offers?limit=50&q=${randomUUID().replaceAll('-', '+')}`),
        () => callTool(context, seeker, 'search_agent_services', { query: 'the', limit: 50 }),
        ...stalls.map(
          ({ offerId }) =>
            () =>
              bearer(context, seeker, 'GET', `/service-offers/${offerId}`),
        ),
      ]),
    )
    return attackRun => hammer(context, attackRun, { connections: CONNECTIONS, next: () => next()() })
  },
}

export const offers = [dear]
