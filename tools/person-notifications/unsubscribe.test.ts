import test from 'ava'
import { asTestPerson } from '../../testing/fixtures/key-recovery-world.ts'
import { newPerson } from '../../testing/fixtures/person-notifications.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { PersonActor } from '../core/context.ts'
import { executeAsPerson } from '../execute-as-person.ts'
import { deleteUser } from '../ownership/delete-user.ts'
import { setNotificationDelivery } from './set-notification-delivery.ts'
import { showNotificationSettings } from './show-notification-settings.ts'
import { unsubscribe } from './unsubscribe.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

const world = useTestWorld(test)

const end = async (token: string, more: object = {}) => {
  const call = { input: { token, ...more }, request_id: 'test' }
  return (await executeAsPerson(world().runtime, unsubscribe, { kind: 'anyone' }, call)).output
}
const tokenOf = ({ user_id }: PersonActor, about: 'daily' | 'messages' | 'security') =>
  unsubscribeToken(world().runtime.secret, [user_id, about])

async function deliveries(person: PersonActor): Promise<Record<string, string>> {
  const { topics } = await asTestPerson(world(), person, showNotificationSettings)
  return Object.fromEntries(topics.map((one: { topic: string; delivery: string }) => [one.topic, one.delivery]))
}

test('the token of a mail ends mail about its topic, for its person only, repeatedly', async t => {
  const [person, other] = [await newPerson(world()), await newPerson(world())]
  const before = await deliveries(other)
  t.deepEqual(await end(tokenOf(person, 'messages'), { is_preview: true }), { about: 'messages' })
  t.deepEqual(await deliveries(person), before)
  for (const _ of [1, 2]) t.deepEqual(await end(tokenOf(person, 'messages')), { about: 'messages' })
  t.deepEqual(await deliveries(person), { ...before, messages: 'in_app' })
  t.deepEqual(await deliveries(other), before)
})

test('the token of a digest ends daily topics, and leaves immediate and disabled ones', async t => {
  const person = await newPerson(world())
  const topics = [
    { topic: 'messages', delivery: 'at_once' },
    { topic: 'reports', delivery: 'off' },
  ]
  await asTestPerson(world(), person, setNotificationDelivery, { topics })
  await end(tokenOf(person, 'daily'))
  t.deepEqual(await deliveries(person), {
    ownership: 'at_once',
    messages: 'at_once',
    comments: 'in_app',
    invitations: 'in_app',
    reports: 'off',
    agents: 'in_app',
    questions: 'at_once',
    security: 'at_once',
  })
})

test('no token ends security mail, and changed or unknown tokens have no effect', async t => {
  const [person, other] = [await newPerson(world()), await newPerson(world())]
  const before = await deliveries(person)
  await end(tokenOf(person, 'security'))
  const token = tokenOf(other, 'messages')
  const forged = [
    token.replace(other.user_id, person.user_id),
    token.replace('messages', 'daily'),
    `${token}x`,
    'x',
    '',
  ]
  for (const one of forged) t.is((await world().refusal(end(one))).slug, 'not-found', one)
  t.deepEqual(await deliveries(person), before)
  await world().callOperator(deleteUser, { user_id: other.user_id })
  t.deepEqual(await end(token), { about: 'messages' })
})
