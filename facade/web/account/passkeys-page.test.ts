import test from 'ava'
import type { BrowserContext } from 'playwright-core'
import { BROWSER, useBrowser } from '../../../testing/browsers/browser.ts'
import { signUp } from '../../../testing/browsers/sign-up.ts'
import { useTestSite } from '../../../testing/browsers/test-site.ts'

// Passkeys require a host name.
const site = useTestSite(test, { host: 'localhost' })
const browser = useBrowser(test)
const inBrowser = BROWSER.isAvailable ? test.serial : test.serial.skip

const sessionIn = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'colloquy-person')!.value

inBrowser(`a person creates a passkey, signs in with it alone, and removes it${BROWSER.skipNote}`, async t => {
  t.timeout(300_000)
  const { url } = site()
  const { page, context, faults, shoot, strays } = await browser()!.look(`${url}/internal/sign-in`)
  const devices = await context.newCDPSession(page)
  await devices.send('WebAuthn.enable')
  const device = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...device, isUserVerified: true, automaticPresenceSimulation: true },
  })
  await signUp(page, url, 'keys@people.test')
  const former = await sessionIn(context)
  await page.getByRole('textbox', { name: 'Device name' }).fill('Laptop')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  t.deepEqual(await faults(), [])
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`${url}/internal/account`)
  t.true((await page.locator('main').textContent())!.includes('Laptop'))
  t.not(await sessionIn(context), former, 'with a token of its own')
  t.deepEqual(await faults(), [])
  await shoot('own-passkeys')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()

  const enter = async () => {
    await page.goto(`${url}/internal/sign-in?to=/internal/account`)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  await enter()
  await page.waitForURL(`${url}/internal/account`)
  t.true((await page.locator('main').textContent())!.includes('with a passkey'))
  const before = await sessionIn(context)
  await enter()
  await page.waitForURL(`${url}/internal/account`)
  const ended = await site().ask('/internal/account', undefined, {
    headers: { Cookie: `colloquy-person=${before}` },
  })
  t.is(ended.status, 303, 'who signs in again leaves no session behind')
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Passkey removed.').waitFor()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await enter()
  await page.getByText('This passkey cannot be used to sign in here').waitFor()
  t.deepEqual(
    strays.filter(stray => !stray.includes('403')),
    [],
  )
  await context.close()
})
