import { openSession } from '../../clients/mcp-wire.ts'
import type { Attack } from '../attack.ts'
import { hammer } from '../connections.ts'
import { cycle, openGallery } from '../gallery.ts'
import type { Ground } from '../ground.ts'
import { hold } from '../hold.ts'
import type { Member } from '../members.ts'
import { mcp } from '../requests.ts'

const CONNECTIONS = 12
/** The one revision that has batches. */
const VERSION = '2025-03-26'

type Call = { method: string; params?: object; id?: string }

/** Sends batches in sessions of these members, each in turn. */
async function batchSender(ground: Ground, members: Member[]): Promise<(calls: Call[]) => Buffer> {
  const sessions = await Promise.all(members.map(({ token }) => openSession(ground.door, token, VERSION)))
  const nextSession = cycle(sessions)
  return calls => {
    const { token, headers } = nextSession()
    const messages = calls.map((call, n) => ({ jsonrpc: '2.0', id: n, ...call }))
    return mcp(ground, token, JSON.stringify(messages), headers)
  }
}

const params = { name: 'list_mentions', arguments: { limit: 100, peek: true } }
const lists = (count: number): Call[] => Array.from({ length: count }, () => ({ method: 'tools/call', params }))

const unread: Attack = {
  name: 'batches/unread',
  says: `${CONNECTIONS} batches of 100 lists, whose answers nobody reads`,
  async prepare(ground) {
    const { readers } = await openGallery(ground)
    const batch = await batchSender(ground, readers)
    return fight => hold(ground, fight, { connections: CONNECTIONS, opening: () => batch(lists(100)), reads: 0 })
  },
}

const small: Attack = {
  name: 'batches/small',
  says: `${CONNECTIONS} connections that read batches of 3, 5 and 10 lists`,
  async prepare(ground) {
    const { readers } = await openGallery(ground)
    const batch = await batchSender(ground, readers)
    const size = cycle([3, 5, 10])
    return fight => hammer(ground, fight, { connections: CONNECTIONS, next: () => batch(lists(size())) })
  },
}

const ID_CHARACTERS = 7_000

const ids: Attack = {
  name: 'batches/ids',
  says: `batches of 100 pings with ids of ${ID_CHARACTERS} characters, half of them unread`,
  async prepare(ground) {
    const members = await Promise.all(['ann', 'ben'].map(word => ground.enroll(word)))
    const batch = await batchSender(ground, members)
    const id = '"'.repeat(ID_CHARACTERS / 2)
    const pings = Array.from({ length: 100 }, (_, n): Call => ({ method: 'ping', id: `${n}${id}` }))
    const next = () => batch(pings)
    return async fight => {
      await Promise.all([
        hold(ground, fight, { connections: CONNECTIONS, opening: next, more: next, reads: 0 }),
        hammer(ground, fight, { connections: CONNECTIONS, next }),
      ])
    }
  },
}

export const batches = [unread, small, ids]
