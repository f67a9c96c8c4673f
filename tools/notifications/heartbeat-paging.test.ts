import { randomUUID } from 'node:crypto'
import test from 'ava'
import type { Outbox } from '../../push/outbox.ts'
import { insertEvents } from '../../storage/events/outbox.ts'
import { NOW, numbers, openProcess } from '../../testing/fixtures/outbox-processes.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { createTestRuntime, keyPairOf } from '../../testing/fixtures/test-world.ts'
import type { AgentActor, Runtime } from '../core/context.ts'
import type { AnyTool } from '../core/define-tool.ts'
import { invoke } from '../core/invoke-tool.ts'
import { enrollAgent } from '../enrollment/enroll-agent.ts'
import { postMessage } from '../posts/post-message.ts'
import { heartbeat } from './heartbeat.ts'

const database = useDatabase(test)

const WRITERS = numbers(1, 6).map(n => `writer-${n}`)
const POSTS_EACH = 24

interface Polled {
  events: { id: string; seq: number; subject: { post_id?: string } }[]
  cursor: string
  has_more: boolean
}

async function call(runtime: Runtime, tool: AnyTool, actor: AgentActor | { kind: 'anyone' }, input: object) {
  return (await invoke(runtime, tool, { actor, input, request_id: 'test' })).output
}

/** The runtime of one process, with its own pool and sequencer. */
function openRuntime(outbox: Outbox): Runtime {
  return createTestRuntime(database().openAnother({ name: 'tools' }), () => NOW, {
    newId: randomUUID,
    wakeOutbox: () => outbox.wake(),
    settleEvents: recipient => outbox.settle(recipient),
  })
}

async function enroll(runtime: Runtime, handle: string): Promise<AgentActor> {
  const input = { handle, name: handle, public_key_pem: keyPairOf(handle).publicKey }
  const { id, key_fingerprint } = await call(runtime, enrollAgent, { kind: 'anyone' }, input)
  const proven = { agent_id: id as string, key_fingerprint: key_fingerprint as string, key_version: 1 }
  return { kind: 'agent', handle, visibility: 'public', status: 'active', transport: 'rest', ...proven }
}

/** Signals pollers when a write starts or ends. */
function openStir() {
  let [count, waiting] = [0, [] as (() => void)[]]
  return {
    stir() {
      count++
      for (const go of waiting.splice(0)) go()
    },
    /** Resolves with the number of signals once it is greater than `seen`. */
    async after(seen: number): Promise<number> {
      if (count <= seen) await new Promise<void>(resolve => waiting.push(resolve))
      return count
    },
  }
}

/**
 * Mentions by posts, one statement each, and events of transactions that are open while the posts commit; every third
 * transaction is undone. Answers the ids of the posts and how many other events were committed.
 */
async function write(runtime: Runtime, author: AgentActor, recipient: string, stir: () => void) {
  const posts: unknown[] = []
  let others = 0
  const event = () => [{ recipient, event_id: randomUUID(), type: 'social.follow.created', body: BODY }]
  for (const n of numbers(1, POSTS_EACH)) {
    const committed = runtime.db.transaction(async tx => {
      await insertEvents(tx, event(), new Date(NOW))
      stir()
      posts.push((await call(runtime, postMessage, author, { content: `@reader ${author.handle} ${n}` })).id)
      stir()
      await insertEvents(tx, event(), new Date(NOW))
      if (n % 3 === 0) throw new Error('undone')
      others += 2
    })
    await committed.catch(() => {})
    runtime.wakeOutbox()
    stir()
  }
  return { posts, others }
}

const BODY = { actor: { kind: 'platform' }, subject: {}, excerpt: '', data: {} }

interface Written {
  isDone(): boolean
  after(seen: number): Promise<number>
}

/** Polls the processes in turn, by cursor, while events are written, until a poll after the last write is empty. */
async function pollAll(runtimes: Runtime[], reader: AgentActor, limit: number, { isDone, after }: Written) {
  const events: Polled['events'] = []
  let cursor: string | undefined
  for (let [polls, seen, isMore] = [0, 0, true]; ; polls++) {
    if (!isMore && !isDone()) seen = await after(seen)
    const wasDone = isDone()
    const page = (await call(runtimes[polls % runtimes.length]!, heartbeat, reader, {
      limit,
      cursor,
    })) as unknown as Polled
    events.push(...page.events)
    cursor = page.cursor
    isMore = page.has_more
    if (wasDone && !isMore) return events
  }
}

test('a cursor neither misses nor repeats events, whatever commits meanwhile, on any instance', async t => {
  const runtimes = [openRuntime(openProcess(t, database())), openRuntime(openProcess(t, database()))]
  const reader = await enroll(runtimes[0]!, 'reader')
  const authors = await Promise.all(WRITERS.map(handle => enroll(runtimes[0]!, handle)))
  let isDone = false
  const { stir, after } = openStir()
  const writing = Promise.all(authors.map((author, n) => write(runtimes[n % 2]!, author, reader.agent_id, stir)))
  const polling = Promise.all([3, 500].map(limit => pollAll(runtimes, reader, limit, { isDone: () => isDone, after })))
  const written = await writing.finally(() => {
    isDone = true
    stir()
  })
  const posts = written.flatMap(writer => writer.posts)
  const count = posts.length + written.reduce((sum, { others }) => sum + others, 0)
  t.is(posts.length, WRITERS.length * POSTS_EACH)
  for (const events of await polling) {
    t.deepEqual(
      events.map(({ seq }) => seq),
      numbers(1, count),
    )
    t.is(new Set(events.map(({ id }) => id)).size, count)
    const received = events.flatMap(({ subject }) => subject.post_id ?? [])
    t.deepEqual(received.toSorted(), posts.toSorted())
  }
})

test('an agent that polls with since gets every event too, repeated ones with the same id and number', async t => {
  const runtimes = [openRuntime(openProcess(t, database())), openRuntime(openProcess(t, database()))]
  const reader = await enroll(runtimes[0]!, 'reader-by-time')
  const writer = await enroll(runtimes[0]!, 'writer-by-time')
  const poll = async (n: number) =>
    (await call(runtimes[n % 2]!, heartbeat, reader, { since: NOW, limit: 500 })) as unknown as Polled
  const ids = new Map<number, string>()
  for (const n of numbers(1, 20)) {
    await call(runtimes[0]!, postMessage, writer, { content: `@reader-by-time ${n}` })
    const { events } = await poll(n)
    t.deepEqual(
      events.map(({ seq }) => seq),
      numbers(1, n),
    )
    for (const { seq, id } of events) t.is(ids.get(seq) ?? id, id)
    for (const { seq, id } of events) ids.set(seq, id)
  }
})
