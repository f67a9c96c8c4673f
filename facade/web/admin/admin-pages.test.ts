import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useTestSite } from '../../../testing/browsers/test-site.ts'
import { fillQueues, HOSTILE } from '../../../testing/fixtures/filled-queues.ts'
import { signInStaff } from '../../../testing/fixtures/signed-in-staff.ts'
import { listReports } from '../../../tools/moderation/list-reports.ts'
import { showReport } from '../../../tools/moderation/show-report.ts'
import { showAgent } from '../../../tools/oversight/show-agent.ts'
import { postMessage } from '../../../tools/posts/post-message.ts'
import { createRoleLink } from '../../../tools/roles/create-role-link.ts'
import { revokeRole } from '../../../tools/roles/revoke-role.ts'
import { listSettings } from '../../../tools/settings/list-settings.ts'
import { PAGE_ROUTES } from '../page-routes.ts'
import { ADMIN_PATH } from './call-as-staff.ts'

const site = useTestSite(test)

const PATHS = PAGE_ROUTES.filter(
  ({ method, path }) => method === 'GET' && path.startsWith(ADMIN_PATH) && !path.includes(':'),
)
  .map(({ path }) => path)
  .filter(path => path !== `${ADMIN_PATH}/link`)

test('without a role or a session no page exists; each role has its pages', async t => {
  const nobody = await signInStaff(site(), 'nobody')
  t.true(PATHS.length >= 17)
  for (const path of [...PATHS, `${ADMIN_PATH}/verbs/stats/show`, `${ADMIN_PATH}/agents/someone`]) {
    const stranger = await site().ask(path)
    t.is(stranger.status, 303, path)
    t.true(stranger.headers.get('location')!.startsWith('/internal/sign-in?'), path)
    const { status, html } = await nobody.get(path)
    t.is(status, 404, path)
    t.false(html.includes('running-parts'))
  }
  const staff = { reader: 0, moderator: 0, operator: 0 }
  for (const role of ['reader', 'moderator', 'operator'] as const) {
    const one = await signInStaff(site(), `a-${role}`, role)
    for (const path of PATHS) {
      const { status, html } = await one.get(path === `${ADMIN_PATH}/deliveries/of` ? ADMIN_PATH : path)
      t.true(status === 200 || status === 404, `${role} ${path} ${status}`)
      if (status === 200) staff[role]++
      else t.false(html.includes('running-parts'), `${role} ${path}`)
    }
  }
  t.is(staff.operator, PATHS.length)
  t.true(staff.reader < staff.moderator && staff.moderator < staff.operator)
})

test('a moderator sees no mail address on any page', async t => {
  const one = await signInStaff(site(), 'sees-none', 'moderator')
  await site().world.privateAgent('owned-by-secret')
  for (const path of [
    ...PATHS,
    `${ADMIN_PATH}/agents/owned-by-secret`,
    `${ADMIN_PATH}/verbs/agent/show?agent=owned-by-secret`,
  ]) {
    const { html } = await one.get(path)
    t.notRegex(html, /@people\.test/, path)
  }
  for (const path of ['people', 'mail', 'settings', 'audit', 'roles', 'verbs/mail/list', 'verbs/oversight/thread']) {
    t.is((await one.get(`${ADMIN_PATH}/${path}`)).status, 404, path)
  }
})

test("a form from another site, or without the session's token, has no effect", async t => {
  const one = await signInStaff(site(), 'forms', 'operator')
  await one.get(`${ADMIN_PATH}/settings`)
  const path = `${ADMIN_PATH}/verbs/setting/set`
  const fields = { name: 'posts.strict_mentions', value: 'true' }
  const isSet = async () =>
    (await site().world.callOperator(listSettings)).settings.find(
      (each: { name: string }) => each.name === fields.name,
    )!.value
  for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'same-site' }]) {
    t.is((await one.send(path, fields, headers)).status, 400)
  }
  for (const form_token of ['', 'x', 'A'.repeat(43)]) {
    t.is((await one.send(path, { ...fields, form_token })).status, 400)
  }
  t.false(await isSet())
  const done = await one.send(path, { ...fields, to: `${ADMIN_PATH}/settings` })
  t.is(done.status, 303)
  t.is(done.headers.get('location'), `${ADMIN_PATH}/settings`)
  t.true(await isSet())
  for (const to of ['https://elsewhere.example/', '//elsewhere.example', `${ADMIN_PATH}//elsewhere`, '/']) {
    const { status, headers } = await one.send(path, { ...fields, to })
    t.true(status === 200 || headers.get('location')!.startsWith(`${ADMIN_PATH}/`), to)
  }
})

test('a link signs in to its account once, with its role, and not by being opened', async t => {
  const { link } = await site().world.callOperator(createRoleLink, { email: 'New@people.test', role: 'moderator' })
  const { pathname, search, searchParams } = new URL(link)
  const [email, secret] = [searchParams.get('email')!, searchParams.get('secret')!]
  const stranger = await site().ask(`${pathname}${search}`)
  t.is(stranger.status, 200)
  t.is(stranger.headers.get('cache-control'), 'private, no-store', 'its address has the secret')
  t.regex(await stranger.text(), /new@people\.test/)
  const late = await signInStaff(site(), 'late-one')
  t.is((await late.send(pathname, { email: 'late-one@people.test', secret })).status, 404, 'of another account')
  t.is((await late.send(pathname, { email, secret: `${secret}x` })).status, 404)
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' }
  const body = new URLSearchParams({ email, secret }).toString()
  const entered = await site().ask(pathname, undefined, { method: 'POST', headers, body })
  t.true(entered.headers.get('location')?.endsWith(ADMIN_PATH))
  const Cookie = entered.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  t.is((await site().ask(ADMIN_PATH, undefined, { headers: { Cookie } })).status, 200)
  t.is((await late.send(pathname, { email, secret })).status, 404)
  t.is((await late.get(ADMIN_PATH)).status, 404)
})

test('a revoked role has no access from the next request on', async t => {
  const one = await signInStaff(site(), 'former-one', 'reader')
  t.is((await one.get(ADMIN_PATH)).status, 200)
  await site().world.callOperator(revokeRole, { user_id: one.user_id })
  t.is((await one.get(ADMIN_PATH)).status, 404)
  t.is((await one.send(`${ADMIN_PATH}/verbs/stats/show`, {})).status, 404)
})

test('queues are decided by plain forms: destructive ones ask first, and each leads to the next item', async t => {
  const { world } = site()
  const { reports, contest_id, request_id, posts } = await fillQueues(world, HOSTILE)
  const one = await signInStaff(site(), 'decides', 'moderator')
  const [first, second] = reports as [string, string, string]
  const { html } = await one.get(`${ADMIN_PATH}/reports/${first}`)
  t.false(html.includes('<script>canary'))
  const dismissed = await one.send(`${ADMIN_PATH}/reports/${second}`, { decision: 'dismiss', note: '' })
  t.is(dismissed.status, 303)
  t.regex(dismissed.headers.get('location')!, /\/internal\/operator\/reports\/[0-9a-f-]{36}$/)
  t.like((await world.callOperator(showReport, { report_id: second })).report, {
    outcome: 'dismissed',
    outcome_note: 'No violation found.',
  })
  const asked = await one.send(`${ADMIN_PATH}/reports/${first}`, { decision: 'remove', note: 'It is spam.' })
  t.is(asked.status, 200)
  t.regex(await asked.text(), /can contest the removal/)
  t.is((await world.callOperator(showReport, { report_id: first })).words!.withdrawn, null)
  t.is(
    (await one.send(`${ADMIN_PATH}/reports/${first}`, { decision: 'remove', note: 'It is spam.', confirmed: 'yes' }))
      .status,
    303,
  )
  t.like(await world.callOperator(showReport, { report_id: first }), {
    report: { outcome: 'acted', outcome_note: 'It is spam.' },
    words: { id: posts.first, withdrawn: 'removed' },
  })
  t.is((await one.send(`${ADMIN_PATH}/reports/${first}`, { decision: 'vanish' })).status, 400)
  const back = await one.send(`${ADMIN_PATH}/contests/${contest_id}`, { decision: 'overturned', note: '' })
  t.is(back.headers.get('location'), `${ADMIN_PATH}/contests`)
  await one.get(`${ADMIN_PATH}/handles/${request_id}`)
  t.is((await one.send(`${ADMIN_PATH}/handles/${request_id}`, { decision: 'approve', note: '' })).status, 303)
  t.like(await world.callOperator(showAgent, { agent: 'support' }), { status: 'active' })
  const reader = await signInStaff(site(), 'only-reads', 'reader')
  const third = reports[2]!
  t.notRegex((await reader.get(`${ADMIN_PATH}/reports/${third}`)).html, /id="decide"/)
  t.is((await reader.send(`${ADMIN_PATH}/reports/${third}`, { decision: 'dismiss' })).status, 404)
  const { reports: open } = await world.callOperator(listReports)
  t.true(open.some((each: { report_id: string }) => each.report_id === third))
})

test('a command without a page of its own has a form, which reports invalid input', async t => {
  const one = await signInStaff(site(), 'verbs', 'operator')
  const path = `${ADMIN_PATH}/verbs/person/create`
  const { html } = await one.get(path)
  t.regex(html, /name="email"/)
  const refused = await one.send(path, { email: 'no address', display_name: '<b>x</b>' })
  t.is(refused.status, 422)
  const reported = await refused.text()
  t.regex(reported, /aria-invalid="true"/)
  t.regex(reported, /value="&lt;b>x&lt;\/b>"|value="&lt;b&gt;x&lt;\/b&gt;"/)
  const made = await one.send(`${ADMIN_PATH}/verbs/invitation/create`, {
    count: '2',
    expires_in_days: '3',
    note: 'for two',
  })
  t.is(made.status, 200)
  t.is((await made.text()).match(/[0-9A-Za-z]{16}(?=<)/g)?.length, 2)
  const { status } = await one.get(`${ADMIN_PATH}/verbs/no/such`)
  t.is(status, 404)
})

test('deleting a person shows the consequences for their agents before and after', async t => {
  const { world } = site()
  const one = await signInStaff(site(), 'deletes', 'operator')
  const leaving = await signInStaff(site(), 'leaving')
  const agent = await world.agent('left-behind')
  await world.call(postMessage, agent, { content: 'I stay' })
  await world.db.many(SQL`update agent set owner_id = ${leaving.user_id} where id = ${agent.agent_id}`)
  t.regex((await one.get(`${ADMIN_PATH}/people/${leaving.user_id}`)).html, /left-behind/)
  const path = `${ADMIN_PATH}/verbs/person/delete`
  await one.get(path)
  const asked = await (await one.send(path, { user_id: leaving.user_id })).text()
  t.regex(asked, /continue without an owner: @left-behind/)
  const done = await one.send(path, { user_id: leaving.user_id, confirmed: 'yes' })
  t.is(done.status, 200)
  t.regex(await done.text(), /left-behind/)
  t.is((await one.get(`${ADMIN_PATH}/people/${leaving.user_id}`)).status, 404)
  t.is((await leaving.get(ADMIN_PATH)).status, 303, 'and is signed out')
})
