import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { verifyDelivery } from '../../clients/typescript/src/webhook.ts'
import { BRIEF } from '../../testing/brief-fields.ts'
import { type TestDatabase, useDatabase } from '../../testing/fixtures/test-database.ts'
import { bundled } from '../../testing/processes/bundled-programs.ts'
import { openProgramHooks } from '../../testing/processes/program-hooks.ts'
import { runProgram } from '../../testing/processes/run-program.ts'
import { printed, startProgram } from '../../testing/processes/start-program.ts'
import { type Clients, clientsOf, type TwoServersAgent } from '../../testing/processes/two-servers.ts'

const database = useDatabase(test)
const hooked = useDatabase(test)

const [old, renewed] = ['the old secret of this installation', 'the new secret of this installation']
const [OLD, BOTH, NEW] = [
  { SECRET_KEY: old, SECRET_KEY_PREVIOUS: '' },
  { SECRET_KEY: renewed, SECRET_KEY_PREVIOUS: old },
  { SECRET_KEY: renewed, SECRET_KEY_PREVIOUS: '' },
] as const

async function start(
  t: ExecutionContext,
  secrets: Record<string, string>,
  { on = database(), entry = [bundled('main')] }: { on?: TestDatabase; entry?: string[] } = {},
) {
  const child = startProgram(t, on, secrets, { entry })
  const { base } = await printed(child)
  return {
    url: base,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function rewrap(secrets: Record<string, string>, { plainAddress } = database()) {
  const { socketDir, port, user, password, database: name } = plainAddress
  const env = {
    PATH: process.env.PATH ?? '',
    PGHOST: socketDir,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: password,
    DATABASE_URL: `postgres:///${name}`,
    DATA_DIR: path.join(tmpdir(), 'no-data-dir-here'),
    ...secrets,
  }
  return await runProgram([process.execPath, ...BRIEF, bundled('operator'), 'secret', 'rewrap', '--json'], { env })
}

type Session = Awaited<ReturnType<Clients['openSession']>>

/** Values issued earlier: a cursor of a list, and a session. */
async function usesHandedOut(
  t: ExecutionContext,
  clients: Clients,
  ann: TwoServersAgent,
  cursor: string,
  session: Session,
) {
  for (const server of [0, 1]) {
    const page = await clients.send(ann, 'GET', `/posts/mine?limit=1&cursor=${cursor}`, {}, server)
    t.deepEqual([page.status, page.data.posts?.length], [200, 1])
    const called = await clients.call(session, 'get_post', { post_id: page.data.posts[0].id }, server)
    t.deepEqual([called.status, called.data.result?.isError ?? false], [200, false])
  }
}

test.serial('a secret is replaced server by server, and everything issued before remains valid', async t => {
  const first = await start(t, OLD)
  const second = await start(t, BOTH)
  const servers = [first, second]
  const clients = clientsOf(servers, database().db, Date.now)
  const ann = await clients.enroll('ann')
  for (const content of ['one', 'two']) await clients.send(ann, 'POST', '/posts', { content })
  const { data } = await clients.send(ann, 'GET', '/posts/mine?limit=1', {}, 0)
  const session = await clients.openSession(ann)
  await usesHandedOut(t, clients, ann, data.next_cursor, session)

  const early = await rewrap(BOTH)
  t.is(early.code, 1)
  t.regex(early.said, /server-without-key/)
  await first.stop()
  const third = await start(t, BOTH)
  t.like(JSON.parse((await rewrap(BOTH)).said), { rewrapped: 3, unopened: 0 })
  t.like(JSON.parse((await rewrap(BOTH)).said), { rewrapped: 0, unopened: 0 }, 'and doing it again changes nothing')
  await third.stop()

  servers[0] = await start(t, NEW)
  await usesHandedOut(t, clients, ann, data.next_cursor, session)
  const late = startProgram(t, database(), OLD)
  t.deepEqual(await once(late, 'exit'), [78, null])
})

test.serial('webhook secrets remain valid too: the current and the previous one sign', async t => {
  const { receiver, url, entry } = await openProgramHooks(t)
  const place = { on: hooked(), entry }
  const first = await start(t, OLD, place)
  const servers = [first]
  const clients = clientsOf(servers, hooked().db, Date.now)
  const bob = await clients.enroll('bob')
  const { data: hook } = await clients.send(bob, 'POST', '/webhooks', { url }, 0)
  const { data: changed } = await clients.send(bob, 'PUT', `/webhooks/${hook.id}`, { rotate_secret: true }, 0)
  await first.stop()
  const second = await start(t, BOTH, place)
  // Both secrets of the webhook, and the encrypted values of the installation.
  const { rewrapped, unopened } = JSON.parse((await rewrap(BOTH, hooked())).said)
  t.true(rewrapped >= 2)
  t.is(unopened, 0)
  await second.stop()

  servers[0] = await start(t, NEW, place)
  t.is((await clients.send(bob, 'POST', `/webhooks/${hook.id}/test`, {}, 0)).status, 202)
  await receiver.until(1)
  const { headers, body } = receiver.received[0]!
  for (const secret of [hook.secret, changed.secret]) {
    t.is((await verifyDelivery({ headers, body, secret })).event_type, 'webhook.ping')
  }
  await t.throwsAsync(verifyDelivery({ headers, body, secret: `whsec_${Buffer.alloc(32).toString('base64')}` }))
})
