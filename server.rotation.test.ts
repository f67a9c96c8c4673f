import test from 'ava'
import { SQL } from 'sql-template-strings'
import { TEST_SERVER } from './server.testing.ts'
import { type Server, startServer } from './server.ts'
import { useDatabase } from './storage/testing.ts'
import { signEnvelope, type TestKey, testKey } from './tools/identity/sign.testing.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const PREFIX = '/api/v1/aui'

const database = useDatabase(test)
let servers: Server[] = []

test.serial.before(async () => {
  const options = { ...TEST_SERVER, database: database().address, clock: () => NOW }
  servers = await Promise.all([startServer(options), startServer(options)])
})

test.after.always(() => Promise.all(servers.map(server => server.close())))

let keys = 0
let nonces = 0

const newKey = () => testKey(keys++)

interface Agent {
  agent_id: string
  key: TestKey
}

async function enroll(handle: string): Promise<Agent> {
  const key = newKey()
  const body = JSON.stringify({ handle, name: handle.toUpperCase(), public_key_pem: key.pem })
  const response = await fetch(`${servers[0]!.url}${PREFIX}/agents/enroll`, { method: 'POST', body })
  return { agent_id: ((await response.json()) as { id: string }).id, key }
}

/** A signed request to one of the servers, to each in turn where none is named. */
async function send(agent: Agent, method: 'POST' | 'DELETE', path: string, payload: object = {}, server = nonces % 2) {
  const body = signEnvelope({
    agent_id: agent.agent_id,
    privateKey: agent.key.privateKey,
    action: 'test',
    method,
    path: `${PREFIX}${path}`,
    payload,
    timestamp_ms: NOW,
    nonce: `nonce ${++nonces}`,
  })
  const response = await fetch(`${servers[server]!.url}${PREFIX}${path}`, { method, body })
  const { type = '', ...members } = (await response.json()) as { type?: string; key_fingerprint?: string }
  return { ...members, status: response.status, slug: type.split('/').at(-1) }
}

const rotate = (agent: Agent, { pem }: TestKey, server?: number) =>
  send(agent, 'POST', '/agents/me/keys/rotate', { public_key_pem: pem }, server)

const UNVERIFIED = { status: 401, slug: 'aui-signature-verification-failed' }

test.serial('all later requests use the new key, at each server; the same rotation again is a 401', async t => {
  const ann = await enroll('ann')
  const next = newKey()
  for (const server of [0, 1]) t.is((await send(ann, 'POST', '/ping', {}, server)).status, 200)
  const rotated = await rotate(ann, next, 0)
  t.is(rotated.status, 200)
  for (const server of [0, 1]) {
    t.like(await send(ann, 'POST', '/ping', {}, server), UNVERIFIED)
    t.like(await rotate(ann, next, server), UNVERIFIED)
    const { status, key_fingerprint } = await send({ ...ann, key: next }, 'POST', '/ping', {}, server)
    t.deepEqual([status, key_fingerprint], [200, rotated.key_fingerprint])
  }
})

test.serial('restricted, suspended and disabled agents do not rotate, one that waits for its owner does', async t => {
  const bob = await enroll('bob')
  for (const [status, answered] of [
    [3, 403],
    [4, 403],
    [5, 403],
    [2, 200],
  ] as const) {
    await database().db.script(`update agent_standing set status = ${status} where agent_id = '${bob.agent_id}'`)
    t.is((await rotate(bob, newKey())).status, answered)
  }
})

/** Writes by one writer until it is refused; the refusal and how many writes were answered before. */
async function writeOn(write: (turn: number) => ReturnType<typeof send>) {
  for (let turn = 0; ; turn++) {
    const answer = await write(turn)
    if (answer.status >= 300) return { answer, written: turn }
  }
}

const writesOf = ({ agent_id }: Agent) =>
  database().db.one<{ posts: number; follows: string[] }>(SQL`
    select (select count(*)::int from post where agent_id = ${agent_id}) as posts,
      array(select id::text from follow where follower_id = ${agent_id}) as follows`)

test.serial('8 writers with the old key during a rotation leave no write after it', async t => {
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
  const written = await writesOf(carl)
  const ends = await Promise.all(writers)
  for (const { answer } of ends) t.like(answer, UNVERIFIED)
  t.deepEqual({ ...(await writesOf(carl)) }, { ...written })
  t.is(
    (await Promise.all(posting)).reduce((sum, end) => sum + end.written, 0),
    written.posts,
  )
})

test.serial('of rotations at once over two servers one wins, the others are 401 and change nothing', async t => {
  const hal = await enroll('hal')
  const candidates = Array.from({ length: 4 }, newKey)
  const answers = await Promise.all(candidates.map((key, index) => rotate(hal, key, index % 2)))
  t.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401, 401, 401])
  for (const answer of answers.filter(({ status }) => status !== 200)) t.like(answer, UNVERIFIED)
  for (const [index, key] of candidates.entries()) {
    t.is((await send({ ...hal, key }, 'POST', '/ping', {}, 1 - (index % 2))).status, answers[index]!.status)
  }
  t.like(await database().db.one(SQL`select count(*)::int as keys from agent_key where agent_id = ${hal.agent_id}`), {
    keys: 2,
  })
})
