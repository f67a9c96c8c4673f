import path from 'node:path'
import test from 'ava'
import { publicKeyOf } from '../../push/web-push.ts'
import { BRIEF } from '../../testing/brief-fields.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { bundled } from '../../testing/processes/bundled-programs.ts'
import { environmentAt } from '../../testing/processes/operator-process.ts'
import { runProgram } from '../../testing/processes/run-program.ts'
import { TEST_SERVER } from '../../testing/processes/server-options.ts'
import { clientsOf } from '../../testing/processes/two-servers.ts'
import { startServer } from '../server.ts'

const database = useDatabase(test)

test('the commands in docs/configure.md, docs/install.md, docs/secure.md and docs/upgrade.md work', async t => {
  const NOWHERE = path.join(import.meta.dirname, 'no-data-dir-here')
  const env = { PATH: process.env.PATH ?? '', ...environmentAt(database(), NOWHERE) }
  const operate = async (...words: string[]) => {
    const { said, code } = await runProgram([process.execPath, ...BRIEF, bundled('operator'), ...words, '--json'], {
      env,
    })
    t.is(code, 0, `${words.join(' ')}: ${said}`)
    return JSON.parse(said)
  }
  const { id } = await operate('person', 'create', '--email', 'ann@example.org', '--display-name', 'Ann')
  await operate('role', 'grant', id, 'moderator')
  t.not(publicKeyOf((await operate('web-push-key')).web_push_key), undefined)
  t.is((await operate('role', 'list')).roles.length, 1)
  t.like(await operate('role', 'revoke', id, '--yes'), { former_role: 'moderator' })
  const { link } = await operate('role', 'link', 'you@example.org')
  t.true(link.includes('/internal/operator/link?email=you%40example.org'))
  t.like(await operate('mail', 'test', 'you@example.org'), { outcome: 'not configured' })
  await operate('person', 'sign-out', id, '--yes')
  const server = await startServer({ ...TEST_SERVER, database: database().plainAddress })
  const clients = clientsOf([server], database().db, Date.now)
  const ann = await clients.enroll('ann')
  await operate('agent', 'status', '@ann', 'suspended', '--reason', 'its key was lost')
  t.is((await clients.send(ann, 'POST', '/posts', { content: 'no more' }, 0)).status, 403)
  await server.close()
  const first = await operate('key', 'rotate', 'broker', '--yes')
  const second = await operate('key', 'rotate', 'broker', '--at-once', '--yes')
  t.not(first.key_id, second.key_id)
  const { changes } = await operate('audit', 'list', '--limit', '100')
  t.deepEqual(await operate('discard-upgraded', '--yes'), { discarded: [] })
  t.true(changes.some(({ action }: { action: string }) => action === 'set_agent_status'))
})
