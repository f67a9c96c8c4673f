import test from 'ava'
import { SQL } from 'sql-template-strings'
import { mailText } from '../../push/mail.ts'
import { listWaitingMail } from '../../storage/mail/mail-queue.ts'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { slugOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { DAY, HOUR, MINUTE } from '../core/durations.ts'
import { LIMITS } from '../core/rate-limits.ts'
import { executeAsPerson } from '../execute-as-person.ts'
import { postMessage } from '../posts/post-message.ts'
import { likeAsPerson } from '../reactions/like-as-person.ts'
import { setSetting } from '../settings/set-setting.ts'
import { unsetSetting } from '../settings/unset-setting.ts'
import { newBrowserSecret } from './browser-secret.ts'
import { endSessions } from './end-sessions.ts'
import { readBrowserMark } from './known-browser.ts'
import { listSessions } from './list-sessions.ts'
import { requestSignInCode } from './request-sign-in-code.ts'
import { readCode as readTypedCode } from './sign-in-code.ts'
import { findSignedInPerson } from './sign-in-session.ts'
import { signInWithCode } from './sign-in-with-code.ts'

const world = useTestWorld(test)
const limited = useTestWorld(test, { limits: LIMITS })

const newTicket = () => newBrowserSecret(world().runtime.randomBytes)
const anyone = { kind: 'anyone' } as const

async function visit(tool: Parameters<typeof executeAsPerson>[1], input: object, of = world(), from?: number) {
  const network = from === undefined ? undefined : () => `00000000-0000-0000-0000-${String(from).padStart(12, '0')}`
  const { output } = await executeAsPerson(of.runtime, tool, anyone, { input, request_id: 'test', network })
  // biome-ignore lint/suspicious/noExplicitAny: assertions judge the members
  return output as Record<string, any>
}

/** The code in the newest mail. */
async function readCode(of = world()): Promise<string> {
  const [mail] = await listWaitingMail(of.db, new Date(of.runtime.clock()), 1)
  return mailText(mail!, of.runtime.secretKeys).slice(0, 8)
}

async function signIn(email: string) {
  const ticket = newTicket()
  await visit(requestSignInCode, { email, ticket })
  return await visit(signInWithCode, { ticket, code: await readCode(), browser: 'Firefox' })
}

test.serial(
  'a mailed code signs in the browser that requested it, once, and creates an account for a new address',
  async t => {
    const ticket = newTicket()
    await visit(requestSignInCode, { email: 'New@People.test', ticket })
    const code = await readCode()
    t.regex(code, /^\d{8}$/)
    const opened = await visit(signInWithCode, { ticket, code, browser: 'Firefox' })
    t.true(opened.is_new)
    const signed = await findSignedInPerson(world().runtime, opened.token)
    t.like(signed, { actor: { user_id: opened.user_id }, person: { email: 'new@people.test', display_name: 'Person' } })
    t.is(await slugOf(visit(signInWithCode, { ticket, code, browser: '' })), 'code-refused')
    const again = await signIn('new@people.test')
    t.like(again, { is_new: false, user_id: opened.user_id })
    t.not(again.token, opened.token)
  },
)

test.serial('a code is invalid in another browser, after five attempts, and when it has expired', async t => {
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

test.serial('a browser that requests a code for a second address signs in with that one only', async t => {
  const ticket = newTicket()
  await visit(requestSignInCode, { email: 'victim@people.test', ticket })
  const first = await readCode()
  await visit(requestSignInCode, { email: 'mallory@people.test', ticket })
  const second = await readCode()
  t.is(await slugOf(visit(signInWithCode, { ticket, code: first })), 'code-refused')
  const { token } = await visit(signInWithCode, { ticket, code: second })
  t.is((await findSignedInPerson(world().runtime, token))?.person.email, 'mallory@people.test')
})

test.serial('of concurrent attempts in one browser, at most five are checked', async t => {
  const ticket = newTicket()
  await visit(requestSignInCode, { email: 'ann@people.test', ticket })
  const code = await readCode()
  const tries = Array.from({ length: 12 }, (_, n) => slugOf(visit(signInWithCode, { ticket, code: `0000000${n}` })))
  t.deepEqual(new Set(await Promise.all(tries)), new Set(['code-refused']))
  t.is(await slugOf(visit(signInWithCode, { ticket, code })), 'code-refused')
})

test.serial('no table contains a code, a ticket or a token', async t => {
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
  const tables = await rows()
  for (const secret of [code, code.replace(' ', ''), ticket, token]) t.false(tables.includes(secret))
})

test.serial('if only operators create accounts, nothing reveals which addresses have one', async t => {
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
    t.regex(known.code, /^\d{8}$/)
    t.is(unknown.code, 'Somebody')
    t.false((await visit(signInWithCode, { ticket: known.ticket, code: known.code })).is_new)
    t.is(await slugOf(visit(signInWithCode, { ticket: unknown.ticket, code: '00000000' })), 'code-refused')
  } finally {
    await world().callOperator(unsetSetting, { name: 'accounts.sign_up_open' })
  }
})

const ask = (email: string, from?: number, browser_mark?: string) =>
  visit(requestSignInCode, { email, ticket: newTicket(), browser_mark }, limited(), from)

async function mailsTo(email: string): Promise<number> {
  const { db, runtime } = limited()
  const mails = await listWaitingMail(db, new Date(runtime.clock()), 100)
  return mails.filter(mail => mail.email === email).length
}

test.serial('mails are limited per network and per address, whether the address has an account or not', async t => {
  await addPerson(limited(), 'much')
  for (const email of ['much@people.test', 'nobody@people.test']) {
    for (let sent = 0; sent < 3; sent++) await ask(email, 1)
    const refused = await limited().refusal(ask(email, 1))
    t.like(refused, { slug: 'rate-limited', members: { bucket: 'sign_in_mails_by_network' } })
    for (let from = 10; from < 13; from++) await ask(email, from)
    for (let from = 13; from < 20; from++)
      t.like(await limited().refusal(ask(email, from)), { members: { bucket: 'sign_in_mails' } })
    t.is(await mailsTo(email), 6)
  }
})

test.serial("a person's own browser and network have a separate limit that others cannot use up", async t => {
  const email = 'home@people.test'
  const [ticket, home] = [newTicket(), 70]
  await visit(requestSignInCode, { email, ticket }, limited(), home)
  const { browser_mark } = await visit(signInWithCode, { ticket, code: await readCode(limited()) }, limited(), home)
  limited().advance(DAY)
  await Promise.allSettled(Array.from({ length: 20 }, (_, n) => ask(email, 80 + n)))
  t.is(await slugOf(ask(email, 100)), 'rate-limited')
  t.truthy(await ask(email, home), 'at home, in a new browser')
  for (let sent = 0; sent < 10; sent++) t.truthy(await ask(email, 101, browser_mark), 'in its browser, anywhere')
  t.is(await slugOf(ask(email, 101, browser_mark)), 'rate-limited', 'that has an end too')
})

test.serial(
  "a browser's cookie gives a separate limit to its own address only, and forged cookies give none",
  async t => {
    const signUp = async (email: string) => {
      const ticket = newTicket()
      await visit(requestSignInCode, { email, ticket }, limited())
      return (await visit(signInWithCode, { ticket, code: await readCode(limited()) }, limited()))
        .browser_mark as string
    }
    const mine = await signUp('mallory@people.test')
    for (let sent = 0; sent < 6; sent++) await ask('victim@people.test', 200 + sent)
    const [account = '', mac = ''] = mine.split('.')
    for (const mark of [mine, '', '.', account, `${account}.`, `.${mac}`, `${mac}.${account}`, `${account}.${mac}é`])
      t.is(await slugOf(ask('victim@people.test', 300, mark)), 'rate-limited', mark)
    const { secret } = limited().runtime
    t.is(readBrowserMark(secret, mine), account)
    t.is(readBrowserMark(secret, `${account}.${mac.slice(1)}`), undefined)
  },
)

test.serial('a valid code is mailed again; each browser that requested it accepts it, once in total', async t => {
  const email = 'twice@people.test'
  const [one, two] = [newTicket(), newTicket()]
  await visit(requestSignInCode, { email, ticket: one })
  const code = await readCode()
  world().advance(4 * MINUTE)
  const again = await Promise.all([two, newTicket()].map(ticket => visit(requestSignInCode, { email, ticket })))
  t.is(await readCode(), code)
  t.is(new Set(again.map(({ expires_at }) => expires_at)).size, 1)
  t.is(await slugOf(visit(signInWithCode, { ticket: newTicket(), code })), 'code-refused', 'asked for none')
  const tries = await Promise.allSettled([one, two].map(ticket => visit(signInWithCode, { ticket, code })))
  t.deepEqual(tries.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  await visit(requestSignInCode, { email, ticket: one })
  t.not(await readCode(), code, 'a code that was used is not mailed again')
  const late = await readCode()
  world().advance(6 * MINUTE)
  await visit(requestSignInCode, { email, ticket: two })
  t.not(await readCode(), late, 'nor one that is soon over')
  t.truthy(await visit(signInWithCode, { ticket: one, code: late }), 'which is good to its end all the same')
})

test('a code is accepted in digits of any script, with text around it', t => {
  const of = (zero: number) => [...'12345678'].map(digit => String.fromCodePoint(zero + Number(digit))).join('')
  for (const zero of [0xff10, 0x660, 0x6f0, 0x966, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1fbf0, 0x104a0])
    t.is(readTypedCode(of(zero)), '12345678', zero.toString(16))
  const dressed = [
    '1234 5678',
    ' 12345678. ',
    '1234\u20135678',
    '1234-5678',
    '\u200b1234\u200d5678\ufeff',
    '\u202a12345678\u202c',
    '12345678\u3002',
    '1234\u00a05678',
    '\t12345678\r\n',
    '"12345678"',
    '1\u20602\u2060345678',
  ]
  for (const text of dressed) t.is(readTypedCode(text), '12345678', JSON.stringify(text))
  for (const text of ['1234567', '123456789', 'a12345678', '1234567l', '\u2460\u2461345678x'])
    t.not(readTypedCode(text), '12345678')
})

test.serial('a session ends by inactivity, by age, or when its person ends it', async t => {
  const idle = await signIn('eve@people.test')
  world().advance(6 * DAY)
  t.truthy(await findSignedInPerson(world().runtime, idle.token), 'used, it goes on')
  world().advance(6 * DAY)
  t.truthy(await findSignedInPerson(world().runtime, idle.token))
  world().advance(7 * DAY)
  t.is(await findSignedInPerson(world().runtime, idle.token), undefined)
  const old = await signIn('eve@people.test')
  for (let day = 0; day < 30; day += 6) {
    t.truthy(await findSignedInPerson(world().runtime, old.token))
    world().advance(6 * DAY)
  }
  t.is(await findSignedInPerson(world().runtime, old.token), undefined)
})

test.serial('a person sees their sessions, and ends one or all others; an ended session is rejected', async t => {
  const [one, two, three] = [
    await signIn('fay@people.test'),
    await signIn('fay@people.test'),
    await signIn('fay@people.test'),
  ]
  const { runtime } = world()
  const actor = { kind: 'person', user_id: one.user_id, session_id: one.session_id } as const
  const as = async (tool: Parameters<typeof executeAsPerson>[1], input: object, who = actor) =>
    (await executeAsPerson(runtime, tool, who, { input, request_id: 'test' })).output
  const { sessions } = (await as(listSessions, {})) as { sessions: object[] }
  t.like(sessions, [
    { id: three.session_id, is_this: false },
    { id: two.session_id, browser: 'Firefox' },
    { is_this: true },
  ])
  t.deepEqual(await as(endSessions, { session_id: three.session_id }), { ended: 1 })
  t.deepEqual(await as(endSessions, { others: true }), { ended: 1 })
  t.is(await findSignedInPerson(runtime, two.token), undefined)
  t.truthy(await findSignedInPerson(runtime, one.token))
  const stranger = await signIn('gus@people.test')
  t.deepEqual(await as(endSessions, { session_id: stranger.session_id }), { ended: 0 })
  const ann = await world().agent('ann')
  const { id: post_id } = await world().call(postMessage, ann, { content: 'hello' })
  const ended = { ...actor, session_id: two.session_id }
  t.is(await slugOf(as(likeAsPerson, { post_id }, ended as typeof actor)), 'sign-in-required')
  t.like(await as(likeAsPerson, { post_id }), { like_count: 1 })
  world().advance(HOUR)
})
