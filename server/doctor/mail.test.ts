import test from 'ava'
import { readConfig } from '../config/config.ts'
import { checkMail } from './mail.ts'

test('without a mail server the doctor reports CHANGE if the server is public, and how to read codes', async t => {
  const found = await checkMail(readConfig({}), 'https://colloquy.example/social')
  t.is(found.state, 'change')
  t.regex(found.reported, /SMTP_URL.*operator mail codes/)
  for (const here of ['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost:3000/social']) {
    t.is((await checkMail(readConfig({}), here)).state, 'unknown', here)
  }
  t.is((await checkMail(readConfig({}), 'http://0.0.0.0:3000')).state, 'change')
})
