import test from 'ava'
import { insertPasskey } from '../../../storage/accounts/passkeys.ts'
import type { SignInMethod } from '../../../storage/accounts/sessions.ts'
import { addPerson } from '../../../testing/fixtures/test-persons.ts'
import { useTestWorld } from '../../../testing/fixtures/test-world.ts'
import type { PersonActor } from '../../core/context.ts'
import { executeAsPerson } from '../../execute-as-person.ts'
import { listSessions } from '../list-sessions.ts'
import { startSession } from '../sign-in-session.ts'
import { removePasskey } from './remove-passkey.ts'

const world = useTestWorld(test)

test('removing a passkey ends the sessions that passkeys opened, except the current one', async t => {
  const { db, runtime } = world()
  const now = new Date(runtime.clock())
  const person_id = await addPerson(world(), 'ann')
  const passkey = { id: 'lost', person_id, public_key: 'aa', counter: 0, transports: [], name: 'Phone' }
  await insertPasskey(db, { ...passkey, created_at: now })
  const open = async (method: SignInMethod): Promise<PersonActor> => {
    const { session_id } = await startSession(
      db,
      { user_id: person_id, email: 'ann@example.com', method, browser: '' },
      { ...runtime, now },
    )
    return { kind: 'person', user_id: person_id, session_id }
  }
  const [asking, byCode] = [await open('passkey'), await open('code'), await open('passkey')]
  const call = { input: { passkey_id: 'lost' }, request_id: 'test' }
  await executeAsPerson(runtime, removePasskey, asking, call)
  const { sessions } = await world().callOperator(listSessions, { user_id: person_id })
  t.deepEqual(sessions.map(({ id }: { id: string }) => id).sort(), [asking.session_id, byCode.session_id].sort())
})
