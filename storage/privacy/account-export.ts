import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createSemaphore } from '../../concurrency/semaphore.ts'
import type { DbAddress } from '../db/db.ts'
import { exportRows } from './export-rows.ts'

/** Exports in progress, each with a connection of its own, and those that wait for one. */
const [PERMITS, WAITING] = [2, 20]

export interface AccountExport {
  /** Whether no further export can wait: check it before a response begins. */
  isFull(): boolean
  /** Writes all data of a person as JSON lines, as fast as it is read; rejects if it is not read to its end. */
  write(personId: string, to: Writable): Promise<void>
}

export function createAccountExport(address: DbAddress): AccountExport {
  const exports = createSemaphore({ permits: PERMITS, maxWaiting: WAITING })
  return {
    isFull: () => exports.waiting() >= WAITING,
    write: (personId, to) =>
      exports.run(async () => {
        await exportRows(address, { kind: 'own', subject: personId, audit: async () => {} }, lines =>
          pipeline(Readable.from(lines), to),
        )
      }),
  }
}
