import test from 'ava'
import { createMailTest } from '../../push/mail.ts'
import { startSmtpReceiver } from '../../testing/fakes/smtp-receiver.ts'
import { readMailAddress } from '../core/text/mail-address.ts'

const PRINTABLE = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at))

test('every accepted address is sent unchanged, including quoted local parts', async t => {
  const receiver = await startSmtpReceiver()
  t.teardown(() => receiver.close())
  const send = createMailTest({ smtpUrl: receiver.url, from: 'no-reply@colloquy.test' })
  const locals = PRINTABLE.flatMap(character => [
    ...[`a${character}b`, `"a${character}b"`, `"${character}"`, `"a\\${character}b c@d"`],
  ])
  const odd = ['""', '"a  b"', '"a, b"', '"é b"', '用户', '"=?utf-8?q?a?="', '=?utf-8?q?a?=']
  const accepted = [...locals, ...odd].flatMap(local => readMailAddress(`${local}@people.test`) ?? [])
  t.true(accepted.length > 250)
  for (const to of accepted) {
    t.like(await send({ to, subject: 'x', text: 'y' }), { is_accepted: true }, to)
    t.is(receiver.received.at(-1)?.to, to)
  }
  t.is(receiver.received.length, accepted.length)
})
