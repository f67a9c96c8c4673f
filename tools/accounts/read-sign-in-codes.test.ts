import test from 'ava'
import type { z } from 'zod'
import { addPerson, signInPerson } from '../../testing/fixtures/test-persons.ts'
import { slugOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { Runtime } from '../core/context.ts'
import { MINUTE } from '../core/durations.ts'
import { invoke } from '../core/invoke-tool.ts'
import { executeAsPerson } from '../execute-as-person.ts'
import { listAudit } from '../oversight/list-audit.ts'
import { callAsStaff } from '../roles/call-as-staff.ts'
import { grantRole } from '../roles/grant-role.ts'
import { newBrowserSecret } from './browser-secret.ts'
import { readSignInCodes } from './read-sign-in-codes.ts'
import { requestSignInCode } from './request-sign-in-code.ts'
import { signInWithCode } from './sign-in-with-code.ts'

const world = useTestWorld(test)
const anyone = { kind: 'anyone' } as const

const withoutMail = (): Runtime => {
  const { runtime } = world()
  return { ...runtime, installation: { ...runtime.installation, sendsMail: false } }
}

async function ask(email: string): Promise<string> {
  const ticket = newBrowserSecret(world().runtime.randomBytes)
  await executeAsPerson(world().runtime, requestSignInCode, anyone, { input: { email, ticket }, request_id: 'test' })
  return ticket
}

type Read = z.output<typeof readSignInCodes.output>

async function read(input: object = {}, runtime = withoutMail()): Promise<Read> {
  const actor = { kind: 'operator' as const, name: 'op' }
  return (await invoke(runtime, readSignInCodes, { actor, input, request_id: 'test', strict: true })).output as Read
}

test.serial('the command line reads pending codes, of one address or all, and each read is audited', async t => {
  const ticket = await ask('ann@people.test')
  await ask('bob@people.test')
  const all = await read()
  t.deepEqual(
    all.codes.map(({ email }) => email),
    ['bob@people.test', 'ann@people.test'],
  )
  const { codes } = await read({ email: 'Ann@People.test' })
  const [mine] = codes
  t.is(codes.length, 1)
  const { changes } = await world().callOperator(listAudit, { limit: 5 })
  t.like(changes[0], { action: 'read_sign_in_codes', subject: { mail_ids: [mine!.id] }, after: { codes: 1 } })
  t.like(changes[1], { action: 'read_sign_in_codes', after: { codes: 2 } })
  t.false(JSON.stringify(changes).includes(mine!.code))
  const input = { ticket, code: mine!.code, browser: '' }
  const { output } = await executeAsPerson(world().runtime, signInWithCode, anyone, { input, request_id: 'test' })
  t.true(output.is_new)
})

test.serial('expired codes are not readable, nor any code once a mail server is configured', async t => {
  await ask('cleo@people.test')
  t.like(await read({ email: 'cleo@people.test' }, world().runtime), { sends_mail: true, codes: [] })
  world().advance(30 * MINUTE)
  t.like(await read({ email: 'cleo@people.test' }), { sends_mail: false, codes: [] })
})

test.serial('no web session reads codes, not even that of an operator', async t => {
  const user_id = await addPerson(world(), 'otto')
  await world().callOperator(grantRole, { user_id, role: 'operator' })
  const { session_id } = await signInPerson(world(), user_id)
  const call = { user_id, session_id, input: {}, request_id: 'test' }
  t.is(await slugOf(callAsStaff(withoutMail(), readSignInCodes, call)), 'not-found')
})
