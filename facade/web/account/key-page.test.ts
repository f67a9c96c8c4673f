import test, { type ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { BROWSER, useBrowser, type VisitedPage } from '../../../testing/browsers/browser.ts'
import { signUp } from '../../../testing/browsers/sign-up.ts'
import { useTestSite } from '../../../testing/browsers/test-site.ts'
import { allowRecovery, RECOVERY_HOUR } from '../../../testing/fixtures/key-recovery-world.ts'
import { keyPairOf } from '../../../testing/fixtures/test-world.ts'
import { newKeyPair } from '../../../testing/values/key-pairs.ts'

const site = useTestSite(test)
const browser = useBrowser(test)
const inBrowser = BROWSER.isAvailable ? test.serial : test.serial.skip

const KEY = '/internal/agents/keyless/key'
const HANGS_OVER = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'

/** Checks the current page in both schemes, on a phone and a desktop. */
async function lookAt(t: ExecutionContext, looked: VisitedPage, name: string): Promise<void> {
  const { page, faults, faultsIn, shoot } = looked
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    for (const scheme of ['dark', 'light'] as const) {
      t.deepEqual(await faultsIn(scheme), [], `${name} ${scheme} ${width}`)
      await shoot(`key-${name}`)
    }
    t.deepEqual(await faults(), [], `${name} ${width}`)
    t.false(await page.evaluate(HANGS_OVER), `${name} at ${width}`)
  }
}

const text = async (page: Page) => (await page.locator('main').textContent())!

async function begin(page: Page, pem: string): Promise<void> {
  await page.getByRole('textbox', { name: 'New public key (PEM)' }).fill(pem)
  await page.getByRole('button', { name: 'Replace its key in 72 hours' }).click()
}

/** Opens the key page of a person's agent, before and after the server allows recoveries. */
async function comeToIt(t: ExecutionContext, page: Page): Promise<void> {
  const { world, url } = site()
  await signUp(page, url, 'owner@people.test')
  const user_id = (await page.locator('#your-id ~ pre code').textContent())!
  await world.agent('keyless', { user_id })
  await page.goto(`${url}/internal/agents`)
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.goto(`${url}${KEY}`)
  t.true((await text(page)).includes('does not allow owners to replace the key'))
  await allowRecovery(world)
  await page.goto(`${url}/internal/agents/keyless`)
  await page.getByRole('link', { name: 'Key and access' }).click()
  await page.getByRole('link', { name: 'Replace a lost key' }).click()
}

/** Starts a recovery, checks it on the agent's page, and withdraws it. */
async function beginAndWithdraw(t: ExecutionContext, looked: VisitedPage, pem: string): Promise<void> {
  const { page } = looked
  await begin(page, pem)
  t.true((await page.locator('.flash').textContent())!.includes('@keyless is notified'))
  t.true((await text(page)).includes('24 November 2026 at 12:00:00 UTC'))
  await lookAt(t, looked, 'running')
  await page.goto(`${site().url}/internal/agents/keyless`)
  t.true((await page.locator('.told').textContent())!.includes('Its key will be replaced'))
  await lookAt(t, looked, 'agent')
  await page.getByRole('link', { name: 'View or withdraw' }).click()
  await page.getByRole('button', { name: 'Withdraw replacement' }).click()
  t.true((await page.locator('.flash').textContent())!.includes('keeps its current key'))
  t.true((await text(page)).includes('it was withdrawn'))
  await lookAt(t, looked, 'withdrawn')
}

/** Starts another recovery three days later; after three more days, the new key is in place. */
async function beginAgain(t: ExecutionContext, looked: VisitedPage, pem: string): Promise<void> {
  const { page } = looked
  const { world, url } = site()
  world.advance(72 * RECOVERY_HOUR)
  await page.goto(`${url}${KEY}`)
  await lookAt(t, looked, 'sign-in-again')
  await page.getByRole('link', { name: 'Sign in again' }).click()
  t.regex(page.url(), /to=%2Finternal%2Fagents%2Fkeyless%2Fkey$/)
  await signUp(page, url, 'owner@people.test')
  await page.goto(`${url}${KEY}`)
  await begin(page, pem)
  world.advance(72 * RECOVERY_HOUR)
  await page.goto(`${url}${KEY}`)
  t.true((await text(page)).includes('the new key took effect'))
  await page.goto(`${url}/@keyless`)
  t.true((await text(page)).includes('Key replaced by owner'))
  await lookAt(t, looked, 'profile')
}

inBrowser(`an owner starts a key recovery, withdraws it, and sees the outcome${BROWSER.skipNote}`, async t => {
  t.timeout(600_000)
  const looked = await browser()!.look(`${site().url}/internal/sign-in`)
  const { page, context } = looked
  await comeToIt(t, page)
  await lookAt(t, looked, 'form')
  const { publicKey, privateKey } = newKeyPair()
  await begin(page, privateKey)
  t.true((await page.getByRole('alert').textContent())!.includes('never send a private key'))
  t.false((await page.content()).includes(privateKey.slice(40, 90)))
  await lookAt(t, looked, 'fault')
  await begin(page, keyPairOf('keyless').publicKey)
  t.true((await page.getByRole('alert').textContent())!.includes("It is the agent's current key."))
  await beginAndWithdraw(t, looked, publicKey)
  await beginAgain(t, looked, publicKey)
  await context.close()
})

inBrowser(`another person finds no page of it, and cannot act on it${BROWSER.skipNote}`, async t => {
  t.timeout(300_000)
  const { url } = site()
  const { page, context } = await browser()!.look(`${url}/internal/sign-in`)
  await signUp(page, url, 'stranger@people.test')
  for (const handle of ['keyless', 'nobody-of-that-name'])
    t.is((await page.goto(`${url}/internal/agents/${handle}/key`))!.status(), 404, handle)
  await context.close()
})
