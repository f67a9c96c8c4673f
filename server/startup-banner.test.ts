import test from 'ava'
import { readConfig } from './config/config.ts'
import { printStartupBanner } from './startup-banner.ts'

const URL = 'https://colloquy.example'

const bannerOf = (environment: Record<string, string>) =>
  printStartupBanner(
    { url: URL, metricsUrl: undefined },
    { config: readConfig({ BASE_URL: URL, ...environment }), file: undefined, environment },
  )

test('the start-up message names the mail destination, without the password of the mail server', t => {
  t.regex(bannerOf({}), /mail {7}not sent; sign-in codes: .*operator.* mail codes\n/)
  const banner = bannerOf({ SMTP_URL: 'smtps://user:hush@mail.example:465' })
  t.regex(banner, /mail {7}sent by mail\.example:465\n/)
  t.notRegex(banner, /hush|mail codes/)
})
