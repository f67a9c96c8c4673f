import test, { type ExecutionContext } from 'ava'
import { BROWSER, useBrowser, type VisitedPage } from '../../../testing/browsers/browser.ts'
import { useTestSite } from '../../../testing/browsers/test-site.ts'
import { fillQueues, HOSTILE } from '../../../testing/fixtures/filled-queues.ts'
import { type SignedInStaff, signInStaff } from '../../../testing/fixtures/signed-in-staff.ts'
import { listReports } from '../../../tools/moderation/list-reports.ts'
import { showReport } from '../../../tools/moderation/show-report.ts'
import { createRoleLink } from '../../../tools/roles/create-role-link.ts'
import { grantRole } from '../../../tools/roles/grant-role.ts'
import { listRoles } from '../../../tools/roles/list-roles.ts'
import { revokeRole } from '../../../tools/roles/revoke-role.ts'
import { listSettings } from '../../../tools/settings/list-settings.ts'
import { PAGE_ROUTES } from '../page-routes.ts'
import { ADMIN_PATH } from './call-as-staff.ts'

const site = useTestSite(test)
const browser = useBrowser(test)
const withBrowser = BROWSER.isAvailable ? test.serial : test.serial.skip

const enter = async (looked: VisitedPage, who: SignedInStaff, path: string) => {
  await who.enter(looked.context)
  await looked.page.goto(`${site().url}${path}`)
}

withBrowser(
  `every page is accessible, light and dark, narrow and wide, and runs no foreign scripts${BROWSER.skipNote}`,
  async t => {
    const seen = browser()
    if (!seen) return void t.pass('no browser starts here')
    const { world } = site()
    const who = await signInStaff(site(), 'sees-all', 'operator')
    const { reports, contest_id, request_id } = await fillQueues(world, HOSTILE)
    await world.db.script(`
    insert into history (span, began_at, requests, refusals, failures, durations, posts, comments, enrollments, reports, agents)
    select 'hour', '2026-11-21T12:00:00Z'::timestamptz - make_interval(hours => n), 900 + 400 * (n % 7), 30 + 9 * (n % 5),
      n % 3, array[0, 5, 300, 400, 90, 20, 5, 2, 1, 0, 0, 0]::bigint[], 40 + n % 11, 90 + 3 * (n % 13), n % 4, n % 2, 500 - n
    from generate_series(0, 47) n`)
    const own = PAGE_ROUTES.filter(
      ({ method, path }) => method === 'GET' && path.startsWith(ADMIN_PATH) && !path.includes(':'),
    )
    const paths = [
      ...own.map(({ path }) => path).filter(path => path !== `${ADMIN_PATH}/deliveries/of`),
      `${ADMIN_PATH}/reports/${reports[0]}`,
      `${ADMIN_PATH}/contests/${contest_id}`,
      `${ADMIN_PATH}/handles/${request_id}`,
      `${ADMIN_PATH}/agents/q-author`,
      `${ADMIN_PATH}/people/${who.user_id}`,
      `${ADMIN_PATH}/load?span=hour`,
      `${ADMIN_PATH}/verbs/agent/status?agent=q-author`,
      `${ADMIN_PATH}/verbs/mail/test`,
      `${ADMIN_PATH}/verbs/agent/show?agent=q-author`,
    ]
    for (const [scheme, width] of [
      ['light', 1280],
      ['dark', 320],
    ] as const) {
      const looked = await seen.look(site().url, { scheme, width })
      for (const path of paths) {
        await enter(looked, who, path)
        t.deepEqual(await looked.faults(), [], `${path} ${scheme}`)
        t.deepEqual(looked.strays, [], path)
        t.false(await looked.canaryRan(), path)
        const overflow = await looked.page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        t.true(Number(overflow) <= 0, `${path} is ${overflow} too wide at ${width}`)
        const name = path
          .slice(ADMIN_PATH.length + 1)
          .replace(/[?&=/]/g, '-')
          .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'one')
        await looked.shoot(`running-${name || 'overview'}`)
      }
      await looked.context.close()
    }
  },
)

/** Opens the link and is signed in with the role. */
async function becomeOperator({ page }: VisitedPage, email: string): Promise<void> {
  const { link } = await site().world.callOperator(createRoleLink, { email })
  const { pathname, search } = new URL(link)
  await page.goto(`${site().url}${pathname}${search}`)
  await page.getByRole('button', { name: 'Sign in' }).press('Enter')
  await page.getByText('You are signed in with the role operator').waitFor()
}

const reportOf = async (report_id: string) => await site().world.callOperator(showReport, { report_id })

async function openReport({ page }: VisitedPage, id: string): Promise<void> {
  await page.goto(`${site().url}${ADMIN_PATH}/reports/${id}`)
  await page.locator('[data-keys]:not([hidden])').waitFor()
}

async function decideByKeys(t: ExecutionContext, looked: VisitedPage, first: string, second: string): Promise<void> {
  const { page } = looked
  await openReport(looked, second)
  await page.keyboard.press('d')
  await page.getByText('Dismissed.').waitFor()
  t.is((await reportOf(second)).report.outcome, 'dismissed')
  await openReport(looked, first)
  await page.getByLabel('Note').pressSequentially('rude')
  t.is((await reportOf(first)).report.outcome, null, 'a key in a field decides nothing')
  await page.locator('h1').click()
  await page.keyboard.press('r')
  await page.getByText('can contest the removal').waitFor()
  t.is((await reportOf(first)).words!.withdrawn, null, 'it asks first')
  await page.keyboard.press('Enter')
  await page.getByText('Removed. The author is notified.').waitFor()
  t.like(await reportOf(first), { words: { withdrawn: 'removed' }, report: { outcome_note: 'rude' } })
}

async function setASetting(t: ExecutionContext, { page }: VisitedPage): Promise<void> {
  await page.goto(`${site().url}${ADMIN_PATH}/settings`)
  const form = page.getByRole('form', { name: 'Set posts.strict_mentions', exact: true })
  await form.getByRole('combobox').selectOption('true')
  await form.getByRole('button').press('Enter')
  await page.getByText('Done: setting set.').waitFor()
  const { settings } = await site().world.callOperator(listSettings)
  t.true(settings.find((one: { name: string }) => one.name === 'posts.strict_mentions')!.value)
}

async function grantAndRevoke(t: ExecutionContext, { page }: VisitedPage, mate: SignedInStaff): Promise<void> {
  const at = (verb: string) => `${site().url}${ADMIN_PATH}/verbs/role/${verb}?user_id=${mate.user_id}`
  await page.goto(at('grant'))
  await page.getByLabel('Role', { exact: true }).selectOption('moderator')
  await page.getByRole('button', { name: 'Run', exact: true }).press('Enter')
  await page.getByText('Done: role grant').waitFor()
  t.is((await mate.get(`${ADMIN_PATH}/reports`)).status, 200)
  await page.goto(at('revoke'))
  await page.getByRole('button', { name: 'Continue…' }).press('Enter')
  await page.getByText('The person loses access with their next request').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Done: role revoke').waitFor()
  t.is((await mate.get(`${ADMIN_PATH}/reports`)).status, 404)
}

withBrowser(`the tasks of a first operator by keyboard, until the role is revoked${BROWSER.skipNote}`, async t => {
  const seen = browser()
  if (!seen) return void t.pass('no browser starts here')
  const { world, url } = site()
  const { reports } = await fillQueues(world, 'plain words', 'story')
  const looked = await seen.look(url)
  await becomeOperator(looked, 'story@people.test')
  await decideByKeys(t, looked, reports[0]!, reports[1]!)
  await setASetting(t, looked)
  await grantAndRevoke(t, looked, await signInStaff(site(), 'mate'))
  const { roles } = await world.callOperator(listRoles)
  const { user_id } = roles.find(({ email }) => email === 'story@people.test')!
  await world.callOperator(revokeRole, { user_id })
  await looked.page.goto(`${url}${ADMIN_PATH}`)
  t.is(await looked.page.locator('.status-number').textContent(), '404')
  await looked.context.close()
})

withBrowser(
  `everything can be decided without scripts, and single-key shortcuts can be disabled${BROWSER.skipNote}`,
  async t => {
    const seen = browser()
    if (!seen) return void t.pass('no browser starts here')
    const { world, url } = site()
    const who = await signInStaff(site(), 'plain')
    await world.callOperator(grantRole, { user_id: who.user_id, role: 'moderator' })
    const { reports } = await world.callOperator(listReports)
    const [report_id, other] = reports.map((one: { report_id: string }) => one.report_id) as [string, string]
    const plain = await seen.look(url, { isPlain: true })
    await enter(plain, who, `${ADMIN_PATH}/reports/${report_id}`)
    await plain.page.getByRole('button', { name: 'Close: handled by other means' }).press('Enter')
    await plain.page.getByText('Closed.').waitFor()
    t.is((await world.callOperator(showReport, { report_id })).report.outcome, 'acted')
    await plain.context.close()
    const looked = await seen.look(url)
    await enter(looked, who, `${ADMIN_PATH}/reports/${other}`)
    await looked.page.getByRole('button', { name: 'Turn off keyboard shortcuts' }).press('Enter')
    await looked.page.keyboard.press('d')
    await looked.page.getByRole('button', { name: 'Turn on keyboard shortcuts' }).waitFor()
    t.is((await world.callOperator(showReport, { report_id: other })).report.outcome, null)
    await looked.context.close()
  },
)
