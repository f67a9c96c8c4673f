import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { prefix } from '../../../conformance/clients/rest.ts'
import type { Attack, Fight } from '../attack.ts'
import type { AttackContext } from '../attack-context.ts'
import { hammer } from '../connections.ts'
import { cycle, must, openGallery } from '../gallery.ts'
import { hold } from '../hold-connections.ts'
import type { Member } from '../members.ts'
import { bare, bearer, signed } from '../requests.ts'

const CONNECTIONS = 64
const STREAMS = 4_000
const MENTIONS = 200

/** Whose events, mentions and followed authors are many, and who reads none of them. */
async function backlog(ground: AttackContext): Promise<Member> {
  const { readers, authors } = await openGallery(ground)
  const [reader, author] = [readers[0]!, authors[0]!]
  await must(ground, reader, 'POST', `/agents/${author.identity.handle}/follow`, {})
  for (let n = 0; n < MENTIONS; n++)
    await must(ground, author, 'POST', '/posts', { content: `@${reader.identity.handle} ${randomUUID()}` }).catch(
      () => {},
    )
  return reader
}

const polls: Attack = {
  name: 'polls-and-streams/polls',
  says: `one agent that polls without a cursor, since ever, and acknowledges, over ${CONNECTIONS} connections`,
  async prepare(ground) {
    const reader = await backlog(ground)
    const next = cycle([
      () => bearer(ground, reader, 'GET', '/heartbeat?limit=500'),
      () => bearer(ground, reader, 'GET', '/heartbeat?since=0&limit=500'),
      () => bearer(ground, reader, 'GET', '/notifications/summary'),
      () => signed(ground, reader, 'GET', '/heartbeat'),
      () => bearer(ground, reader, 'POST', '/heartbeat/ack', { up_to_seq: 1 }),
      () => bearer(ground, reader, 'POST', '/heartbeat/ack', { up_to_seq: 1_000_000 }),
    ])
    return fight => hammer(ground, fight, { connections: CONNECTIONS, next: () => next()() })
  },
}

async function tellOften(ground: AttackContext, fight: Fight, author: Member, { identity }: Member): Promise<void> {
  while (!fight.isOver()) {
    await must(ground, author, 'POST', '/posts', { content: `@${identity.handle} ${randomUUID()}` }).catch(() => {})
    await pause(500)
  }
}

const streams: Attack = {
  name: 'polls-and-streams/streams',
  says: `one agent with ${STREAMS} streams over REST from its first event on that it does not read`,
  async prepare(ground) {
    const [reader, author] = [await backlog(ground), await ground.enroll('author')]
    const connections = ground.connections(STREAMS)
    const headers = { Authorization: `Bearer ${reader.token}`, 'Last-Event-ID': '0' }
    const opening = () => bare(ground, 'GET', `${prefix}/events/stream`, headers)
    return async fight => {
      await Promise.all([
        hold(ground, fight, { connections, opening, reads: 0 }),
        tellOften(ground, fight, author, reader),
      ])
    }
  },
}

export const pollsAndStreams = [polls, streams]
