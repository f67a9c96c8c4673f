import { generateKeyPairSync } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { createEgress } from '../../push/egress.ts'
import { readWitness } from '../../push/log-witness.ts'
import { findCheckpoint, findCosignedCheckpoint } from '../../storage/record/log-tiles.ts'
import { startLogWitness } from '../../testing/fakes/log-witness.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { createTestWorld } from '../../testing/fixtures/test-world.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { logJob } from './log.job.ts'
import { witnessesJob } from './witnesses.job.ts'

const database = useDatabase(test)

async function open() {
  const { db } = database()
  await db.many(SQL`delete from log_witness`)
  await db.many(SQL`update log_checkpoint set cosignatures = '{}'`)
  const plain = createTestWorld(db, {})
  const seconds = () => Math.floor(plain.runtime.clock() / 1000)
  const witnesses = [await startLogWitness('one.test/w', seconds), await startLogWitness('two.test/w', seconds)]
  const egress = createEgress({ monotonic: () => performance.now(), takesLocal: true })
  const installation = {
    ...plain.runtime.installation,
    witnesses: witnesses.map(({ configured }) => readWitness(configured)!),
  }
  const world = createTestWorld(db, { egress, installation })
  const { agent_id } = await world.agent(`writer-${plain.runtime.newId().slice(-12)}`)
  return {
    db,
    witnesses,
    async grow(count: number) {
      await db.many(SQL`
        insert into act_outbox (act_id, agent_id, kind, detail, acted_at)
        select gen_random_uuid(), ${agent_id}, 'key', '{}', now() from generate_series(1, ${count}::int)`)
      while ((await logJob.run(jobContext(world.runtime, logJob.name))).more);
    },
    cosign: () => witnessesJob.run(jobContext(world.runtime, witnessesJob.name)),
    async close() {
      for (const witness of witnesses) witness.close()
      await egress.close()
    },
  }
}

const namesIn = (lines: readonly string[] = []) => lines.map(line => line.split(' ')[1])

test.serial('each witness signs each checkpoint that is proven to extend the last one', async t => {
  const { db, witnesses, grow, cosign, close } = await open()
  t.teardown(close)
  const steps = [1, 1, 2, 3, 249, 1, 300, 30]
  for (const count of steps) {
    await grow(count)
    t.deepEqual(await cosign(), { more: false })
    const newest = await findCheckpoint(db)
    t.deepEqual(namesIn(newest?.cosignatures), ['one.test/w', 'two.test/w'])
    t.deepEqual(await findCosignedCheckpoint(db), newest)
    t.is(witnesses[0]!.state.tree[0], newest!.size)
  }
  t.deepEqual(await cosign(), { more: false })
  t.deepEqual(
    witnesses.map(({ state }) => state.proofs),
    [steps.length, steps.length],
    'nobody is asked twice',
  )
})

test.serial('an unavailable witness delays nothing, and catches up', async t => {
  const { db, witnesses, grow, cosign, close } = await open()
  t.teardown(close)
  const [one, two] = witnesses as [(typeof witnesses)[0], (typeof witnesses)[0]]
  await grow(5)
  two.state.isDown = true
  t.deepEqual(await cosign(), { more: false, left: 'not signed by the witnesses two.test/w' })
  const cosigned = await findCosignedCheckpoint(db)
  t.deepEqual(namesIn(cosigned?.cosignatures), ['one.test/w'])
  await grow(3)
  t.deepEqual((await findCheckpoint(db))?.cosignatures, [], 'a newer one has none yet')
  t.deepEqual(await findCosignedCheckpoint(db), cosigned)
  two.state.isDown = false
  t.deepEqual(await cosign(), { more: false })
  t.is(two.state.tree[0], one.state.tree[0])
  t.is((await db.one<{ count: number }>(SQL`select count(*)::int from log_checkpoint`)).count, 1)
})

test.serial('the server asks a witness for its forgotten position; signatures by another key are refused', async t => {
  const { db, witnesses, grow, cosign, close } = await open()
  t.teardown(close)
  await grow(4)
  await cosign()
  await grow(4)
  await db.many(SQL`update log_witness set size = 1`)
  t.deepEqual(await cosign(), { more: false })
  await grow(1)
  witnesses[1]!.state.signer = generateKeyPairSync('ed25519').privateKey
  t.deepEqual(await cosign(), { more: false, left: 'not signed by the witnesses two.test/w' })
  t.deepEqual(namesIn((await findCheckpoint(db))?.cosignatures), ['one.test/w'])
})

test("a witness's verifier key is read completely or refused", async t => {
  const witness = await startLogWitness('one.test/w', () => 0)
  witness.close()
  t.is(readWitness(witness.configured)?.name, 'one.test/w')
  for (const wrong of [
    '',
    witness.configured.split(' ')[0]!,
    witness.configured.replace('one.test', 'two.test'),
    witness.configured.replace('+B', '+A'),
    witness.configured.replace('http://', 'ftp://'),
  ]) {
    t.is(readWitness(wrong), undefined, wrong)
  }
})
