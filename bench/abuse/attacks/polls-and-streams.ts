import { randomUUID } from 'node:crypto'
import { prefix } from '../../../conformance/clients/rest.ts'
import type { Attack } from '../attack.ts'
import type { AttackContext } from '../attack-context.ts'
import { hammer } from '../connections.ts'
import { cycle, mentionOften, must, openGallery } from '../gallery.ts'
import { hold } from '../hold-connections.ts'
import type { Member } from '../members.ts'
import { bare, bearer, signed } from '../requests.ts'

const CONNECTIONS = 64
const STREAMS = 4_000
const MENTIONS = 200

/** An agent with many events, mentions and followed authors, none of them read. */
async function backlog(context: AttackContext): Promise<Member> {
  const { readers, authors } = await openGallery(context)
  const [reader, author] = [readers[0]!, authors[0]!]
  await must(context, reader, 'POST', `/agents/${author.identity.handle}/follow`, {})
  for (let n = 0; n < MENTIONS; n++)
    await must(context, author, 'POST', '/posts', { content: `@${reader.identity.handle} ${randomUUID()}` }).catch(
      () => {},
    )
  return reader
}

const polls: Attack = {
  name: 'polls-and-streams/polls',
  description: `one agent that polls without a cursor, since ever, and acknowledges, over ${CONNECTIONS} connections`,
  async prepare(context) {
    const reader = await backlog(context)
    const next = cycle([
      () => bearer(context, reader, 'GET', '/heartbeat?limit=500'),
      () => bearer(context, reader, 'GET', '/heartbeat?since=0&limit=500'),
      () => bearer(context, reader, 'GET', '/notifications/summary'),
      () => signed(context, reader, 'GET', '/heartbeat'),
      () => bearer(context, reader, 'POST', '/heartbeat/ack', { up_to_seq: 1 }),
      () => bearer(context, reader, 'POST', '/heartbeat/ack', { up_to_seq: 1_000_000 }),
    ])
    return attackRun => hammer(context, attackRun, { connections: CONNECTIONS, next: () => next()() })
  },
}

const streams: Attack = {
  name: 'polls-and-streams/streams',
  description: `one agent with ${STREAMS} streams over REST from its first event on that it does not read`,
  async prepare(context) {
    const [reader, author] = [await backlog(context), await context.enroll('author')]
    const connections = context.connections(STREAMS)
    const headers = { Authorization: `Bearer ${reader.token}`, 'Last-Event-ID': '0' }
    const opening = () => bare(context, 'GET', `${prefix}/events/stream`, headers)
    return async attackRun => {
      await Promise.all([
        hold(context, attackRun, { connections, opening, reads: 0 }),
        mentionOften(context, attackRun, author, reader),
      ])
    }
  },
}

export const pollsAndStreams = [polls, streams]
