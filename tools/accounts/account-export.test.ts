import { PassThrough } from 'node:stream'
import test from 'ava'
import { createAccountExport } from '../../storage/privacy/account-export.ts'
import { asTestPerson } from '../../testing/fixtures/key-recovery-world.ts'
import { newPerson } from '../../testing/fixtures/person-notifications.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { MINUTE } from '../core/durations.ts'
import { beginAccountExport } from './begin-account-export.ts'
import { claimAccountExport } from './claim-account-export.ts'

const world = useTestWorld(test)
const database = useDatabase(test)

test.serial('a ticket is used once, by its person, within a minute', async t => {
  const [person, other] = [await newPerson(world()), await newPerson(world())]
  const begin = async () => (await asTestPerson(world(), person, beginAccountExport)).ticket as string
  const claim = (by: typeof person, ticket: string) => asTestPerson(world(), by, claimAccountExport, { ticket })
  const ticket = await begin()
  const refused = { message: /This download has ended/ }
  await t.throwsAsync(claim(other, ticket), refused)
  await t.notThrowsAsync(claim(person, ticket))
  await t.throwsAsync(claim(person, ticket), refused)
  const late = await begin()
  world().advance(MINUTE)
  await t.throwsAsync(claim(person, late), refused)
  for (const odd of ['', '1.x', `${ticket}x`]) await t.throwsAsync(claim(person, odd), refused)
})

test('two exports run, 20 wait, and more are refused until one has ended', async t => {
  const { isFull, write } = createAccountExport(database().address)
  const [nobody, outputs] = [
    '00000000-0000-7000-8000-000000000000',
    Array.from({ length: 22 }, () => new PassThrough()),
  ]
  const done = outputs.map(output => {
    t.false(isFull())
    return write(nobody, output)
  })
  t.true(isFull())
  await Promise.race(done)
  t.false(isFull())
  await Promise.all(done)
})
