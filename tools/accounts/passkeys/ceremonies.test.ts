import test from 'ava'
import { SQL } from 'sql-template-strings'
import { putCeremony, takeCeremony } from '../../../storage/accounts/ceremonies.ts'
import { slugOf, useTestWorld } from '../../../testing/fixtures/test-world.ts'
import { executeAsPerson } from '../../execute-as-person.ts'
import { newBrowserSecret } from '../browser-secret.ts'
import { beginPasskeySignIn } from './begin-passkey-sign-in.ts'
import { signInWithPasskey } from './sign-in-with-passkey.ts'

const world = useTestWorld(test)
const anyone = { kind: 'anyone' } as const

test.serial('beyond the limits of a network its oldest ceremonies are dropped, and those of others remain', async t => {
  const { db } = world()
  const place = (network: number, n: number) => ({
    holder: `${network}${n}`.padStart(64, '0'),
    person_id: null,
    network: `00000000-0000-0000-0000-00000000000${network}`,
    challenge: `challenge ${n}`,
    created_at: new Date(Date.UTC(2026, 10, 21, 12, 0, n)),
    expires_at: new Date(Date.UTC(2026, 10, 21, 13)),
  })
  const bounds = { ofNetwork: 3, ofAll: 6 }
  await putCeremony(db, place(1, 0), bounds)
  for (let n = 1; n < 10; n++) await putCeremony(db, place(2, n), bounds)
  const open = await db.many<{ challenge: string }>(SQL`
    select challenge from passkey_ceremony where challenge like 'challenge%' order by created_at`)
  t.deepEqual(
    open.map(({ challenge }) => challenge),
    ['challenge 0', 'challenge 7', 'challenge 8', 'challenge 9'],
  )
  const { holder } = place(2, 9)
  const now = new Date(Date.UTC(2026, 10, 21, 12, 1))
  t.is(await takeCeremony(db, { holder, person_id: null }, now), 'challenge 9')
  t.is(await takeCeremony(db, { holder, person_id: null }, now), undefined, 'once')
})

const REFUSED = ['', 'x', '[]', 'null', '{}', '{"id":1}', '{"id":"x","response":{}}']
/** Text that tables cannot store, and JSON that is nested too deeply. */
const ODD = [
  String.raw`{"id":"a\u0000b","response":{}}`,
  String.raw`{"id":"\ud800","response":{}}`,
  String.raw`{"id":"x","response":{"transports":["\u0000"]}}`,
  String.raw`{"id":"x","\udfff":{}}`,
  `{"id":"x","response":${'['.repeat(9_900)}${']'.repeat(9_900)}}`,
]

test.serial('a ceremony without a passkey signs nobody in, and a flood of ceremonies blocks no other', async t => {
  const { runtime } = world()
  const network = () => '00000000-0000-0000-0000-000000000009'
  const ask = async () => {
    const ticket = newBrowserSecret(runtime.randomBytes)
    const call = { input: { ticket }, request_id: 'test', network }
    const { output } = await executeAsPerson(runtime, beginPasskeySignIn, anyone, call)
    return { ticket, options: output.options as { challenge: string; rpId: string } }
  }
  for (let n = 0; n < 30; n++) t.like((await ask()).options, { rpId: 'colloquy.test' })
  const { ticket } = await ask()
  for (const answer of [...REFUSED, ...ODD]) {
    const call = { input: { ticket, answer }, request_id: 'test' }
    const slug = await slugOf(executeAsPerson(runtime, signInWithPasskey, anyone, call))
    t.is(slug, answer === '' ? 'validation-error' : 'passkey-refused', answer)
  }
})
