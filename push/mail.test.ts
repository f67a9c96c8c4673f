import { randomBytes, randomUUID } from 'node:crypto'
import test from 'ava'
import { pino } from 'pino'
import { SQL } from 'sql-template-strings'
import { queueMail, queueSecretMail } from '../storage/mail/mail-queue.ts'
import { encrypt } from '../storage/secrets/encrypted-values.ts'
import { deriveSecretKeys } from '../storage/secrets/secret-keys.ts'
import { type SmtpReceiver, startSmtpReceiver } from '../testing/fakes/smtp-receiver.ts'
import { useDatabase } from '../testing/fixtures/test-database.ts'
import { createMailer } from './mail.ts'

const database = useDatabase(test)
const NOW = Date.UTC(2026, 10, 21, 12)
const MINUTE = 60_000
let now = NOW
let receiver: SmtpReceiver
const secretKeys = deriveSecretKeys(Buffer.alloc(32, 9), undefined, randomBytes)

test.beforeEach(async () => {
  now = NOW
  await database().db.script('delete from mail')
  receiver = await startSmtpReceiver()
})

test.afterEach.always(() => receiver.close())

async function queue(...emails: string[]): Promise<void> {
  await queueWith({}, ...emails)
}

async function queueWith(more: { unsubscribe?: string }, ...emails: string[]): Promise<void> {
  const { db } = database()
  const people = emails.map(email => ({ id: randomUUID(), person_id: randomUUID(), about: randomUUID(), email }))
  for (const { person_id, email } of people) {
    await db.many(SQL`
      insert into person (id, email, display_name, created_at) values (${person_id}, ${email}, 'Person', ${new Date(NOW)})`)
  }
  const text = { subject: 'It ends — soon', content: 'Grüße.\n.\nFrom here.\n', ...more }
  await queueMail(db, people, { ...text, created_at: new Date(NOW), expires_at: new Date(NOW + 90 * 24 * 60 * MINUTE) })
}

function mailer(log = pino({ level: 'silent' }), db = database().db) {
  return createMailer({ secretKeys, db, clock: () => now, log, smtpUrl: receiver.url, from: 'no-reply@colloquy.test' })
}

const rows = () =>
  database().db.many<{
    id: string
    attempts: number
    next_at: string | null
    sent_at: string | null
    failure: string | null
  }>(
    SQL`select m.id, attempts, next_at, sent_at, failure from mail m join person p on p.id = person_id order by p.email`,
  )

test.serial('pending mail is sent once, separately to each person, with a stable id', async t => {
  const emails = Array.from({ length: 12 }, (_, index) => `owner-${index}-${randomUUID()}@people.test`)
  await queue(...emails)
  const senders = [mailer(), mailer(undefined, database().openAnother())]
  await Promise.all(senders.map(sender => sender.sweep()))
  await senders[0]!.sweep()
  t.deepEqual(receiver.received.map(({ to }) => to).sort(), emails.sort())
  for (const { message } of receiver.received) t.regex(message, /^Auto-Submitted: auto-generated\r?$/m)
  for (const row of await rows()) {
    t.like(row, { attempts: 1, next_at: null, sent_at: new Date(NOW).toISOString(), failure: null })
    t.is(receiver.received.filter(({ message }) => message.includes(`<${row.id}@colloquy.test>`)).length, 1)
  }
  t.true(receiver.received.every(({ from }) => from === 'no-reply@colloquy.test'))
})

test.serial('mail that can be unsubscribed from says how, with one-click headers if possible', async t => {
  const path = `internal/unsubscribe?token=${'x'.repeat(70)}`
  await queueWith({ unsubscribe: `https://colloquy.test/${path}` }, 'ends@people.test')
  await queueWith({ unsubscribe: `http://127.0.0.1/${path}` }, 'local@people.test')
  await queue('stays@people.test')
  await mailer().sweep()
  const headersTo = (email: string) =>
    receiver.received.find(({ to }) => to === email)!.message.replace(/\r?\n[ \t]+/g, ' ')
  t.regex(
    headersTo('ends@people.test'),
    /^List-Unsubscribe: <https:\/\/colloquy\.test\/internal\/unsubscribe\?token=x{70}>\r?$/m,
  )
  t.regex(headersTo('ends@people.test'), /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
  t.regex(headersTo('ends@people.test'), /^Auto-Submitted: auto-generated\r?$/m)
  for (const email of ['local@people.test', 'stays@people.test']) t.notRegex(headersTo(email), /unsubscribe/i, email)
})

test.serial('a temporary failure is retried with growing delays, until it is given up', async t => {
  await queue('busy@people.test')
  receiver.answer = to => `451 not now, ${to}`
  const waits: number[] = []
  for (let next: string | null = ''; next !== null; ) {
    await mailer().sweep()
    const [row] = await rows()
    next = row!.next_at
    t.is(row!.failure, 'EENVELOPE 451')
    if (next) {
      waits.push((Date.parse(next) - now) / MINUTE)
      await mailer().sweep()
      t.is((await rows())[0]!.attempts, row!.attempts, 'and not before')
      now = Date.parse(next)
    }
  }
  t.deepEqual(waits, [1, 5, 30, 120, 360, 720, 1440])
  t.is((await rows())[0]!.attempts, 8)
})

test.serial('a permanent failure is given up at once, and delays no other mail', async t => {
  await queue('gone@people.test', 'here@people.test')
  receiver.answer = to => (to.startsWith('gone') ? '550 nobody here' : '250 ok')
  await mailer().sweep()
  t.deepEqual(
    receiver.received.map(({ to }) => to),
    ['here@people.test'],
  )
  t.deepEqual(
    (await rows()).map(({ failure, next_at }) => ({ failure, next_at })),
    [
      { failure: 'EENVELOPE 550', next_at: null },
      { failure: null, next_at: null },
    ],
  )
})

test.serial('without a reachable server it waits, and no address is logged', async t => {
  await queue('quiet@people.test')
  await receiver.close()
  const lines: string[] = []
  await mailer(pino({ level: 'trace' }, { write: line => void lines.push(line) })).sweep()
  t.is((await rows())[0]!.next_at, new Date(NOW + MINUTE).toISOString())
  t.is(lines.length, 1)
  t.false(lines.join().includes('quiet'))
  t.regex(lines[0]!, /mail was not sent/)
  receiver = await startSmtpReceiver()
  now += MINUTE
  await mailer().sweep()
  t.is(receiver.received.length, 1)
})

test.serial(
  'mail whose sender was killed is sent by another, later, and given up if that happens each time',
  async t => {
    await queue('killed@people.test')
    const { db } = database()
    await db.many(SQL`update mail set attempts = 7, next_at = ${new Date(NOW + 5 * MINUTE)}`)
    await mailer().sweep()
    t.is(receiver.received.length, 0)
    now += 5 * MINUTE
    await mailer().sweep()
    t.is(receiver.received.length, 1)
    await db.many(SQL`update mail set attempts = 8, sent_at = null, next_at = ${new Date(NOW)}`)
    await mailer().sweep()
    t.is(receiver.received.length, 1)
    t.like((await rows())[0]!, { next_at: null, failure: 'no delivery attempt completed' })
  },
)

test.serial('a secret in a mail is in no readable column, and is deleted once it was sent', async t => {
  const { db } = database()
  const [id, now] = [randomUUID(), new Date(NOW)]
  const encrypted = await encrypt(db, secretKeys, Buffer.from('1234 5678'), `mail ${id}`)
  const expires_at = new Date(NOW + MINUTE)
  await queueSecretMail(
    db,
    { id, email: 'nobody@people.test', about: randomUUID(), encrypted },
    { subject: 'Sign in', content: '{code} is your code', created_at: now, expires_at },
  )
  const readSecrets = async () => JSON.stringify(await db.many(SQL`select secret, content from mail`))
  t.false((await readSecrets()).includes('1234'))
  await mailer().sweep()
  t.deepEqual(
    receiver.received.map(({ to }) => to),
    ['nobody@people.test'],
  )
  t.true(receiver.received[0]!.message.includes('1234 5678 is your code'))
  t.deepEqual(JSON.parse(await readSecrets()), [{ secret: null, content: '{code} is your code' }])
})

test.serial('an expired code is not mailed', async t => {
  const { db } = database()
  const id = randomUUID()
  const encrypted = await encrypt(db, secretKeys, Buffer.from('1234 5678'), `mail ${id}`)
  const text = { subject: 'Sign in', content: '{code}', created_at: new Date(NOW), expires_at: new Date(NOW + MINUTE) }
  await queueSecretMail(db, { id, email: 'late@people.test', about: randomUUID(), encrypted }, text)
  now += 2 * MINUTE
  await mailer().sweep()
  t.deepEqual(receiver.received, [])
})
