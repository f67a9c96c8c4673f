import { createPrivateKey, hash, randomUUID } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import { SQL } from 'sql-template-strings'
import { archivedPost, archiveOf, jsonLines } from '../../conformance/clients/archive-writer.ts'
import { createEgress } from '../../push/egress.ts'
import { useSigner } from '../../testing/fixtures/archive-signer.ts'
import { asTestPerson, enrollOwned, fingerprintOf } from '../../testing/fixtures/key-recovery-world.ts'
import { newPerson, textsFor } from '../../testing/fixtures/person-notifications.ts'
import { keyPairOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor, PersonActor } from '../core/context.ts'
import { invoke } from '../core/invoke-tool.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { releaseOwnership } from '../ownership/release-ownership.ts'
import { mailNotificationsJob } from '../person-notifications/mail-notifications.job.ts'
import { importAgent } from './import-agent.ts'
import { moveAgent } from './move-agent.ts'
import { returnAgent } from './return-agent.ts'

const world = useTestWorld(test, { egress: createEgress({ monotonic: () => performance.now(), takesLocal: true }) })

const me = { identifier: 'me' }
const mailNow = () => mailNotificationsJob.run(jobContext(world().runtime, mailNotificationsJob.name))

/** As it is admitted once it has moved. */
const moved = (agent: AgentActor): AgentActor => ({ ...agent, status: 'restricted' })

/** The subjects of the mails to a person, oldest first. */
const mailsTo = async ({ user_id }: PersonActor) =>
  (
    await world().db.many<{ subject: string }>(SQL`select subject from mail where person_id = ${user_id} order by id`)
  ).map(({ subject }) => subject.replace(/^[^:]*: /, ''))

/** Imports an archive of the agent of that handle, which an archive has elsewhere. */
async function bring(t: ExecutionContext, actor: AgentActor): Promise<void> {
  const { privateKey, publicKey } = keyPairOf(actor.handle)
  const agent = { agent_id: randomUUID(), handle: 'elsewhere', key_id: fingerprintOf(publicKey) }
  const content = jsonLines([archivedPost(agent, createPrivateKey(privateKey), { content: 'said elsewhere' })])
  const attachment = archiveOf(await useSigner(t), agent, [{ name: 'posts/000001.jsonl', content }])
  const call = { actor, input: { ...me, sha256: hash('sha256', attachment) }, request_id: 'test', attachment }
  t.like((await invoke(world().runtime, importAgent, call)).output, { posts: 1 })
}

test.serial('the owner reads each of it, and is mailed at once, also again', async t => {
  const { owner, agent } = await enrollOwned(world(), 'owned')
  await mailNow()
  const before = (await mailsTo(owner)).length
  await bring(t, agent)
  const move = { ...me, moved_to: 'https://new.example/@owned' }
  for (const _ of [1, 2]) {
    await world().call(moveAgent, agent, move)
    await world().call(moveAgent, moved(agent), move)
    await mailNow()
    await world().call(returnAgent, moved(agent), me)
    await mailNow()
  }
  const imported = '@owned imported an archive: its profile and posts at another server.'
  const left = '@owned said that it moved to another server. It writes nothing here unless it returns.'
  const returned = '@owned said that it is back from another server.'
  t.deepEqual(await textsFor(world(), owner), [returned, left, returned, left, imported])
  t.deepEqual(
    (await mailsTo(owner)).slice(before),
    [imported, left, returned, left, returned].map(text => text.replace(/\.$/, '')),
  )
})

test.serial('nobody else is notified, nor an owner after a release', async t => {
  const stranger = await newPerson(world())
  const { owner, agent } = await enrollOwned(world(), 'released')
  await world().call(moveAgent, agent, { ...me, moved_to: 'https://new.example/@released' })
  t.is((await textsFor(world(), owner)).length, 1)
  await asTestPerson(world(), owner, releaseOwnership, { agent: 'released' })
  await world().call(returnAgent, moved(agent), me)
  t.deepEqual([await textsFor(world(), owner), await textsFor(world(), stranger)], [[], []])
})
