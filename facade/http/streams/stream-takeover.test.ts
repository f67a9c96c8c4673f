import test from 'ava'
import { pino } from 'pino'
import { v7 } from 'uuid'
import { announceStream, STREAM_CHANNEL } from '../../../storage/mcp/ended-sessions.ts'
import { useDatabase } from '../../../testing/fixtures/test-database.ts'
import { createStreamTakeovers } from './stream-takeover.ts'

const database = useDatabase(test)

const SESSION = '00000000-0000-7000-8000-000000000001'

/** Resolves when all earlier announcements have been received. */
async function settled(): Promise<void> {
  const { db } = database()
  let received = () => {}
  const echo = new Promise<void>(resolve => {
    received = resolve
  })
  const stop = await db.listen(
    STREAM_CHANNEL,
    payload => payload.endsWith(' echo') && received(),
    () => {},
  )
  await announceStream(db, 'nobody echo', 'echo')
  await echo
  await stop()
}

async function open(replaced: string[]) {
  const { db } = database()
  const replacements = createStreamTakeovers({ db, newId: v7, log: pino({ level: 'silent' }) }, session => {
    if (session === SESSION) replaced.push(session)
  })
  await replacements.listen()
  return replacements
}

test.serial('a stream opened in another process replaces the one here', async t => {
  const replaced: string[] = []
  await open(replaced)
  await announceStream(database().db, 'other 1', SESSION)
  await settled()
  t.deepEqual(replaced, [SESSION])
})

test.serial('a stream is not replaced by its own announcement, but by a later one', async t => {
  const replaced: string[] = []
  const here = await open(replaced)
  await Promise.all([here.announce(SESSION), here.announce(SESSION)])
  await settled()
  t.deepEqual(replaced, [])
  await announceStream(database().db, 'other 2', SESSION)
  await settled()
  t.deepEqual(replaced, [SESSION])
})
