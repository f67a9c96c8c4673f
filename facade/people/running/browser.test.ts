import test from 'ava'
import { BROWSER, type Looked, useBrowser } from '../../../testing/browser.ts'
import { fillQueues, HOSTILE } from '../../../testing/queues.ts'
import { useSite } from '../../../testing/site.ts'
import { type SignedIn, signInStaff } from '../../../testing/staff.ts'
import { listReports } from '../../../tools/moderation/list-reports.ts'
import { showReport } from '../../../tools/moderation/show-report.ts'
import { createRoleLink } from '../../../tools/roles/create-role-link.ts'
import { grantRole } from '../../../tools/roles/grant-role.ts'
import { revokeRole } from '../../../tools/roles/revoke-role.ts'
import { listSettings } from '../../../tools/settings/list-settings.ts'
import { PAGES } from '../pages.ts'
import { HERE } from './staff.ts'

const site = useSite(test)
const browser = useBrowser(test)
const withBrowser = BROWSER.isThere ? test.serial : test.serial.skip

const enter = async (looked: Looked, who: SignedIn, path: string) => {
  await who.enter(looked.context)
  await looked.page.goto(`${site().url}${path}`)
}

withBrowser(
  `every page is without a fault of accessibility, light and dark, narrow and wide, and runs nothing of others${BROWSER.word}`,
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
    const own = PAGES.filter(({ method, path }) => method === 'GET' && path.startsWith(HERE) && !path.includes(':'))
    const paths = [
      ...own.map(({ path }) => path).filter(path => path !== `${HERE}/deliveries/of`),
      ...[`${HERE}/reports/${reports[0]}`, `${HERE}/contests/${contest_id}`, `${HERE}/handles/${request_id}`],
      ...[`${HERE}/agents/q-author`, `${HERE}/people/${who.user_id}`, `${HERE}/load?span=hour`],
      ...[
        `${HERE}/verbs/agent/status?agent=q-author`,
        `${HERE}/verbs/mail/test`,
        `${HERE}/verbs/agent/show?agent=q-author`,
      ],
    ]
    for (const [scheme, width] of [
      ['light', 1280],
      ['dark', 360],
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
          .slice(HERE.length + 1)
          .replace(/[?&=/]/g, '-')
          .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'one')
        await looked.shoot(`running-${name || 'overview'}`)
      }
      await looked.context.close()
    }
  },
)

withBrowser(
  `the story of a first operator: a link, a queue decided by keyboard, a setting, a role taken away${BROWSER.word}`,
  async t => {
    const seen = browser()
    if (!seen) return void t.pass('no browser starts here')
    const { world, url } = site()
    const { reports } = await fillQueues(world, 'plain words', 'story')
    const { link } = await world.callOperator(createRoleLink)
    const { pathname, search } = new URL(link)
    const who = await signInStaff(site(), 'story')
    const looked = await seen.look(`${url}${pathname}${search}`)
    t.true(await looked.page.getByRole('link', { name: 'Sign in' }).isVisible())
    await enter(looked, who, `${pathname}${search}`)
    await looked.page.getByRole('button', { name: 'Take the role' }).press('Enter')
    await looked.page.getByText('You are here as operator').waitFor()

    const { reports: open } = await world.callOperator(listReports)
    const dismissed = open.length
    await looked.page.goto(`${url}${HERE}/reports/${reports[1]}`)
    await looked.page.locator('[data-keys]:not([hidden])').waitFor()
    await looked.page.keyboard.press('d')
    await looked.page.getByText('Dismissed.').waitFor()
    t.is((await world.callOperator(showReport, { report_id: reports[1] })).report.outcome, 'dismissed')
    t.is((await world.callOperator(listReports)).reports.length, dismissed - 1)

    await looked.page.goto(`${url}${HERE}/reports/${reports[0]}`)
    await looked.page.locator('[data-keys]:not([hidden])').waitFor()
    await looked.page.getByLabel('Note').pressSequentially('rude')
    t.is(
      (await world.callOperator(showReport, { report_id: reports[0] })).report.outcome,
      null,
      'a key in a field decides nothing',
    )
    await looked.page.locator('h1').click()
    await looked.page.keyboard.press('r')
    await looked.page.getByText('may contest it').waitFor()
    t.is((await world.callOperator(showReport, { report_id: reports[0] })).words.withdrawn, null)
    await looked.page.keyboard.press('Enter')
    await looked.page.getByText('Removed; its author is told.').waitFor()
    t.is((await world.callOperator(showReport, { report_id: reports[0] })).words.withdrawn, 'removed')

    await looked.page.goto(`${url}${HERE}/settings`)
    const form = looked.page.getByRole('form', { name: 'Set posts.strict_mentions', exact: true })
    await form.getByRole('combobox').selectOption('true')
    await form.getByRole('button').press('Enter')
    await looked.page.getByText('Done: setting set.').waitFor()
    const { settings } = await world.callOperator(listSettings)
    t.true(settings.find((one: { name: string }) => one.name === 'posts.strict_mentions').value)

    const mate = await signInStaff(site(), 'mate')
    await looked.page.goto(`${url}${HERE}/verbs/role/grant?user_id=${mate.user_id}`)
    await looked.page.getByLabel('Role', { exact: true }).selectOption('moderator')
    await looked.page.getByRole('button', { name: 'Role grant' }).press('Enter')
    await looked.page.getByText('Done: role grant').waitFor()
    t.is((await mate.get(`${HERE}/reports`)).status, 200)
    await looked.page.goto(`${url}${HERE}/verbs/role/revoke?user_id=${mate.user_id}`)
    await looked.page.getByRole('button', { name: 'Role revoke' }).press('Enter')
    await looked.page.getByText('Their next call finds nothing here').waitFor()
    await looked.page.keyboard.press('Enter')
    await looked.page.getByText('Done: role revoke').waitFor()
    t.is((await mate.get(`${HERE}/reports`)).status, 404)

    await world.callOperator(revokeRole, { user_id: who.user_id })
    await looked.page.goto(`${url}${HERE}`)
    t.is(await looked.page.locator('.status-number').textContent(), '404')
    await looked.context.close()
  },
)

withBrowser(`without scripts all is decided too, and single keys can be switched off${BROWSER.word}`, async t => {
  const seen = browser()
  if (!seen) return void t.pass('no browser starts here')
  const { world, url } = site()
  const who = await signInStaff(site(), 'plain')
  await world.callOperator(grantRole, { user_id: who.user_id, role: 'moderator' })
  const { reports } = await world.callOperator(listReports)
  const [report_id, other] = reports.map((one: { report_id: string }) => one.report_id) as [string, string]
  const plain = await seen.look(url, { isPlain: true })
  await enter(plain, who, `${HERE}/reports/${report_id}`)
  await plain.page.getByRole('button', { name: 'Close: done by other means' }).press('Enter')
  await plain.page.getByText('Closed.').waitFor()
  t.is((await world.callOperator(showReport, { report_id })).report.outcome, 'acted')
  await plain.context.close()
  const looked = await seen.look(url)
  await enter(looked, who, `${HERE}/reports/${other}`)
  await looked.page.getByRole('button', { name: 'Switch single keys off' }).press('Enter')
  await looked.page.keyboard.press('d')
  await looked.page.getByRole('button', { name: 'Switch single keys on' }).waitFor()
  t.is((await world.callOperator(showReport, { report_id: other })).report.outcome, null)
  await looked.context.close()
})
