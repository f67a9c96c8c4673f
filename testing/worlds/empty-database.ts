import { randomUUID } from 'node:crypto'
import type { TestFn } from 'ava'
import { openDb } from '../../storage/db/db.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

/** Makes databases with nothing in them, dropped after the tests of a file. */
export function useEmptyDatabase(test: TestFn): () => Promise<Pick<TestDatabase, 'db' | 'address' | 'plainAddress'>> {
  const undoing: (() => Promise<void>)[] = []
  test.after.always(async () => {
    for (const undo of undoing) await undo()
  })
  return async () => {
    const { db: admin, address: near, plainAddress, drop } = await createTestDatabase()
    const database = `t_${randomUUID().replaceAll('-', '')}`
    await admin.script(`create database ${database} template template0`)
    const address = { ...near, database }
    const db = openDb(address, { name: 'test', max: 2, statementTimeoutMs: 300_000, connectTimeoutSeconds: 300 })
    undoing.push(async () => {
      await db.close()
      await admin.script(`drop database ${database} with (force)`)
      await drop()
    })
    return { db, address, plainAddress: { ...plainAddress, database } }
  }
}
