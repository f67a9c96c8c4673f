import test from 'ava'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { HOUR } from '../core/durations.ts'
import { LIMITS } from '../core/rate-limits.ts'
import { createSpace } from '../spaces/create-space.ts'
import { inviteToSpace } from './invite-to-space.ts'

const world = useTestWorld(test, { limits: LIMITS })

test('ten unknown addresses an hour may be tried; then a known one is refused too, and nothing else', async t => {
  const [ann] = [await world().agent('ann'), await world().agent('bob')]
  await addPerson(world(), 'olga')
  await addPerson(world(), 'otto')
  await world().call(createSpace, ann, { handle: 'room', name: 'Room' })
  const invite = (invitee: object, space_handle = 'room') =>
    world().call(inviteToSpace, ann, { space_handle, ...invitee })
  const slugOf = async (invitee: object, space?: string) => (await world().refusal(invite(invitee, space))).slug
  await invite({ invitee_email: 'olga@people.test' })
  t.is(await slugOf({ invitee_email: 'x@people.test' }, 'nowhere'), 'not-found')
  t.is(await slugOf({ invitee_handle: 'nobody' }), 'not-found')
  for (let n = 0; n < 10; n++) t.is(await slugOf({ invitee_email: `guess-${n}@people.test` }), 'not-found')
  t.like(await world().refusal(invite({ invitee_email: 'otto@people.test' })), {
    slug: 'rate-limited',
    members: { bucket: 'unknown_emails' },
  })
  t.is(await slugOf({ invitee_email: 'olga@people.test' }), 'rate-limited')
  await invite({ invitee_handle: 'bob' })
  world().advance(2 * HOUR)
  t.is((await invite({ invitee_email: 'otto@people.test' })).status, 'pending')
})

test('concurrent invitations to known addresses all succeed', async t => {
  const eve = await world().agent('eve')
  const names = Array.from({ length: 14 }, (_, n) => `known-${n}`)
  for (const name of names) await addPerson(world(), name)
  await world().call(createSpace, eve, { handle: 'hall', name: 'Hall' })
  const invite = (name: string) =>
    world().call(inviteToSpace, eve, { space_handle: 'hall', invitee_email: `${name}@people.test` })
  const answers = await Promise.all(names.map(invite))
  t.deepEqual(new Set(answers.map(({ status }) => status)), new Set(['pending']))
})
