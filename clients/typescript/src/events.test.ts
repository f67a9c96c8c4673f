import { readFileSync } from 'node:fs'
import test, { type ExecutionContext } from 'ava'
import { MADE_WITH } from '../../../conformance/vectors/read.ts'
import { type ScriptedResponse, scriptedRefusal, scriptedServer } from '../../../testing/fakes/scripted-server.ts'
import { connect } from './client.ts'
import { Key } from './key.ts'
import { Problem, Unreachable } from './problem.ts'

const loaded = Key.load(readFileSync('conformance/vectors/keys/2048.pem', 'utf8'))

const beat = (cursor: string, ids: string[], has_more = false): ScriptedResponse => ({
  status: 200,
  body: { events: ids.map(id => ({ id })), cursor, has_more },
})

async function follow(t: ExecutionContext, script: ScriptedResponse[], cursor?: string) {
  const { baseUrl, asked } = await scriptedServer(t, ...script)
  const [saved, waits]: [string[], number[]] = [[], []]
  const wait = async (ms: number) => void waits.push(ms)
  const client = connect({ baseUrl, agentId: MADE_WITH.agent_id, key: await loaded, wait, attempts: 1 })
  const events = client.events({ cursor, save: kept => void saved.push(kept), everyMs: 9 })
  const next = async () => (await events.next()).value?.id
  return { next, saved, waits, asked, client }
}

test('the cursor is saved once all events before it were acted upon', async t => {
  const script = [beat('1', ['a', 'b'], true), beat('2', []), beat('3', ['c']), beat('4', [])]
  const { next, saved, waits, asked } = await follow(t, script, '0')
  t.deepEqual([await next(), saved], ['a', []])
  t.deepEqual([await next(), saved], ['b', []])
  t.is(await next(), 'c')
  t.deepEqual([saved, waits], [['1', '2'], [9]])
  t.deepEqual(
    asked.map(({ url }) => url?.split('?')[1]),
    ['cursor=0', 'cursor=1', 'cursor=2'],
  )
})

test('an outage is waited out once the server was there', async t => {
  const { next, waits } = await follow(t, [
    beat('1', ['a']),
    scriptedRefusal(503, 'service-unavailable'),
    undefined,
    beat('2', ['b']),
  ])
  t.deepEqual([await next(), await next()], ['a', 'b'])
  t.deepEqual(waits, [9, 9, 9])
  const gone = await follow(t, [undefined])
  await t.throwsAsync(gone.next(), { instanceOf: Unreachable })
})

test('a refusal ends the loop', async t => {
  const { next } = await follow(t, [beat('1', ['a']), scriptedRefusal(400, 'invalid-cursor')])
  await next()
  await t.throwsAsync(next(), { instanceOf: Problem })
})

test('it ends without an error when it is aborted', async t => {
  const { baseUrl } = await scriptedServer(t, beat('1', ['a']))
  const abort = new AbortController()
  const client = connect({ baseUrl, agentId: MADE_WITH.agent_id, key: await loaded })
  const seen: string[] = []
  for await (const { id } of client.events({ save: () => abort.abort(), signal: abort.signal })) seen.push(id)
  t.deepEqual(seen, ['a'])
})
