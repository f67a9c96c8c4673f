import test from 'ava'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { listAudit } from '../oversight/list-audit.ts'
import { createUser } from './create-user.ts'
import { listUsers } from './list-users.ts'

const world = useTestWorld(test)
const paged = useTestWorld(test)

test.serial('an operator creates a person, whose address is stored in lower case', async t => {
  const created = await world().callOperator(createUser, { email: 'Ann.Lee@Example.ORG', display_name: 'Ann Lee' })
  t.like(created, { email: 'ann.lee@example.org', display_name: 'Ann Lee', created_at: '2026-11-21T12:00:00.000Z' })
  const { changes } = await world().callOperator(listAudit, { limit: 1 })
  t.like((changes as object[])[0], {
    actor: 'operator:op',
    action: 'create_user',
    subject: { user_id: created.id },
    before: {},
    after: { email: 'ann.lee@example.org', display_name: 'Ann Lee' },
  })
})

test.serial('an address in use is 409 email-taken, in any case, and leaves no audit', async t => {
  await world().callOperator(createUser, { email: 'bob@example.org', display_name: 'Bob' })
  const before = await world().callOperator(listAudit)
  const again = world().callOperator(createUser, { email: 'BOB@example.org', display_name: 'Another' })
  const { slug, status } = await world().refusal(again)
  t.deepEqual([slug, status], ['email-taken', 409])
  t.deepEqual(await world().callOperator(listAudit), before)
})

test('an address must be valid, and a name have 1 to 100 characters', async t => {
  for (const [input, pointer] of [
    [{ email: 'nobody', display_name: 'N' }, '/email'],
    [{ email: 'a b@example.org', display_name: 'N' }, '/email'],
    [{ email: `${'a'.repeat(250)}@example.org`, display_name: 'N' }, '/email'],
    [{ email: 'n@example.org', display_name: '' }, '/display_name'],
    [{ email: 'n@example.org', display_name: 'n'.repeat(101) }, '/display_name'],
  ] as const) {
    const { slug, members } = await world().refusal(world().callOperator(createUser, input))
    t.is(slug, 'validation-error')
    t.is(members.errors?.[0]?.pointer, pointer)
  }
})

test('people are listed newest first, on several pages, and so are changes', async t => {
  for (const name of ['one', 'two', 'three']) {
    await paged().callOperator(createUser, { email: `${name}@example.org`, display_name: name })
  }
  const names = (page: Record<string, unknown>) =>
    (page.users as { display_name: string }[]).map(({ display_name }) => display_name)
  const first = await paged().callOperator(listUsers, { limit: 2 })
  t.deepEqual(names(first), ['three', 'two'])
  const second = await paged().callOperator(listUsers, { limit: 2, cursor: first.next_cursor })
  t.deepEqual(names(second), ['one'])
  t.is(second.next_cursor, null)
  const trail = await paged().callOperator(listAudit, { limit: 2 })
  t.is((trail.changes as object[]).length, 2)
  const rest = await paged().callOperator(listAudit, { limit: 2, cursor: trail.next_cursor })
  t.is((rest.changes as object[]).length, 1)
  const foreign = paged().callOperator(listAudit, { cursor: first.next_cursor })
  t.is((await paged().refusal(foreign)).slug, 'invalid-cursor')
})
