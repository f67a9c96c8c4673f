import test from 'ava'
import { openMailTrial } from '../../push/mail.ts'
import { startSmtpReceiver } from '../../testing/doubles/smtp-receiver.ts'
import { readMailAddress } from '../kernel/text/mail-address.ts'

const PRINTABLE = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at))

test('every address that is accepted goes out as it was accepted, quoted local parts too', async t => {
  const receiver = await startSmtpReceiver()
  t.teardown(() => receiver.close())
  const send = openMailTrial({ smtpUrl: receiver.url, from: 'no-reply@colloquy.test' })
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
