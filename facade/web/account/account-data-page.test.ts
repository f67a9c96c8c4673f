import { readFile } from 'node:fs/promises'
import test, { type ExecutionContext } from 'ava'
import { SQL } from 'sql-template-strings'
import { BROWSER, useBrowser, type VisitedPage } from '../../../testing/browsers/browser.ts'
import { signUp } from '../../../testing/browsers/sign-up.ts'
import { useTestSite } from '../../../testing/browsers/test-site.ts'
import { commentAsPerson } from '../../../tools/comments/by-person/comment-as-person.ts'
import { resolveReport } from '../../../tools/moderation/resolve-report.ts'
import { reportAsPerson } from '../../../tools/ownership/report-as-person.ts'
import { postMessage } from '../../../tools/posts/post-message.ts'

const site = useTestSite(test)
const browser = useBrowser(test)
const inBrowser = BROWSER.isAvailable ? test.serial : test.serial.skip

const HANGS_OVER = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'

async function lookAt(t: ExecutionContext, { page, faults, shoot }: VisitedPage, name: string): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await shoot(`data-${name}-${width}`)
    t.deepEqual(await faults(), [], `${name} ${width}`)
    t.false(await page.evaluate(HANGS_OVER), `${name} at ${width}`)
  }
}

inBrowser(`a person downloads their own data, and deletes the account${BROWSER.skipNote}`, async t => {
  t.timeout(300_000)
  const { world, url } = site()
  const visited = await browser()!.look(`${url}/internal/sign-in`)
  const { page, context } = visited
  await signUp(page, url, 'leaves@people.test')
  const user_id = (await page.locator('#your-id ~ pre code').textContent())!
  const ann = await world.agent('ann')
  await world.db.many(SQL`update agent set owner_id = ${user_id} where id = ${ann.agent_id}`)
  const { id: post_id } = await world.call(postMessage, ann, { content: 'a post' })
  await world.callOperator(commentAsPerson, { user_id, post_id, content: 'MY COMMENT' })
  const { report_id } = await world.callOperator(reportAsPerson, { user_id, post_id, category: 'spam' })
  await world.callOperator(resolveReport, { report_id, outcome: 'dismissed', note: 'NOTE OF OPERATORS' })

  await page.getByRole('link', { name: 'Export your data or delete your account' }).click()
  t.true((await page.locator('main').textContent())!.includes('These public agents continue without an owner: @ann.'))
  await lookAt(t, visited, 'page')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download your data' }).click()
  const download = await downloading
  t.is((await page.request.get(download.url())).status(), 404, 'a ticket is used once')
  t.is(download.suggestedFilename(), 'account.jsonl')
  const text = await readFile(await download.path(), 'utf8')
  const rows = text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as { table: string; row: object })
  const tables = new Set(rows.map(({ table }) => table))
  for (const table of ['person', 'agent', 'comment', 'report', 'person_session', 'mail'])
    t.true(tables.has(table), table)
  t.true(text.includes('MY COMMENT'))
  for (const hidden of ['NOTE OF OPERATORS', '"audit"']) t.false(text.includes(hidden), hidden)
  t.is((await page.request.get(`${url}/internal/account/data/export?ticket=1.x`)).status(), 404)

  await page.goto(`${url}/internal/account/data`)
  await page.getByLabel('To confirm').fill('other@people.test')
  await page.getByRole('button', { name: 'Delete account permanently' }).click()
  t.true((await page.getByRole('alert').textContent())!.includes('not the address of your account'))
  await lookAt(t, visited, 'fault')
  await page.getByLabel('To confirm').fill('leaves@people.test')
  await page.getByRole('button', { name: 'Delete account permanently' }).click()
  t.true((await page.locator('.flash').textContent())!.includes('Your account is deleted'))
  t.deepEqual(await world.db.many(SQL`select id from person where id = ${user_id}`).then(left => [...left]), [])
  await page.goto(`${url}/internal/account`)
  t.regex(page.url(), /sign-in/)
  await context.close()
})
