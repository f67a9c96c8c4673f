import test from 'ava'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { TEST_SERVER } from '../../testing/processes/server-options.ts'
import { clientsOf, PREFIX, signForTwoServers } from '../../testing/processes/two-servers.ts'
import { HOUR } from '../../tools/core/durations.ts'
import { startServer } from '../server.ts'

const database = useDatabase(test)
const PATH = `${PREFIX}/events/stream`
const ENDING = 'retry: 1000\nevent: stream.closed\ndata: {"reason":"hour_over"}\n\n'

test('a signed stream ends after an hour, with a retry time', async t => {
  let now = Date.UTC(2026, 10, 21, 12)
  const server = await startServer({ ...TEST_SERVER, clock: () => now, database: database().address })
  t.teardown(() => server.close())
  const clients = clientsOf([server], database().db, () => now)
  const [ann, bob] = [await clients.enroll('ann'), await clients.enroll('bob')]
  const open = async (nonce: string) => {
    const headers = { 'X-AUI-Signature': signForTwoServers(ann, 'GET', PATH, {}, nonce, now) }
    const { body } = await fetch(`${server.url}${PATH}`, { headers })
    const chunks = body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    /** Everything received, once it contains this, or the stream has ended. */
    return async (awaited: string) => {
      while (!text.includes(awaited)) {
        const { done, value } = await chunks.read()
        if (done) break
        text += value
      }
      return text
    }
  }
  const first = await open('first')
  now += HOUR - 1
  const later = await open('later')
  await clients.send(bob, 'POST', '/posts', { content: '@ann hello' }, 0)
  t.regex(await first('@ann hello'), /^retry: 1000\nid: 0\n\n/)
  now += 1
  t.true((await first('no such text')).endsWith(ENDING))
  await clients.send(bob, 'POST', '/posts', { content: '@ann again' }, 0)
  t.false((await later('@ann again')).includes(ENDING))
  now += HOUR - 1
  t.true((await later('no such text')).endsWith(ENDING))
})
