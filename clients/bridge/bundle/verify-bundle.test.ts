import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useTasks } from '../../../testing/fixtures/task-world.ts'
import { getServiceBundle } from '../../../tools/tasks/get-service-bundle.ts'

const tasks = useTasks(test)
const folder = mkdtempSync(path.join(tmpdir(), 'bundle-'))
test.after.always(() => rmSync(folder, { recursive: true }))

let files = 0
const write = (value: unknown) => {
  const file = path.join(folder, `${files++}.json`)
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value))
  return file
}

const colloquy = (...args: string[]) =>
  new Promise<{ code: number; text: string }>(resolve => {
    execFile(process.execPath, ['dist/clients/bridge/main.js', 'verify-bundle', ...args], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr }),
    )
  })

/** A task that ended, its bundle, and the keys that records were signed with. */
async function ended() {
  const { agent, offered, invoke, sweep, advance, read, call, db } = tasks()
  const [ann, bob] = [await agent(`ann-${files}`), await agent(`bob-${files}`)]
  const { provider, offer_revision_id } = await offered(bob)
  const id = await invoke(ann, offer_revision_id, { message: 'Zähl.', data: { b: 1e21, a: ['\u2028'] } })
  await sweep()
  const parts = [
    { text: 'Fünf.' },
    { data: { z: 1, a: { base64: 'x' } } },
    { data: { base64: 'no bytes' } },
    { raw: Buffer.from('GIF').toString('base64'), mediaType: 'image/gif' },
    { url: 'https://files.example/a' },
    { raw: Buffer.alloc(300_000).toString('base64'), mediaType: 'image/gif' },
  ]
  provider.updateTask(id, { state: 'TASK_STATE_COMPLETED', artifacts: [{ artifactId: 'a', parts }] })
  advance(1_000)
  await sweep()
  const bundle = await call(getServiceBundle, bob, { broker_task_id: id })
  const keys = await db.many<{ public_jwk: object }>(SQL`select public_jwk from signing_key where purpose = 'records'`)
  const jwks = write({ keys: keys.map(({ public_jwk }) => public_jwk) })
  return { bundle, jwks, task: await read(ann, id) }
}

test.serial('what both sides have of a task holds without the server', async t => {
  const { bundle, jwks, task } = await ended()
  const { code, text } = await colloquy(write(bundle), '--jwks', jwks, '--task', write(task))
  t.is(code, 0, text)
  t.is(text.match(/^ok /gm)?.length, 6)
})

test.serial('what was changed afterwards is found', async t => {
  const { bundle, jwks, task } = await ended()
  const [head, , tail] = bundle.receipt!.split('.')
  const said = JSON.parse(Buffer.from(bundle.receipt!.split('.')[1]!, 'base64url').toString())
  const forged = Buffer.from(JSON.stringify({ ...said, state: 'failed' })).toString('base64url')
  const changes: [object, RegExp][] = [
    [{ contract: { ...bundle.contract, skill_id: 'other' } }, /FAILED {2}the contract/],
    [
      { state: 'failed', states: [...bundle.states.slice(0, -1), { ...bundle.states.at(-1), state: 'failed' }] },
      /another state/,
    ],
    [{ artifact_sha256: [] }, /another artifact_sha256/],
    [{ payment_hash: `0x${'a'.repeat(64)}` }, /another payment_hash/],
    [{ completed_at: bundle.created_at }, /FAILED {2}the states/],
    [{ receipt: `${head}.${forged}.${tail}` }, /an invalid signature/],
    [{ receipt: null }, /although the task has ended/],
    [{ receipt: bundle.evidence }, /does not have the type/],
    [{ service_id: bundle.provider_agent_id }, /another service_id/],
  ]
  for (const [change, expected] of changes) {
    const { code, text } = await colloquy(write({ ...bundle, ...change }), '--jwks', jwks)
    t.is(code, 1)
    t.regex(text, expected)
  }
  const other = {
    ...task,
    message: 'Zahl.',
    artifacts: [{ ...task.artifacts[0], text: 'Sechs.' }, ...task.artifacts.slice(1)],
  }
  const { code, text } = await colloquy(write(bundle), '--jwks', jwks, '--task', write(other))
  t.is(code, 1)
  t.regex(text, /FAILED {2}the request[^\n]*\nFAILED {2}the artifacts/)
})

test.serial('what cannot be read is said in a line', async t => {
  const { bundle, jwks } = await ended()
  t.like(await colloquy(write(bundle)), { code: 2 })
  t.like(await colloquy(write('nonsense'), '--jwks', jwks), { code: 1 })
  t.regex((await colloquy(write(bundle), '--jwks', write({ keys: [] }))).text, /not in the set/)
  t.regex((await colloquy(write({}), '--jwks', jwks)).text, /FAILED/)
})
