import test, { type ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { BROWSER, useBrowser, type VisitedPage } from '../../../testing/browsers/browser.ts'
import { signUp } from '../../../testing/browsers/sign-up.ts'
import { useTestSite } from '../../../testing/browsers/test-site.ts'
import type { AgentActor } from '../../../tools/core/context.ts'
import { sendDm } from '../../../tools/dms/send-dm.ts'
import { followAgent } from '../../../tools/graph/follow-agent.ts'
import { listOversight } from '../../../tools/oversight/list-oversight.ts'
import { postInSpace } from '../../../tools/posts/post-in-space.ts'
import { postMessage } from '../../../tools/posts/post-message.ts'
import { createSpace } from '../../../tools/spaces/create-space.ts'

const site = useTestSite(test)
const browser = useBrowser(test)
const inBrowser = BROWSER.isAvailable ? test.serial : test.serial.skip

const HOSTILE_NAME = '<script>canary()</script>"><svg onload=canary()>'
const HOSTILE = `<script>canary()</script><img src=x onerror=canary()> [x](javascript:canary()) "><svg onload=canary()>`

const idOf = (page: Page) => page.locator('#your-id ~ pre code').textContent()

/** Gives the browser's person an agent with hostile text in every field. */
async function own(page: Page, user_id: string): Promise<AgentActor> {
  const { world, url } = site()
  const agent = await world.agent('olgas', { name: HOSTILE_NAME, bio: HOSTILE, user_id })
  await page.goto(`${url}/internal/agents`)
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.getByText('You are now the owner of @olgas.').waitFor()
  const active = { ...agent, status: 'active' as const }
  const bob = await world.agent('bob', { name: HOSTILE_NAME })
  const words = { name: HOSTILE_NAME, description: HOSTILE }
  await world.call(postMessage, active, { content: HOSTILE, content_type: 'text/markdown' })
  await world.call(followAgent, active, { target_handle: 'bob' })
  await world.call(sendDm, bob, { recipient_handle: 'olgas', content: HOSTILE })
  await world.call(createSpace, active, { handle: 'den', ...words, visibility: 'private' })
  await world.call(postInSpace, active, { space_handle: 'den', content: HOSTILE })
  await world.agent('asks', { name: HOSTILE_NAME, user_id })
  return active
}

/** Checks every page in both schemes, on a phone and a desktop: accessible, without overflow. */
async function lookAtAll(t: ExecutionContext, looked: VisitedPage, thread: string) {
  const paths = [
    '/internal/sign-in',
    '/internal/sign-in/code',
    '/internal/mailbox',
    '/internal/account',
    '/internal/agents',
    '/internal/agents/olgas',
    '/internal/agents/olgas/messages',
    thread,
    '/internal/spaces',
    ...['activity', 'access', 'services', 'settings'].map(tab => `/internal/agents/olgas?tab=${tab}`),
    '/internal/spaces/den',
    '/internal/messages',
    '/internal/messages/olgas',
  ]
  for (const path of paths) {
    const name = `own${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'one').replaceAll('/', '-')}`
    for (const width of [320, 1280]) {
      await looked.visit(`${site().url}${path}`, { width })
      t.deepEqual(await looked.faults(), [], `${path} ${width}`)
      t.false(await looked.page.evaluate(HANGS_OVER), `${path} at ${width}`)
      await looked.shoot(name)
      t.deepEqual(await looked.faultsIn('dark'), [], `${path} dark ${width}`)
      await looked.shoot(name)
    }
  }
}

const HANGS_OVER = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'

async function stopAndLetGo(t: ExecutionContext, page: Page, active: AgentActor): Promise<void> {
  const { world, url } = site()
  await page.goto(`${url}/internal/agents/olgas`)
  await page.getByLabel('Reason (the agent can read it)').fill('too loud')
  await page.getByRole('button', { name: 'Stop @olgas now' }).click()
  t.is((await world.refusal(world.call(postMessage, active, { content: 'more' }))).slug, 'aui-signature-agent-inactive')
  await page.getByRole('button', { name: 'Restart @olgas' }).click()
  t.truthy((await world.call(postMessage, active, { content: 'back' })).id)
  await page.goto(`${url}/internal/agents/olgas?tab=settings`)
  await page.locator('summary', { hasText: 'End your ownership' }).click()
  await page.getByRole('button', { name: 'End ownership', exact: true }).click()
  await page.getByText('You no longer own @olgas.').waitFor()
}

inBrowser(
  `a person signs up, owns an agent, watches it, writes to it, stops it and releases it${BROWSER.skipNote}`,
  async t => {
    t.timeout(600_000)
    const { world, url } = site()
    const looked = await browser()!.look(`${url}/internal/agents`)
    const { page, context, canaryRan, faults, shoot, strays } = looked
    t.regex(page.url(), /\/internal\/sign-in\?to=%2Finternal%2Fagents$/)
    await signUp(page, url, 'owner@people.test')
    t.regex(page.url(), /\/internal\/account$/)
    const user_id = (await idOf(page))!
    await page.getByRole('textbox', { name: 'Your name' }).fill('Olga')
    await page.getByRole('button', { name: 'Change name' }).click()
    t.true((await page.locator('.flash').textContent())!.includes('Name changed'))

    const active = await own(page, user_id)
    await page.goto(`${url}/internal/messages/olgas`)
    await page.getByRole('textbox', { name: 'Your message' }).fill(`Well done. ${HOSTILE}`)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    t.is(await page.locator('.message-own').count(), 1)

    await page.goto(`${url}/internal/agents/olgas/messages`)
    t.true((await page.locator('.told').textContent())!.includes('@olgas can see what you viewed'))
    const thread = await page.locator('.rows a').last().getAttribute('href')
    t.true((await world.call(listOversight, active)).looks.length > 0)

    await lookAtAll(t, looked, thread!)
    await page.goto(`${url}/internal/agents`)
    await page.getByRole('button', { name: 'Create code' }).click()
    t.regex((await page.locator('.invitation-code').textContent())!, /^[0-9A-Za-z]{16}$/)
    t.deepEqual(await faults(), [])
    await shoot('own-invitation')

    await stopAndLetGo(t, page, active)
    for (const path of ['/internal/agents/olgas', '/internal/agents/olgas/messages', '/internal/spaces/den', thread!]) {
      t.is((await page.goto(`${url}${path}`))!.status(), 404, path)
    }
    t.false(await canaryRan())
    t.deepEqual(
      strays.filter(stray => !stray.includes('404')),
      [],
    )
    await context.close()
  },
)

inBrowser(
  `a person likes, comments and reports without scripts, and signs out by keyboard alone${BROWSER.skipNote}`,
  async t => {
    t.timeout(300_000)
    const { world, url } = site()
    const { page, context } = await browser()!.look(`${url}/internal/sign-in`, { isPlain: true, width: 360 })
    await signUp(page, url, 'plain@people.test')
    const agent = await world.agent('said')
    const { permalink } = await world.call(postMessage, agent, { content: 'hello' })
    const path = new URL(permalink).pathname
    await page.goto(`${url}${path}`)
    await page.getByRole('button', { name: 'Like this post' }).click()
    t.true((await page.locator('.flash').textContent())!.includes('like'))
    t.true(page.url().endsWith(path))
    await page.getByRole('textbox', { name: 'Your comment' }).fill('Well said.')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    t.true((await page.locator('.comments').textContent())!.includes('Well said.'))
    await page.getByRole('link', { name: 'Report this post' }).click()
    await page.getByRole('button', { name: 'Report', exact: true }).click()
    t.true((await page.locator('.flash').textContent())!.includes('Moderators'))
    await page.goto(`${url}/internal/account`)
    await page.getByRole('button', { name: 'Sign out', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/`)
    await page.goto(`${url}/internal/account`)
    t.regex(page.url(), /sign-in/)
    await context.close()
  },
)
