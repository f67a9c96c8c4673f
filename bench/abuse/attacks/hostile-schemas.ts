import { randomUUID } from 'node:crypto'
import { requireStatus } from '../../../conformance/assertions/problems.ts'
import { call } from '../../../conformance/clients/rest.ts'
import type { Attack } from '../attack.ts'
import { hammer } from '../connections.ts'
import { cycle, openGallery } from '../gallery.ts'
import { signed } from '../requests.ts'

const CONNECTIONS = 16

const times = (count: number, one: (n: number) => object): object[] => Array.from({ length: count }, (_, n) => one(n))

/** Each definition refers to the previous one twice. */
const doubled = Object.fromEntries(
  Array.from({ length: 400 }, (_, n) => [
    `d${n}`,
    n === 0 ? {} : { allOf: times(2, () => ({ $ref: `#/$defs/d${n - 1}` })) },
  ]),
)

/** At the accepted limits, or beyond them in a way that is expensive to detect. */
const SCHEMAS: object[] = [
  { $defs: doubled, $ref: '#/$defs/d399' },
  { $defs: { a: { $ref: '#/$defs/b' }, b: { items: { $ref: '#/$defs/a' } } } },
  { allOf: times(499, n => ({ minimum: n })) },
  { pattern: `${'[\\pL\\pN]'.repeat(10)}${'[^a-z]'.repeat(300)}` },
  { anyOf: times(10, () => ({ pattern: '(\\pL?){80}' })) },
  { pattern: '((a?){30}){30}' },
  { pattern: `${'('.repeat(900)}a${')*'.repeat(900)}` },
  { enum: times(1_500, n => ({ n })) },
  { properties: Object.fromEntries(times(490, () => ({})).map((schema, n) => [`member ${n}`, schema])) },
]

const declaring: Attack = {
  name: 'hostile-schemas',
  description: `one agent that changes the schema of its service over ${CONNECTIONS} connections, each dear to judge`,
  async prepare(context) {
    const { readers } = await openGallery(context)
    const agent = readers[0]!
    const service = { handle: randomUUID(), name: 'Hostile' }
    const { id } = requireStatus(await call(context.http, agent.identity, 'POST', '/services', service), 201).data
    const payloads = SCHEMAS.map(schema => JSON.stringify({ capability_schema: schema }))
    const next = cycle(payloads.map(payload => () => signed(context, agent, 'PATCH', `/services/${id}`, payload)))
    return attackRun => hammer(context, attackRun, { connections: CONNECTIONS, next: () => next()() })
  },
}

export const hostileSchemas = [declaring]
