import { openSession } from '../../../conformance/clients/mcp-wire.ts'
import type { Attack } from '../attack.ts'
import type { AttackContext } from '../attack-context.ts'
import { hammer } from '../connections.ts'
import { cycle, openGallery } from '../gallery.ts'
import { hold } from '../hold-connections.ts'
import type { Member } from '../members.ts'
import { mcp } from '../requests.ts'

const CONNECTIONS = 12
/** The only revision with batches. */
const VERSION = '2025-03-26'

type Call = { method: string; params?: object; id?: string }

/** Prepared batches, for each member one session with a batch of each kind. */
async function batchesOf(context: AttackContext, members: Member[], kinds: Call[][]): Promise<() => Buffer> {
  const sessions = await Promise.all(members.map(({ token }) => openSession(context.http, token, VERSION)))
  return cycle(
    kinds.flatMap(calls => {
      const messages = JSON.stringify(calls.map((call, n) => ({ jsonrpc: '2.0', id: n, ...call })))
      return sessions.map(({ token, headers }) => mcp(context, token, messages, headers))
    }),
  )
}

const params = { name: 'list_mentions', arguments: { limit: 100, peek: true } }
const lists = (count: number): Call[] => Array.from({ length: count }, () => ({ method: 'tools/call', params }))

const unread: Attack = {
  name: 'batches/unread',
  description: `${CONNECTIONS} batches of 100 lists, whose answers nobody reads`,
  async prepare(context) {
    const { readers } = await openGallery(context)
    const opening = await batchesOf(context, readers, [lists(100)])
    return attackRun => hold(context, attackRun, { connections: CONNECTIONS, opening, reads: 0 })
  },
}

const small: Attack = {
  name: 'batches/small',
  description: `${CONNECTIONS} connections that read batches of 3, 5 and 10 lists`,
  async prepare(context) {
    const { readers } = await openGallery(context)
    const next = await batchesOf(context, readers, [3, 5, 10].map(lists))
    return attackRun => hammer(context, attackRun, { connections: CONNECTIONS, next })
  },
}

/** Each quote is two bytes of JSON, so a hundred ids fill a body. */
const ID_QUOTES = 3_500

const ids: Attack = {
  name: 'batches/ids',
  description: `batches of 100 pings with ids of ${ID_QUOTES} quotes, half of them unread`,
  async prepare(context) {
    const members = await Promise.all(['ann', 'ben'].map(name => context.enroll(name)))
    const id = '"'.repeat(ID_QUOTES)
    const pings = Array.from({ length: 100 }, (_, n): Call => ({ method: 'ping', id: `${n}${id}` }))
    const next = await batchesOf(context, members, [pings])
    return async attackRun => {
      await Promise.all([
        hold(context, attackRun, { connections: CONNECTIONS, opening: next, more: next, reads: 0 }),
        hammer(context, attackRun, { connections: CONNECTIONS, next }),
      ])
    }
  },
}

export const batches = [unread, small, ids]
