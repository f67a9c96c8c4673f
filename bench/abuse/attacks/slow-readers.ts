import type { Attack } from '../attack.ts'
import type { AttackContext } from '../attack-context.ts'
import { cycle, mentionOften, openGallery } from '../gallery.ts'
import { hold } from '../hold-connections.ts'
import { bare, bearer, callTool, modern } from '../requests.ts'

const PAGES = 500
const SLOW = 250
const SLOW_BYTES = 32 * 1024
const PIPES = 16
const STREAMS = 4_000
const IDLE = 8_000

async function bigPages(context: AttackContext): Promise<() => Buffer> {
  const { readers } = await openGallery(context)
  return cycle(
    readers.flatMap(reader => [
      bearer(context, reader, 'GET', '/posts/mentions?limit=100&peek=true'),
      callTool(context, reader, 'list_mentions', { limit: 100, peek: true }),
    ]),
  )
}

const pages: Attack = {
  name: 'unread-answers/pages',
  description: `${PAGES} pages of 100 posts that nobody reads`,
  async prepare(context) {
    const next = await bigPages(context)
    return attackRun => hold(context, attackRun, { connections: PAGES, opening: next, reads: 0 })
  },
}

const slow: Attack = {
  name: 'unread-answers/slow',
  description: `such pages read by ${SLOW} clients at 1 and ${SLOW} at ${SLOW_BYTES} bytes a second, and unread on ${SLOW} half-closed connections`,
  async prepare(context) {
    const opening = await bigPages(context)
    const common = { connections: SLOW, opening }
    return async attackRun => {
      await Promise.all([
        hold(context, attackRun, { ...common, reads: 1 }),
        hold(context, attackRun, { ...common, reads: SLOW_BYTES }),
        hold(context, attackRun, { ...common, reads: 0, isHalfClosed: true }),
      ])
    }
  },
}

const pipelined: Attack = {
  name: 'unread-answers/pipelined',
  description: `${PIPES} connections with requests without end and no answer read, half of them for documents`,
  async prepare(context) {
    const page = await bigPages(context)
    const document = bare(context, 'GET', '/api/v1/aui/openapi.yaml')
    const more = (n: number) => (n % 2 === 0 ? page() : document)
    return attackRun => hold(context, attackRun, { connections: PIPES, opening: more, more, reads: 0 })
  },
}

const streams: Attack = {
  name: 'unread-answers/streams',
  description: `one agent with ${STREAMS} streams that it does not read, told of mentions meanwhile`,
  async prepare(context) {
    const [listener, author] = [await context.enroll('listener'), await context.enroll('author')]
    const notifications = { resourceSubscriptions: ['agent://me/inbox'] }
    const listen = modern(context, listener, 'subscriptions/listen', { notifications })
    const connections = context.connections(STREAMS)
    return async attackRun => {
      await Promise.all([
        hold(context, attackRun, { connections, opening: () => listen, reads: 0 }),
        mentionOften(context, attackRun, author, listener),
      ])
    }
  },
}

const idle: Attack = {
  name: 'unread-answers/idle',
  description: `${IDLE} connections that ask nothing`,
  async prepare(context) {
    return attackRun => hold(context, attackRun, { connections: context.connections(IDLE), opening: () => undefined })
  },
}

export const slowReaders = [pages, slow, pipelined, streams, idle]
