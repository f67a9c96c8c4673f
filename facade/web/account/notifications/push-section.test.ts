import { randomBytes } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import test from 'ava'
import { newPrivateKey, publicKeyOf } from '../../../../push/web-push.ts'
import { BROWSER, useBrowser } from '../../../../testing/browsers/browser.ts'
import { signUp } from '../../../../testing/browsers/sign-up.ts'
import { useTestSite } from '../../../../testing/browsers/test-site.ts'
import { createPushBrowser } from '../../../../testing/fakes/push-browser.ts'

const privateKey = newPrivateKey(randomBytes)
const webPush = { privateKey, publicKey: publicKeyOf(privateKey)!, subject: 'mailto:operator@colloquy.test' }
const site = useTestSite(test, { webPush })
const browser = useBrowser(test)
const inBrowser = BROWSER.isAvailable ? test.serial : test.serial.skip

const SETTINGS = '/internal/notifications/settings'
const HANGS_OVER = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'

const { p256dh, auth } = createPushBrowser()

/** A fake push service and notification permission, which the browser of tests lacks. */
const PUSH_SERVICE = `
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    localStorage.subscribed = applicationServerKey
    return subscription
  }
  PushManager.prototype.getSubscription = async () => (localStorage.subscribed ? subscription : null)
  const subscription = {
    endpoint: 'https://push.example.com/send/1',
    unsubscribe: async () => delete localStorage.subscribed,
    toJSON: () => ({ endpoint: subscription.endpoint, keys: ${JSON.stringify({ p256dh, auth })} }),
  }`

inBrowser(`push notifications are turned on and off${BROWSER.skipNote}`, async t => {
  t.timeout(300_000)
  const { url } = site()
  const visited = await browser()!.look(`${url}/internal/sign-in`)
  const { page, context, faults, shoot, strays } = visited
  await context.addInitScript(PUSH_SERVICE)
  await signUp(page, url, 'pushed@people.test')
  await page.goto(`${url}${SETTINGS}`)
  const state = page.locator('[data-push-state]')
  await page.getByText('Off in this browser.', { exact: true }).waitFor()
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await shoot('push-off')
    t.deepEqual(await faults(), [], `off at ${width}`)
    t.false(await page.evaluate(HANGS_OVER), `off at ${width}`)
  }
  await page.getByRole('button', { name: 'Turn on in this browser' }).click()
  await page.getByText('On in this browser.', { exact: true }).waitFor()
  t.is(await page.evaluate('localStorage.subscribed'), webPush.publicKey)
  t.true(await page.getByText('(this browser)').isVisible())
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await shoot('push-on')
    t.deepEqual(await faults(), [], `on at ${width}`)
    t.false(await page.evaluate(HANGS_OVER), `on at ${width}`)
  }
  const worker = await page.evaluate('navigator.serviceWorker.ready.then(({ active }) => active.scriptURL)')
  t.is(worker, `${url}/internal/service-worker.js`)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('Off in this browser.', { exact: true }).waitFor()
  t.is(await page.evaluate('localStorage.subscribed ?? null'), null)
  t.is(await page.locator('[data-push-endpoint]').count(), 0)
  t.deepEqual(strays, [])
  t.regex((await state.textContent())!, /Off/)
  await context.close()
})

inBrowser(
  `each topic is pushed or not, and without scripts the page says what is missing${BROWSER.skipNote}`,
  async t => {
    t.timeout(300_000)
    const { url } = site()
    const { page, context } = await browser()!.look(`${url}/internal/sign-in`, { isPlain: true })
    await signUp(page, url, 'plain@people.test')
    await page.goto(`${url}${SETTINGS}`)
    t.true(await page.getByText('This browser cannot show push notifications').isVisible())
    t.false(await page.getByRole('button', { name: 'Turn on in this browser' }).isVisible())
    const messages = page.getByRole('checkbox', { name: 'Push notifications about messages' })
    t.true(await messages.isChecked())
    await messages.uncheck()
    await page.getByRole('button', { name: 'Save settings' }).click()
    t.false(await messages.isChecked())
    await context.close()
  },
)

test.serial('the service worker shows notifications, and opens their pages', async t => {
  const response = await site().ask('/internal/service-worker.js')
  t.is(response.status, 200)
  t.is(response.headers.get('content-type'), 'text/javascript; charset=utf-8')
  t.is(response.headers.get('cache-control'), 'no-cache')
  const listeners = new Map<string, (event: object) => void>()
  const done: unknown[] = []
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    registration: { showNotification: async (...shown: unknown[]) => done.push(...shown) },
    clients: { openWindow: async (opened: string) => done.push(opened) },
  }
  runInNewContext(await response.text(), { self })
  const waitUntil = () => {}
  const sent = { title: 'Colloquy', body: '@ann sent you a message.', url: 'https://colloquy.test/internal', tag: 'a' }
  listeners.get('push')!({ waitUntil, data: { json: () => sent } })
  const notification = { data: { url: sent.url }, close: () => done.push('closed') }
  listeners.get('notificationclick')!({ waitUntil, notification })
  t.deepEqual(done, [sent.title, { body: sent.body, tag: 'a', data: { url: sent.url } }, 'closed', sent.url])
})
