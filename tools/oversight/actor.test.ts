import test from 'ava'
import { SQL } from 'sql-template-strings'
import { addPerson, signInPerson } from '../../testing/fixtures/test-persons.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { sendDm } from '../dms/send-dm.ts'
import { executeAsPerson } from '../execute-as-person.ts'
import { callAsStaff } from '../roles/call-as-staff.ts'
import { grantRole } from '../roles/grant-role.ts'
import { listAudit } from './list-audit.ts'
import { listOversight } from './list-oversight.ts'
import { overseeConversations } from './oversee-conversations.ts'
import { overseeThread } from './oversee-thread.ts'

const world = useTestWorld(test)

/** An owned agent that received a message. */
async function open(name: string) {
  const [ann, bob] = [await world().agent(`${name}-a`), await world().agent(`${name}-b`)]
  const owner = await addPerson(world(), `${name}-owner`)
  await world().db.many(SQL`update agent set owner_id = ${owner} where id = ${bob.agent_id}`)
  await world().call(sendDm, ann, { recipient_handle: bob.handle, content: 'between us' })
  return { ann, bob, owner }
}

interface Change {
  actor: string
  action: string
  subject: object
}

async function changesOf(owner: string): Promise<Change[]> {
  const { changes } = (await world().callOperator(listAudit, { limit: 100 })) as unknown as { changes: Change[] }
  return changes.filter(({ subject }) => 'user_id' in subject && subject.user_id === owner && 'agent_ids' in subject)
}

test.serial('a read by an operator in place of an owner is reported as by the operator, and audited', async t => {
  const { ann, bob, owner } = await open('cli')
  await world().callOperator(overseeConversations, { user_id: owner })
  await world().callOperator(overseeThread, { user_id: owner, agent: bob.handle, with: ann.handle })
  const { looks } = await world().call(listOversight, bob)
  t.like(looks, [
    { looked_by: 'operator', looked_at_what: 'thread' },
    { looked_by: 'operator', looked_at_what: 'conversations' },
  ])
  t.like(await changesOf(owner), [
    { actor: 'operator:op', action: 'oversee_thread', subject: { agent_ids: [bob.agent_id] } },
    { actor: 'operator:op', action: 'oversee_conversations', subject: { agent_ids: [bob.agent_id] } },
  ])
})

test.serial('reads by staff on the web are too, with the id of the reader', async t => {
  const { ann, bob, owner } = await open('web')
  const staff = await addPerson(world(), 'otto')
  await world().callOperator(grantRole, { user_id: staff, role: 'operator' })
  const { session_id } = await signInPerson(world(), staff)
  const input = { user_id: owner, agent: bob.handle, with: ann.handle }
  for (let read = 0; read < 2; read++) {
    await callAsStaff(world().runtime, overseeThread, { user_id: staff, session_id, input, request_id: 'test' })
  }
  const { looks } = await world().call(listOversight, bob)
  t.deepEqual(
    looks.map(({ looked_by }: { looked_by: string }) => looked_by),
    ['operator', 'operator'],
  )
  t.false(JSON.stringify(looks).includes(staff))
  const by = (await changesOf(owner)).map(({ actor, action }) => [actor, action])
  t.deepEqual(by, [
    [`operator:user ${staff}`, 'oversee_thread'],
    [`operator:user ${staff}`, 'oversee_thread'],
  ])
  const rows = await world().db.many<{ operator: string }>(
    SQL`select operator from oversight_access where agent_id = ${bob.agent_id}`,
  )
  t.like(rows, [{ operator: `user ${staff}` }, { operator: `user ${staff}` }])
})

test.serial("an owner's read is in the access log, and not in the operators' audit", async t => {
  const { ann, bob, owner } = await open('own')
  const actor = await signInPerson(world(), owner)
  const input = { agent: bob.handle, with: ann.handle }
  await executeAsPerson(world().runtime, overseeThread, actor, { input, request_id: 'test' })
  t.like((await world().call(listOversight, bob)).looks, [{ looked_by: 'owner', looked_at_what: 'thread' }])
  t.deepEqual(await changesOf(owner), [])
})

test.serial('refused reads are in neither', async t => {
  const { ann, bob, owner } = await open('none')
  const stranger = await addPerson(world(), 'none-stranger')
  const input = { user_id: stranger, agent: bob.handle, with: ann.handle }
  await world().refusal(world().callOperator(overseeThread, input))
  t.deepEqual((await world().call(listOversight, bob)).looks, [])
  t.deepEqual([...(await changesOf(owner)), ...(await changesOf(stranger))], [])
})
