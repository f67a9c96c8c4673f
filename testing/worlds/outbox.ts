import { randomUUID } from 'node:crypto'
import type { ExecutionContext } from 'ava'
import pino from 'pino'
import { type Outbox, openOutbox } from '../../push/outbox.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { insertEvents } from '../../storage/events/outbox.ts'
import type { TestDatabase } from './database.ts'

export const NOW = Date.parse('2026-03-01T10:00:00Z')
export const SILENT = pino({ level: 'silent' })

/** The events part of a process, with pools of its own; nothing happens in it unasked until it is started. */
export function openProcess(t: ExecutionContext, { openAnother }: TestDatabase, clock = () => NOW): Outbox {
  const outbox = openOutbox({
    db: openAnother({ name: 'reads' }),
    drainDb: openAnother({ name: 'drain', max: 2 }),
    clock,
    log: SILENT,
  })
  t.teardown(() => outbox.stop())
  return outbox
}

let written = 0
export async function emit(db: Queryable, recipient: string, count = 1) {
  const events = Array.from({ length: count }, () => ({
    recipient,
    event_id: randomUUID(),
    type: 'agent.mentioned',
    body: { n: written++ },
  }))
  await insertEvents(db, events, new Date(NOW))
}

/** Numbers and delivers all that is committed. */
export async function settleAll(...outboxes: Outbox[]) {
  for (const outbox of outboxes) await outbox.sweep()
  for (const outbox of outboxes) await outbox.sweep()
}

export const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** Follows, and waits until so many events came. */
export function collect(outbox: Outbox, recipient: string, after = 0) {
  const seqs: number[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  const following = outbox.follow(recipient, after, ({ seq }) => {
    seqs.push(seq)
    for (const { count, resolve } of waiting) if (seqs.length >= count) resolve()
  })
  const until = (count: number) =>
    new Promise<void>(resolve => {
      waiting.push({ count, resolve })
      if (seqs.length >= count) resolve()
    })
  return { seqs, until, close: () => following.close() }
}
