import test from 'ava'
import { SQL } from 'sql-template-strings'
import { FAMILIES } from '../../testing/features/index.ts'
import { addPerson, signInPerson } from '../../testing/fixtures/test-persons.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { OperatorTool } from '../core/define-tool.ts'
import { MINUTE } from '../core/durations.ts'
import { Problem } from '../core/problems/problem.ts'
import { nothingHere, STAFF_ROLES } from '../core/staff-roles.ts'
import { executeAsPerson } from '../execute-as-person.ts'
import { setAgentStatus } from '../moderation/set-agent-status.ts'
import { OPERATOR_TOOLS } from '../operator-registry.ts'
import { listAudit } from '../oversight/list-audit.ts'
import { showAgent } from '../oversight/show-agent.ts'
import { showStats } from '../overview/show-stats.ts'
import { createUser } from '../persons/create-user.ts'
import { callAsStaff } from './call-as-staff.ts'
import { createRoleLink } from './create-role-link.ts'
import { grantRole } from './grant-role.ts'
import { listRoles } from './list-roles.ts'
import { redeemRoleLink } from './redeem-role-link.ts'
import { revokeRole } from './revoke-role.ts'

const world = useTestWorld(test)

async function asStaff(user_id: string, tool: OperatorTool, input: object = {}) {
  const { session_id } = await signInPerson(world(), user_id)
  return await callAsStaff(world().runtime, tool, { user_id, session_id, input, request_id: 'test' })
}

/** Whether the call reached the tool. */
const reached = (user_id: string, tool: OperatorTool) =>
  asStaff(user_id, tool, { no_such_input: true }).then(
    () => true,
    (error: unknown) => !(error instanceof Problem && error.message === nothingHere().message),
  )

const OF_READERS = FAMILIES.flatMap(({ forReaders = [] }) => forReaders)
const OF_MODERATORS = [...OF_READERS, ...FAMILIES.flatMap(({ forModerators = [] }) => forModerators)]

test('each role permits its operator tools and no others', async t => {
  const all = OPERATOR_TOOLS.filter(({ commandLineOnly }) => !commandLineOnly).map(({ name }) => name)
  const may = { reader: OF_READERS.toSorted(), moderator: OF_MODERATORS.toSorted(), operator: all.sort() }
  for (const role of STAFF_ROLES) {
    const user_id = await addPerson(world(), `all-${role}`)
    await world().callOperator(grantRole, { user_id, role })
    const found: string[] = []
    for (const tool of OPERATOR_TOOLS) if (await reached(user_id, tool)) found.push(tool.name)
    t.deepEqual(found.sort(), may[role], role)
  }
  const nobody = await addPerson(world(), 'all-nobody')
  for (const tool of OPERATOR_TOOLS) t.false(await reached(nobody, tool), tool.name)
})

test('no tool of moderators returns mail addresses, text of messages, secrets or settings', async t => {
  const outputNames = (tool: OperatorTool) =>
    Object.keys(tool.output.shape)
      .filter(name => name !== 'owner_email')
      .join(' ')
  for (const tool of OPERATOR_TOOLS.filter(({ role }) => role !== 'operator')) {
    t.notRegex(outputNames(tool), /settings|secret|mail|messages|thread_of/, tool.name)
  }
  const user_id = await addPerson(world(), 'mo')
  const ann = await world().agent('ann')
  await world().db.many(SQL`update agent set owner_id = ${user_id} where id = ${ann.agent_id}`)
  await world().callOperator(grantRole, { user_id, role: 'moderator' })
  t.like(await asStaff(user_id, showAgent, { agent: '@ann' }), { handle: 'ann', owner_id: user_id, owner_email: null })
  await world().callOperator(grantRole, { user_id, role: 'operator' })
  t.like(await asStaff(user_id, showAgent, { agent: 'ann' }), { owner_email: 'mo@people.test' })
})

test('a role is read at each call: its revocation applies to the next one', async t => {
  const user_id = await addPerson(world(), 'rita')
  t.deepEqual(await world().callOperator(grantRole, { user_id, role: 'reader' }), {
    user_id,
    role: 'reader',
    former_role: null,
  })
  await t.notThrowsAsync(asStaff(user_id, showStats))
  t.like(await world().callOperator(revokeRole, { user_id }), { former_role: 'reader' })
  t.is((await world().refusal(asStaff(user_id, showStats))).slug, 'not-found')
  t.is((await world().refusal(world().callOperator(revokeRole, { user_id }))).slug, 'not-found')
})

test('a role that is revoked during a call prevents its writes', async t => {
  const user_id = await addPerson(world(), 'una')
  await world().agent('bob')
  await world().callOperator(grantRole, { user_id, role: 'moderator' })
  const { runtime, db } = world()
  // Revoked after it was read for the call, and before its transaction.
  const slow = {
    ...runtime,
    db: {
      ...db,
      transaction: async <Result>(body: Parameters<typeof db.transaction<Result>>[0]) => {
        await db.many(SQL`delete from person_role where person_id = ${user_id}`)
        return await db.transaction(body)
      },
    },
  }
  const input = { agent: 'bob', status: 'suspended', reason: 'a test' }
  const { session_id } = await signInPerson(world(), user_id)
  const call = callAsStaff(slow, setAgentStatus, { user_id, session_id, input, request_id: 'test' })
  t.is((await world().refusal(call)).slug, 'not-found')
  t.like(await world().callOperator(showAgent, { agent: 'bob' }), { status: 'active' })
})

test('actions of staff are audited under their id, as are grants and previous values', async t => {
  const user_id = await addPerson(world(), 'otto')
  await world().callOperator(grantRole, { user_id, role: 'operator' })
  await asStaff(user_id, createUser, { email: 'new@people.test', display_name: 'New' })
  await asStaff(user_id, grantRole, { user_id, role: 'reader' })
  const { changes } = await world().callOperator(listAudit, { limit: 100 })
  const own = changes.filter(({ actor }: { actor: string }) => actor === `operator:user ${user_id}`)
  t.deepEqual(
    own.map(({ action, before, after }: Record<string, unknown>) => ({ action, before, after })),
    [
      { action: 'grant_role', before: { role: 'operator' }, after: { role: 'reader' } },
      { action: 'create_user', before: {}, after: { email: 'new@people.test', display_name: 'New' } },
    ],
  )
  const { roles } = await world().callOperator(listRoles)
  t.like(
    roles.find((one: { user_id: string }) => one.user_id === user_id),
    { role: 'reader', email: 'otto@people.test' },
  )
})

test('roles require existing people', async t => {
  const user_id = '00000000-0000-7000-8000-000000000000'
  t.is((await world().refusal(world().callOperator(grantRole, { user_id, role: 'reader' }))).slug, 'not-found')
})

test('a link is stored as a digest, and is below the base URL', async t => {
  const { link, role, expires_at } = await world().callOperator(createRoleLink, { email: 'ann@people.test' })
  t.regex(link, /^https:\/\/colloquy\.test\/internal\/operator\/link\?email=ann%40people\.test&secret=[\w-]{43}$/)
  t.deepEqual([role, expires_at], ['operator', new Date(world().runtime.clock() + 15 * MINUTE).toISOString()])
  const secret = new URL(link).searchParams.get('secret')!
  const [{ text } = { text: '' }] = await world().db.many<{ text: string }>(
    SQL`select l::text as text from role_link l`,
  )
  t.false(text.includes(secret))
  const audit = JSON.stringify(await world().callOperator(listAudit, { limit: 1 }))
  t.false(audit.includes(secret))
  t.false(audit.includes('ann@people.test'), 'who is deleted leaves no address there')
})

// It moves the clock, while other tests need a recent sign-in.
test.serial('a link signs in to its account for 15 minutes, once, and removes no role', async t => {
  const redeem = async (link: string) => {
    const { searchParams } = new URL(link)
    const input = { email: searchParams.get('email'), secret: searchParams.get('secret') }
    const call = { input, request_id: 'test' }
    return (await executeAsPerson(world().runtime, redeemRoleLink, { kind: 'anyone' }, call)).output
  }
  const email = 'lea@people.test'
  const user_id = await addPerson(world(), 'lea')
  await world().callOperator(grantRole, { user_id, role: 'operator' })
  const first = await world().callOperator(createRoleLink, { email, role: 'reader' })
  t.like(await redeem(first.link), { user_id, is_new: false, role: 'operator' })
  t.is((await world().refusal(redeem(first.link))).slug, 'not-found')
  const late = await world().callOperator(createRoleLink, { email })
  world().advance(15 * MINUTE)
  t.is((await world().refusal(redeem(late.link))).slug, 'not-found')
  const fresh = await world().callOperator(createRoleLink, { email: 'new-one@people.test', role: 'moderator' })
  t.like(await redeem(fresh.link), { is_new: true, role: 'moderator' })
})
