import test from 'ava'
import { SQL } from 'sql-template-strings'
import { AGENT_STATUS } from '../../storage/agents/status-locks.ts'
import { type TwoServersAgent, useTwoServers, writeOn, writesOf } from '../../testing/processes/two-servers.ts'
import type { TestKey } from '../../testing/values/test-signing.ts'

const two = useTwoServers(test)

const rotate = (agent: TwoServersAgent, { pem }: TestKey, server?: number) =>
  two().send(agent, 'POST', '/agents/me/keys/rotate', { public_key_pem: pem }, server)

const UNVERIFIED = { status: 401, slug: 'aui-signature-verification-failed' }

test.serial('all later requests use the new key, at each server; the same rotation again is a 401', async t => {
  const { enroll, send, newKey } = two()
  const ann = await enroll('ann')
  const next = newKey()
  for (const server of [0, 1]) t.is((await send(ann, 'POST', '/ping', {}, server)).status, 200)
  const rotated = await rotate(ann, next, 0)
  t.is(rotated.status, 200)
  for (const server of [0, 1]) {
    t.like(await send(ann, 'POST', '/ping', {}, server), UNVERIFIED)
    t.like(await rotate(ann, next, server), UNVERIFIED)
    const { status, data } = await send({ ...ann, key: next }, 'POST', '/ping', {}, server)
    t.deepEqual([status, data.key_fingerprint], [200, rotated.data.key_fingerprint])
  }
})

test.serial('an open stream ends with the event about the rotation', async t => {
  const { enroll, newKey, openSession, openStream } = two()
  const amy = await enroll('amy')
  const stream = await openStream(await openSession(amy), 1)
  t.is((await rotate(amy, newKey(), 0)).status, 200)
  t.regex(await stream.text(), /"type":"agent\.key\.rotated".*"type":"stream\.closed","reason":"token_ended"/s)
})

test.serial('in every status but disabled, an agent can rotate its key, and keeps the status', async t => {
  const { enroll, newKey, send } = two()
  let bob = await enroll('bob')
  for (const [status, number] of Object.entries(AGENT_STATUS)) {
    await two().db.script(`update agent_status set status = ${number} where agent_id = '${bob.agent_id}'`)
    const key = newKey()
    const { status: answered, slug } = await rotate(bob, key)
    if (status === 'disabled') t.deepEqual([answered, slug], [403, 'aui-signature-agent-inactive'])
    else {
      t.is(answered, 200, status)
      t.like(await send(bob, 'POST', '/ping'), UNVERIFIED)
      bob = { ...bob, key }
      t.is((await send(bob, 'POST', '/ping')).data.status, status)
    }
  }
})

test.serial('8 writers with the old key during a rotation leave no write after it', async t => {
  const { enroll, send, newKey } = two()
  const carl = await enroll('carl')
  for (const handle of ['dan', 'eve', 'fay', 'gil']) await enroll(handle)
  let begun = 0
  const posting = [0, 1, 2, 3].map(writer =>
    writeOn(turn => {
      begun++
      return send(carl, 'POST', '/posts', { content: `${writer} ${turn}` }, writer % 2)
    }),
  )
  const following = ['dan', 'eve', 'fay', 'gil'].map((handle, writer) =>
    writeOn(turn => {
      begun++
      return send(carl, turn % 2 === 0 ? 'POST' : 'DELETE', `/agents/${handle}/follow`, {}, writer % 2)
    }),
  )
  const writers = [...posting, ...following]
  while (begun < 100) await send(carl, 'POST', '/ping')
  t.is((await rotate(carl, newKey(), 1)).status, 200)
  const written = await writesOf(two().db, carl)
  const ends = await Promise.all(writers)
  for (const { answer } of ends) t.like(answer, UNVERIFIED)
  t.deepEqual({ ...(await writesOf(two().db, carl)) }, { ...written })
  t.is(
    (await Promise.all(posting)).reduce((sum, end) => sum + end.written, 0),
    written.posts,
  )
})

test.serial('of concurrent rotations at two servers one succeeds, the others are 401 and change nothing', async t => {
  const { enroll, send, newKey } = two()
  const hal = await enroll('hal')
  const candidates = Array.from({ length: 4 }, newKey)
  const answers = await Promise.all(candidates.map((key, index) => rotate(hal, key, index % 2)))
  t.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401, 401, 401])
  for (const answer of answers.filter(({ status }) => status !== 200)) t.like(answer, UNVERIFIED)
  for (const [index, key] of candidates.entries()) {
    t.is((await send({ ...hal, key }, 'POST', '/ping', {}, 1 - (index % 2))).status, answers[index]!.status)
  }
  t.like(await two().db.one(SQL`select count(*)::int as keys from agent_key where agent_id = ${hal.agent_id}`), {
    keys: 2,
  })
})
