import test from 'ava'
import { mailText } from '../../../push/mail.ts'
import { listWaitingMail } from '../../../storage/mail/mail-queue.ts'
import { useTestSite } from '../../../testing/browsers/test-site.ts'

const site = useTestSite(test, { rateLimits: true, trustedProxies: ['127.0.0.1'] })

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' }

/** A browser with cookies, at an address. */
function openBrowser(address: string) {
  const cookies = new Map<string, string>()
  return {
    cookies,
    async send(path: string, fields: Record<string, string>): Promise<Response> {
      const Cookie = [...cookies].map(pair => pair.join('=')).join('; ')
      const headers = { ...FORM, 'X-Forwarded-For': address, ...(Cookie && { Cookie }) }
      const body = new URLSearchParams({ to: '', ...fields }).toString()
      const response = await site().ask(path, undefined, { method: 'POST', headers, body })
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
        cookies.set(name!, value!)
      }
      return response
    },
  }
}

async function mailsTo(email: string): Promise<string[]> {
  const { db, runtime } = site().world
  const mails = await listWaitingMail(db, new Date(runtime.clock()), 100)
  const { secretKeys } = site().server.runtime
  return mails.filter(mail => mail.email === email).map(mail => mailText(mail, secretKeys))
}

const codeFor = async (email: string) => /^\d{8}$/m.exec((await mailsTo(email))[0]!)![0]

test.serial('an address with spaces around it is accepted, and a code as a keyboard enters it', async t => {
  const browser = openBrowser('198.51.100.1')
  const asked = await browser.send('/internal/sign-in', { email: ' \u200bAnn@People.test\u00a0\n' })
  t.is(asked.status, 303)
  const wide = (await codeFor('ann@people.test')).replace(/\d/g, digit => String.fromCharCode(0xff10 + Number(digit)))
  const entered = await browser.send('/internal/sign-in/code', { code: ` ${wide}\u200b. ` })
  t.is(entered.headers.get('location')?.endsWith('/internal/account'), true)
  browser.cookies.clear()
  t.is((await browser.send('/internal/sign-in', { email: 'a b@people.test' })).status, 422)
})

test.serial('while others use up the limits, a person can sign in from their browser and their network', async t => {
  const email = 'victim@people.test'
  const [home, office] = ['198.51.100.10', '198.51.100.20']
  const browser = openBrowser(home)
  await browser.send('/internal/sign-in', { email })
  await browser.send('/internal/sign-in/code', { code: await codeFor(email) })
  t.truthy(browser.cookies.get('colloquy-person'))
  const stranger = async (address: string, path: string, fields: Record<string, string>) =>
    (await openBrowser(address).send(path, fields)).status
  for (let n = 0; n < 5; n++) await stranger('203.0.113.1', '/internal/sign-in', { email })
  t.is((await mailsTo(email)).length, 4, 'one network has three sent')
  for (let n = 0; n < 45; n++) await stranger(office, '/internal/sign-in', { email })
  t.is((await mailsTo(email)).length, 6)
  const elsewhere = openBrowser('198.51.100.30')
  t.is((await elsewhere.send('/internal/sign-in', { email })).status, 429)

  browser.cookies.delete('colloquy-person')
  const travelled = openBrowser(office)
  for (const [name, value] of browser.cookies) travelled.cookies.set(name, value)
  const asked = await travelled.send('/internal/sign-in', { email })
  t.is(asked.status, 303, 'in their browser, where a stranger used up the network')
  await travelled.send('/internal/sign-in/code', { code: await codeFor(email) })
  t.truthy(travelled.cookies.get('colloquy-person'))

  const fresh = openBrowser(home)
  t.is((await fresh.send('/internal/sign-in', { email })).status, 303, 'in a new browser at home')
  travelled.cookies.delete('colloquy-person')
  const others = await travelled.send('/internal/sign-in', { email: 'somebody@people.test' })
  t.is(others.status, 429, 'its mark makes no room for other addresses')
})

test.serial(
  'the mailbox is linked only where it is available; behind a proxy, the command that shows codes is named',
  async t => {
    const page = async (headers: Record<string, string>) =>
      await (await site().ask('/internal/sign-in/code', undefined, { headers })).text()
    t.regex(await page({}), /href="[^"]*\/internal\/mailbox"/)
    t.is((await site().ask('/internal/mailbox')).status, 200)
    const proxied = { 'X-Forwarded-For': '198.51.100.40' }
    t.is((await site().ask('/internal/mailbox', undefined, { headers: proxied })).status, 404)
    const html = await page(proxied)
    t.notRegex(html, /mailbox/)
    t.regex(html, /operator mail codes/)
  },
)
