import test from 'ava'
import { SQL } from 'sql-template-strings'
import { wordsOf } from '../../push/mail.ts'
import { listWaitingMail } from '../../storage/mail/mail.ts'
import { addPerson } from '../../testing/worlds/persons.ts'
import { slugOf, useWorld } from '../../testing/worlds/world.ts'
import { DAY, HOUR, MINUTE } from '../kernel/durations.ts'
import { BUCKETS } from '../kernel/limits.ts'
import { performAsPerson } from '../perform-as-person.ts'
import { postMessage } from '../posts/post-message.ts'
import { likeAsPerson } from '../reactions/like-as-person.ts'
import { setSetting } from '../settings/set-setting.ts'
import { unsetSetting } from '../settings/unset-setting.ts'
import { newBrowserSecret } from './browser-secret.ts'
import { endSessions } from './end-sessions.ts'
import { listSessions } from './list-sessions.ts'
import { requestSignInCode } from './request-sign-in-code.ts'
import { findSigned } from './session.ts'
import { signInWithCode } from './sign-in-with-code.ts'

const world = useWorld(test)
const limited = useWorld(test, { limits: BUCKETS })

const newTicket = () => newBrowserSecret(world().runtime.randomBytes)
const anyone = { kind: 'anyone' } as const

async function visit(tool: Parameters<typeof performAsPerson>[1], input: object, of = world()) {
  const { output } = await performAsPerson(of.runtime, tool, anyone, { input, request_id: 'test' })
  // biome-ignore lint/suspicious/noExplicitAny: assertions judge the members
  return output as Record<string, any>
}

/** The code of the newest mail. */
async function readCode(of = world()): Promise<string> {
  const [mail] = await listWaitingMail(of.db, new Date(of.runtime.clock()), 1)
  return wordsOf(mail!, of.runtime.secretKeys).slice(0, 9)
}

async function signIn(email: string) {
  const ticket = newTicket()
  await visit(requestSignInCode, { email, ticket })
  return await visit(signInWithCode, { ticket, code: await readCode(), browser: 'Firefox' })
}

test.serial('the code that is mailed signs its browser in, once, and makes an account for a new address', async t => {
  const ticket = newTicket()
  await visit(requestSignInCode, { email: 'New@People.test', ticket })
  const code = await readCode()
  t.regex(code, /^\d{4} \d{4}$/)
  const opened = await visit(signInWithCode, { ticket, code, browser: 'Firefox' })
  t.true(opened.is_new)
  const signed = await findSigned(world().runtime, opened.token)
  t.like(signed, { actor: { user_id: opened.user_id }, person: { email: 'new@people.test', display_name: 'Person' } })
  t.is(await slugOf(visit(signInWithCode, { ticket, code, browser: '' })), 'code-refused')
  const again = await signIn('new@people.test')
  t.like(again, { is_new: false, user_id: opened.user_id })
  t.not(again.token, opened.token)
})

test.serial('a code is of no use in another browser, after five tries, and once its time is over', async t => {
  const ticket = newTicket()
  await visit(requestSignInCode, { email: 'ann@people.test', ticket })
  const code = await readCode()
  t.is(await slugOf(visit(signInWithCode, { ticket: newTicket(), code })), 'code-refused')
  const wrong = code.replace(/./, digit => String((Number(digit) + 1) % 10))
  for (let tried = 0; tried < 5; tried++)
    t.is(await slugOf(visit(signInWithCode, { ticket, code: wrong })), 'code-refused')
  t.is(await slugOf(visit(signInWithCode, { ticket, code })), 'code-refused')
  await visit(requestSignInCode, { email: 'ann@people.test', ticket })
  const late = await readCode()
  world().advance(10 * MINUTE)
  t.is(await slugOf(visit(signInWithCode, { ticket, code: late })), 'code-refused')
})

test.serial(
  'a browser that asks for a second address waits for the code of that, and signs in as that alone',
  async t => {
    const ticket = newTicket()
    await visit(requestSignInCode, { email: 'victim@people.test', ticket })
    const first = await readCode()
    await visit(requestSignInCode, { email: 'mallory@people.test', ticket })
    const second = await readCode()
    t.is(await slugOf(visit(signInWithCode, { ticket, code: first })), 'code-refused')
    const { token } = await visit(signInWithCode, { ticket, code: second })
    t.is((await findSigned(world().runtime, token))?.person.email, 'mallory@people.test')
  },
)

test.serial('of codes that are tried at once in one browser, no more than five are looked at', async t => {
  const ticket = newTicket()
  await visit(requestSignInCode, { email: 'ann@people.test', ticket })
  const code = await readCode()
  const tries = Array.from({ length: 12 }, (_, n) => slugOf(visit(signInWithCode, { ticket, code: `0000000${n}` })))
  t.deepEqual(new Set(await Promise.all(tries)), new Set(['code-refused']))
  t.is(await slugOf(visit(signInWithCode, { ticket, code })), 'code-refused')
})

test.serial('no table holds a code, a ticket or a token', async t => {
  const ticket = newTicket()
  await visit(requestSignInCode, { email: 'cid@people.test', ticket })
  const code = await readCode()
  const rows = async () =>
    JSON.stringify(
      await world().db.many(SQL`
    select c::text as code, (select string_agg(m::text, ' ') from mail m) as mail,
      (select string_agg(s::text, ' ') from person_session s) as sessions from sign_in_code c`),
    )
  const { token } = await signIn('dan@people.test')
  const kept = await rows()
  for (const secret of [code, code.replace(' ', ''), ticket, token]) t.false(kept.includes(secret))
})

test.serial('where accounts are made by operators alone, nothing tells who has one', async t => {
  await addPerson(world(), 'known')
  await world().callOperator(setSetting, { name: 'accounts.sign_up_open', value: false })
  try {
    const ask = async (email: string) => {
      const ticket = newTicket()
      const answer = await visit(requestSignInCode, { email, ticket })
      return { answer, ticket, code: await readCode() }
    }
    const [known, unknown] = [await ask('known@people.test'), await ask('unknown@people.test')]
    t.deepEqual(known.answer, unknown.answer)
    t.regex(known.code, /^\d{4} \d{4}$/)
    t.is(unknown.code, 'Somebody,')
    t.false((await visit(signInWithCode, { ticket: known.ticket, code: known.code })).is_new)
    t.is(await slugOf(visit(signInWithCode, { ticket: unknown.ticket, code: '00000000' })), 'code-refused')
  } finally {
    await world().callOperator(unsetSetting, { name: 'accounts.sign_up_open' })
  }
})

test.serial('mails to one address are limited, whether anybody has it or not', async t => {
  await addPerson(limited(), 'much')
  for (const email of ['much@people.test', 'nobody@people.test']) {
    for (let sent = 0; sent < 10; sent++) await visit(requestSignInCode, { email, ticket: newTicket() }, limited())
    const refused = await limited().refusal(visit(requestSignInCode, { email, ticket: newTicket() }, limited()))
    t.like(refused, { slug: 'rate-limited', members: { bucket: 'sign_in_mails' } })
  }
})

test.serial('a session ends by idleness, by age, and when its person ends it', async t => {
  const idle = await signIn('eve@people.test')
  world().advance(6 * DAY)
  t.truthy(await findSigned(world().runtime, idle.token), 'used, it goes on')
  world().advance(6 * DAY)
  t.truthy(await findSigned(world().runtime, idle.token))
  world().advance(7 * DAY)
  t.is(await findSigned(world().runtime, idle.token), undefined)
  const old = await signIn('eve@people.test')
  for (let day = 0; day < 30; day += 6) {
    t.truthy(await findSigned(world().runtime, old.token))
    world().advance(6 * DAY)
  }
  t.is(await findSigned(world().runtime, old.token), undefined)
})

test.serial(
  'a person sees where they are signed in, and ends one or all others; what was ended does nothing more',
  async t => {
    const [one, two, three] = [
      await signIn('fay@people.test'),
      await signIn('fay@people.test'),
      await signIn('fay@people.test'),
    ]
    const { runtime } = world()
    const actor = { kind: 'person', user_id: one.user_id, session_id: one.session_id } as const
    const as = async (tool: Parameters<typeof performAsPerson>[1], input: object, who = actor) =>
      (await performAsPerson(runtime, tool, who, { input, request_id: 'test' })).output
    const { sessions } = (await as(listSessions, {})) as { sessions: object[] }
    t.like(sessions, [
      { id: three.session_id, is_this: false },
      { id: two.session_id, browser: 'Firefox' },
      { is_this: true },
    ])
    t.deepEqual(await as(endSessions, { session_id: three.session_id }), { ended: 1 })
    t.deepEqual(await as(endSessions, { others: true }), { ended: 1 })
    t.is(await findSigned(runtime, two.token), undefined)
    t.truthy(await findSigned(runtime, one.token))
    const stranger = await signIn('gus@people.test')
    t.deepEqual(await as(endSessions, { session_id: stranger.session_id }), { ended: 0 })
    const ann = await world().agent('ann')
    const { id: post_id } = await world().call(postMessage, ann, { content: 'hello' })
    const ended = { ...actor, session_id: two.session_id }
    t.is(await slugOf(as(likeAsPerson, { post_id }, ended as typeof actor)), 'sign-in-required')
    t.like(await as(likeAsPerson, { post_id }), { like_count: 1 })
    world().advance(HOUR)
  },
)
