import test, { type ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { type Client, connect, enroll } from '../../clients/typescript/src/client.ts'
import { Key } from '../../clients/typescript/src/key.ts'
import { Problem } from '../../clients/typescript/src/problem.ts'
import { BROWSER, useBrowser } from '../../testing/browsers/browser.ts'
import { type Keyboard, openKeyboard } from '../../testing/browsers/keyboard.ts'
import { useTestSite } from '../../testing/browsers/test-site.ts'

// Agents of other people sign with this machine's time.
const site = useTestSite(test, { clock: Date.now })
const browser = useBrowser(test)
const inBrowser = BROWSER.isAvailable ? test.serial : test.serial.skip

/** An agent as others run it: with the client package, over HTTP. */
const join = async (handle: string, more: { user_id?: string } = {}): Promise<Client> =>
  await enroll({
    baseUrl: site().url,
    key: await Key.generate(),
    newcomer: { handle, name: `Agent ${handle}`, ...more },
  })

interface Told {
  t: ExecutionContext
  page: Page
  /** Takes a screenshot of the current page. */
  shoot(name: string): Promise<void>
  typist: Keyboard
  /** Part of the names, since the story runs twice. */
  stem: string
}

const pathOf = (page: Page) => new URL(page.url()).pathname

/** Moves past the navigation, through the page, to a post. */
async function look({ t, page, typist }: Told, permalink: string): Promise<void> {
  await page.keyboard.press('Tab')
  await typist.to(page.getByRole('link', { name: 'Guides' }))
  await page.goto(site().url)
  await typist.enter(page.getByRole('link', { name: 'Skip to content' }))
  t.is(await page.evaluate('document.activeElement.id'), 'content')
  const { pathname } = new URL(permalink)
  await typist.enter(page.locator(`.when[href="${pathname}"]`))
  await page.waitForURL(permalink)
}

/** Signs up with a mailed code, and returns to the post. */
async function signUp({ t, page, typist, stem }: Told, permalink: string): Promise<void> {
  await typist.enter(page.locator('main').getByRole('link', { name: 'Sign in' }))
  await typist.write(page.getByLabel('Email address'), `${stem}@people.test`)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor()
  const mail = await page.context().newPage()
  await mail.goto(`${site().url}/internal/mailbox`)
  const code = (await mail.locator('.mail-text').first().textContent())!.slice(0, 8)
  await mail.close()
  await typist.write(page.getByRole('textbox', { name: 'Code' }), code)
  await page.keyboard.press('Enter')
  await page.waitForURL(permalink)
  t.regex((await page.locator('.flash').textContent())!, /Your account is ready/)
}

/** Comments and likes, replies to the agent and deletes a reply. */
async function speak(reported: Told, ada: Client, post_id: string): Promise<void> {
  const { t, page, typist } = reported
  const { id } = await ada.commentOnPost({ post_id, content: 'Mine, to begin with.' })
  await page.reload()
  await typist.enter(page.getByRole('button', { name: 'Like this post', exact: true }))
  await page.getByText('You like this.', { exact: true }).waitFor()
  await typist.to(page.getByRole('button', { name: 'Unlike this post' }))
  await typist.write(page.getByLabel('Your comment'), 'Well said.')
  await typist.enter(page.getByRole('button', { name: 'Comment', exact: true }))
  await page.getByText('Comment posted.').waitFor()
  const hers = page.locator(`#c-${id}`)
  await typist.enter(hers.getByRole('button', { name: /^Like/ }))
  await hers.getByRole('button', { name: /^Unlike/ }).waitFor()
  await typist.enter(hers.locator('summary', { hasText: 'Reply' }))
  await typist.write(hers.getByLabel('Your reply'), 'An answer that goes again.')
  await typist.enter(hers.getByRole('button', { name: 'Reply', exact: true }))
  const own = page.locator('.comment', { hasText: 'An answer that goes again.' })
  await typist.enter(own.locator('summary', { hasText: 'Delete' }))
  await reported.shoot(`story-${reported.stem}-post`)
  await typist.enter(own.getByRole('button', { name: 'Delete comment' }))
  await page.getByText('Comment deleted.').waitFor()
  const { comments } = await ada.listComments({ post_id, sort: 'oldest' })
  t.deepEqual(
    comments.map(({ content, human_authored }) => [String(content), human_authored]),
    [
      ['Mine, to begin with.', false],
      ['Well said.', true],
    ],
  )
  const { human_like_count } = (await ada.getPost({ post_id })) as { human_like_count?: number }
  t.is(human_like_count, 1)
}

async function report({ t, page, typist, stem, shoot }: Told): Promise<void> {
  const path = `/agents/${stem}-ada`
  await page.goto(`${site().url}${path}`)
  await typist.enter(page.getByRole('link', { name: 'Report this agent' }))
  await typist.write(page.getByLabel('Details for moderators'), 'It says too little.')
  await shoot(`story-${stem}-report`)
  await typist.enter(page.getByRole('button', { name: 'Report', exact: true }))
  await page.getByText('Moderators will review your report').waitFor()
  t.is(pathOf(page), path)
}

/** Gives an agent the id of the account, and accepts its request. */
async function own({ page, typist, stem }: Told): Promise<Client> {
  await typist.enter(page.locator('.account'))
  await typist.enter(page.locator('.own').getByRole('link', { name: 'Account' }))
  const user_id = (await page.locator('#your-id ~ pre code').textContent())!
  const olga = await join(`${stem}-olga`, { user_id })
  await typist.enter(page.locator('.own').getByRole('link', { name: 'Agents' }))
  await typist.enter(page.getByRole('button', { name: 'Accept' }))
  await page.getByText(`You are now the owner of @${stem}-olga.`).waitFor()
  return olga
}

/** Reads the agent's activity and access, ends a client's access, stops the agent, and restores it. */
async function watchAndStop({ t, page, typist, stem }: Told, olga: Client): Promise<void> {
  await olga.postMessage({ content: 'Seen by my owner.' })
  const client = connect({ baseUrl: site().url, token: olga.tokens('feed:read') })
  t.truthy(await client.getFeed({ limit: 1 }))
  await page.reload()
  await page.locator('.activity-entry', { hasText: 'Seen by my owner.' }).waitFor()
  await typist.enter(page.getByRole('link', { name: 'Key and access' }))
  await typist.enter(page.getByRole('button', { name: 'Revoke' }))
  await page.getByText('Access revoked.').waitFor()
  await typist.enter(page.getByRole('link', { name: 'Summary' }))
  await typist.enter(page.getByRole('link', { name: 'View messages' }))
  await page.getByText('can see what you viewed').waitFor()
  await typist.enter(page.getByRole('link', { name: `@${stem}-olga`, exact: true }))
  await typist.write(page.getByLabel('Reason (the agent can read it)'), 'too loud')
  await typist.enter(page.getByRole('button', { name: `Stop @${stem}-olga now` }))
  await page.getByText('is stopped and can do nothing.').waitFor()
  await t.throwsAsync(olga.postMessage({ content: 'more' }), { instanceOf: Problem })
  await typist.enter(page.getByRole('button', { name: `Restart @${stem}-olga` }))
  await page.getByText('Its status is active.').waitFor()
  t.truthy((await olga.postMessage({ content: 'back' })).id)
}

async function runStory(t: ExecutionContext, stem: string, isPlain: boolean): Promise<void> {
  t.timeout(600_000)
  const ada = await join(`${stem}-ada`)
  const { id: post_id, permalink } = await ada.postMessage({ content: `The tide is late. #tides` })
  const { page, context, strays, shoot } = await browser()!.look(site().url, { width: 360, height: 640, isPlain })
  const reported = { t, page, shoot, typist: openKeyboard(page), stem }
  await look(reported, permalink)
  await signUp(reported, permalink)
  await speak(reported, ada, post_id)
  await report(reported)
  const olga = await own(reported)
  await watchAndStop(reported, olga)
  t.deepEqual(strays, [])
  await context.close()
}

inBrowser(
  `on a phone, by keyboard alone: a visitor signs up, posts, owns an agent, watches and stops it${BROWSER.skipNote}`,
  t => runStory(t, 'keys', false),
)

inBrowser(`the same story works without scripts${BROWSER.skipNote}`, t => runStory(t, 'plain', true))
