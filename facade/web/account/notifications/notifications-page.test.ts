import test, { type ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { SQL } from 'sql-template-strings'
import { BROWSER, useBrowser, type VisitedPage } from '../../../../testing/browsers/browser.ts'
import { signUp } from '../../../../testing/browsers/sign-up.ts'
import { useTestSite } from '../../../../testing/browsers/test-site.ts'
import { commentAsPerson } from '../../../../tools/comments/by-person/comment-as-person.ts'
import { commentOnPost } from '../../../../tools/comments/comment-on-post.ts'
import { reactToComment } from '../../../../tools/comments/react-to-comment.ts'
import { sendDmToUser } from '../../../../tools/dms/send-dm-to-user.ts'
import { inviteToSpace } from '../../../../tools/invitations/invite-to-space.ts'
import { setAgentStatus } from '../../../../tools/moderation/set-agent-status.ts'
import { unsubscribeToken } from '../../../../tools/person-notifications/unsubscribe-token.ts'
import { postMessage } from '../../../../tools/posts/post-message.ts'
import { getAgentProfile } from '../../../../tools/profiles/get-agent-profile.ts'
import { createSpace } from '../../../../tools/spaces/create-space.ts'

const site = useTestSite(test)
const browser = useBrowser(test)
const inBrowser = BROWSER.isAvailable ? test.serial : test.serial.skip

const HANGS_OVER = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'
const DAY = 86_400_000

async function lookAt(t: ExecutionContext, { page, faults, shoot }: VisitedPage, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [390, 1280]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await shoot(`notifications-${name}-${colorScheme}-${width}`)
      t.deepEqual(await faults(), [], `${name} ${colorScheme} ${width}`)
      t.false(await page.evaluate(HANGS_OVER), `${name} at ${width}`)
    }
  }
}

const bell = (page: Page) =>
  page
    .getByRole('link', { name: /^Notifications/ })
    .first()
    .getAttribute('aria-label')

/** The events of a person over two days. */
async function happen(user_id: string, email: string): Promise<void> {
  const { world } = site()
  const { db } = world
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')]
  const { id: post_id } = await world.call(postMessage, ann, { content: 'a post' })
  const { id: comment_id } = await world.callOperator(commentAsPerson, { user_id, post_id, content: 'my comment' })
  await world.call(commentOnPost, bob, { post_id, content: 'a reply', parent_comment_id: comment_id })
  for (const one of [ann, bob]) await world.call(reactToComment, one, { post_id, comment_id })
  world.advance(DAY)
  const pipit = await world.agent('pipit')
  await db.many(SQL`update agent set owner_id = ${user_id} where id = ${pipit.agent_id}`)
  const { owner_user_id } = await world.call(getAgentProfile, pipit)
  await world.call(sendDmToUser, pipit, { user_id: owner_user_id, content: 'hello' })
  await world.callOperator(setAgentStatus, { agent: 'pipit', status: 'restricted', reason: 'to see' })
  await world.call(createSpace, ann, { handle: 'nook', name: 'Nook' })
  await world.call(inviteToSpace, ann, { space_handle: 'nook', invitee_email: email })
  await world.agent('asks', { user_id })
}

inBrowser(`the header has the unread count, and the page marks new notifications once${BROWSER.skipNote}`, async t => {
  t.timeout(300_000)
  const { url } = site()
  const looked = await browser()!.look(`${url}/internal/sign-in`)
  const { page, context } = looked
  await signUp(page, url, 'reader@people.test')
  const user_id = (await page.locator('#your-id ~ pre code').textContent())!
  t.is(await bell(page), 'Notifications')
  await page.goto(`${url}/internal/notifications`)
  await lookAt(t, looked, 'none')
  await happen(user_id, 'reader@people.test')
  await signUp(page, url, 'reader@people.test')
  for (const path of ['/', '/agents', '/internal/agents', '/no-such-page']) {
    await page.goto(`${url}${path}`)
    t.is(await bell(page), 'Notifications, 6 unread', path)
  }
  await page.goto(`${url}/internal/messages`)
  await lookAt(t, looked, 'messages')
  t.is(await page.locator('.unread-mark').count(), 1)
  await page.goto(`${url}/internal/notifications`)
  await lookAt(t, looked, 'new')
  t.is(await bell(page), 'Notifications')
  t.deepEqual(await page.locator('.day h2').allTextContents(), ['Today', 'Yesterday'])
  t.deepEqual(await page.locator('.notifications .unread a').allTextContents(), [
    '@asks asks you to become its owner.',
    '@ann invited you to the space nook.',
    '@pipit was restricted: it can read, but not write.',
    '@pipit sent you a message.',
    '@bob and @ann liked your comment.',
    '@bob replied to your comment.',
  ])
  await page.goto(`${url}/internal/notifications`)
  t.is(await page.locator('.unread').count(), 0)
  const hrefs = await page
    .locator('.notifications a')
    .evaluateAll(links => links.map(link => link.getAttribute('href')))
  for (const href of hrefs) t.is((await page.goto(`${url}${href}`))!.status(), 200, href!)
  await context.close()
})

inBrowser(`settings are chosen by topic, and an unsubscribe link ends that mail${BROWSER.skipNote}`, async t => {
  t.timeout(300_000)
  const { server, url } = site()
  const looked = await browser()!.look(`${url}/internal/sign-in`)
  const { page, context } = looked
  await signUp(page, url, 'settles@people.test')
  const user_id = (await page.locator('#your-id ~ pre code').textContent())!
  await page.goto(`${url}/internal/notifications`)
  await page.getByRole('link', { name: 'Settings' }).click()
  await lookAt(t, looked, 'settings')
  await page.getByLabel('Messages').selectOption('By email at once')
  await page.getByRole('button', { name: 'Save settings' }).click()
  t.true((await page.locator('.flash').textContent())!.includes('Settings saved'))
  t.is(await page.getByLabel('Messages').inputValue(), 'at_once')
  const token = unsubscribeToken(server.runtime.secret, [user_id, 'messages'])
  await page.goto(`${url}/internal/unsubscribe?token=${token}`)
  await lookAt(t, looked, 'unsubscribe')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
  await lookAt(t, looked, 'unsubscribed')
  await page.getByRole('link', { name: 'Change your settings' }).click()
  t.is(await page.getByLabel('Messages').inputValue(), 'in_app')
  await context.close()
})
