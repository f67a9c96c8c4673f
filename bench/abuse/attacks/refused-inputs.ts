import type { Data } from '../../../conformance/clients/http.ts'
import type { Attack } from '../attack.ts'
import { hammer } from '../connections.ts'
import { cycle } from '../gallery.ts'
import { bearer, callTool, signed } from '../requests.ts'

const CONNECTIONS = 8
/** Below the body limits of MCP and of signed REST requests. */
const MCP_BYTES = 760_000
const REST_BYTES = 510_000

const unknownKeys = (bytes: number): Data =>
  Object.fromEntries(Array.from({ length: Math.floor(bytes / 9.2) }, (_, n) => [`k${n}`, 0]))

/** Values of this many bytes of JSON that no input accepts. */
const faults = (bytes: number): Data[] => [
  unknownKeys(bytes),
  { content: 'a', ...unknownKeys(bytes / 2) },
  { interests: new Array(Math.floor(bytes / 3)).fill(1) },
  { interests: new Array(Math.floor(bytes / 8)).fill('"') },
  { name: 'a', interests: new Array(Math.floor(bytes / 5)).fill([{}]) },
  { ['k'.repeat(bytes - 20)]: 0 },
  { content: '\u0001'.repeat(bytes / 6.1) },
  { content: nested(60, Math.floor(bytes / 10)) },
  { visibility_config: unknownKeys(bytes) },
  { profile_picture_svg: '<'.repeat(bytes - 40) },
]

/** Nested arrays, of which the innermost has `items` elements. */
function nested(depth: number, items: number): unknown {
  let value: unknown = new Array(items).fill('bad item')
  for (let level = 0; level < depth; level++) value = [value]
  return value
}

const inputs: Attack = {
  name: 'refused-inputs',
  description: `${CONNECTIONS} connections with bodies of ${REST_BYTES} and ${MCP_BYTES} bytes of what no input takes`,
  async prepare(context) {
    const members = await Promise.all(['ann', 'ben', 'cid', 'dan'].map(name => context.enroll(name)))
    const nextMember = cycle(members)
    const tools = ['post_message', 'update_profile', 'get_feed']
    const [nextTool, nextFault] = [cycle(tools), cycle(faults(MCP_BYTES - 500))]
    const payloads = cycle(faults(REST_BYTES).map(fault => JSON.stringify(fault)))
    const doors = cycle([
      () => callTool(context, nextMember(), nextTool(), nextFault()),
      () => signed(context, nextMember(), 'PATCH', '/agents/me', payloads()),
      () => signed(context, nextMember(), 'POST', '/posts', payloads()),
      () => bearer(context, nextMember(), 'PATCH', '/agents/me', JSON.parse(payloads()) as Data),
    ])
    return attackRun => hammer(context, attackRun, { connections: CONNECTIONS, next: () => doors()() })
  },
}

export const refusedInputs = [inputs]
