import test from 'ava'
import { createMailTest } from '../../push/mail.ts'
import { startSmtpReceiver } from '../../testing/fakes/smtp-receiver.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { listAudit } from '../oversight/list-audit.ts'
import { testMail } from './test-mail.ts'

const receiver = await startSmtpReceiver()
const world = useTestWorld(test, { tryMail: createMailTest({ smtpUrl: receiver.url, from: 'no-reply@colloquy.test' }) })
test.after.always(() => receiver.close().catch(() => {}))

const send = (email: string) => world().callOperator(testMail, { email })

test.serial("a test mail is sent immediately, and the server's reply is returned", async t => {
  t.deepEqual(await send('Ann@People.test'), { email: 'ann@people.test', outcome: 'accepted', answer: '250 kept' })
  t.like(receiver.received[0], { to: 'ann@people.test', from: 'no-reply@colloquy.test' })
  t.regex(receiver.received[0]!.message, /colloquy\.test sent this message/)
  receiver.answer = () => '550 nobody of that name'
  t.like(await send('bob@people.test'), { outcome: 'refused', answer: '550 nobody of that name' })
  const { changes } = await world().callOperator(listAudit, { limit: 5 })
  t.deepEqual(
    changes.map(({ action, after }: Record<string, unknown>) => [action, after]),
    [
      ['test_mail', { outcome: 'refused' }],
      ['test_mail', { outcome: 'accepted' }],
    ],
  )
})

test.serial('an unreachable server is reported', async t => {
  await receiver.close()
  const { outcome, answer } = await send('ann@people.test')
  t.is(outcome, 'refused')
  t.regex(answer, /ECONNREFUSED/)
})

const without = useTestWorld(test)
test('without a mail server the settings to configure are named', async t => {
  const { outcome, answer } = await without().callOperator(testMail, { email: 'ann@people.test' })
  t.is(outcome, 'not configured')
  t.regex(answer, /SMTP_URL/)
})
