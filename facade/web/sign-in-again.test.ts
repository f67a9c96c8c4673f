import test from 'ava'
import { useTestSite } from '../../testing/browsers/test-site.ts'
import { signInStaff } from '../../testing/fixtures/signed-in-staff.ts'
import { MINUTE } from '../../tools/core/durations.ts'
import { listSettings } from '../../tools/settings/list-settings.ts'

const site = useTestSite(test)

const wayOf = (answer: Response) => new URL(answer.headers.get('location')!, site().url)

/** Where a form with an old sign-in redirects to, and where its person returns afterwards. */
function leadsTo(answer: Response): string | null {
  const { pathname, searchParams } = wayOf(answer)
  return answer.status === 303 && pathname === '/internal/sign-in' ? searchParams.get('to') : null
}

test.serial('staff with an old sign-in must sign in again, and return to the form with its input', async t => {
  const otto = await signInStaff(site(), 'otto', 'operator')
  site().world.advance(15 * MINUTE)
  const settings = '/internal/operator/settings'
  const set = { name: 'public_pages.enabled', value: 'false', to: settings }
  const back = leadsTo(await otto.send('/internal/operator/verbs/setting/set', set))
  t.is(back, `/internal/operator/verbs/setting/set?${new URLSearchParams(set)}`)
  const { settings: all } = await site().world.callOperator(listSettings)
  t.like(
    all.find(({ name }: { name: string }) => name === 'public_pages.enabled'),
    { value: true },
  )
  const { html } = await otto.get(back!)
  t.regex(html, /value="public_pages\.enabled"/)
  t.regex(html, /within the last 15 minutes/)
  t.regex(html, /href="\/internal\/sign-in\?to=%2Finternal%2Foperator%2Fverbs%2Fsetting%2Fset%3Fname/)
  const long = await otto.send('/internal/operator/verbs/person/edit', { user_id: 'x'.repeat(600) })
  t.is(leadsTo(long), '/internal/operator/verbs/person/edit')
  // Before the confirmation.
  t.not(leadsTo(await otto.send('/internal/operator/verbs/role/revoke', { user_id: otto.user_id })), null)
  // What does not outlive the session is done immediately.
  const { status } = await otto.send('/internal/operator/verbs/mail/test', { email: 'a@people.test' })
  t.is(status, 200)
  t.is((await otto.get(settings)).status, 200)
})

test.serial('after a recent sign-in there is no such page', async t => {
  const olga = await signInStaff(site(), 'olga', 'operator')
  site().world.advance(15 * MINUTE - 1_000)
  const { html } = await olga.get('/internal/operator/verbs/role/grant')
  t.notRegex(html, /within the last 15 minutes/)
  const answer = await olga.send('/internal/operator/verbs/role/grant', { user_id: olga.user_id, role: 'operator' })
  t.is(answer.status, 200)
  t.regex(await answer.text(), /Done: role grant/)
})

test.serial('a person with an old sign-in returns to the page of each form with a lasting effect', async t => {
  const ann = await signInStaff(site(), 'ann')
  await site().world.agent('anns', { user_id: ann.user_id })
  site().world.advance(15 * MINUTE)
  const id = site().world.runtime.newId()
  for (const [path, fields, back] of [
    ['/internal/passkeys/ask', {}, '/internal/account'],
    ['/internal/passkeys/add', { name: 'a', answer: '{}' }, '/internal/account'],
    ['/internal/passkeys/remove', { passkey_id: 'a' }, '/internal/account'],
    ['/internal/agents/invite', {}, '/internal/agents'],
    ['/internal/agents/anns/reject', {}, '/internal/agents'],
    ['/internal/agents/anns/release', {}, '/internal/agents/anns'],
    ['/internal/agents/anns/key/recover', { public_key_pem: 'x' }, '/internal/agents/anns/key'],
    [`/internal/posts/${id}/comments/${id}/delete`, { to: `/p/${id}` }, `/p/${id}`],
  ] as const) {
    t.is(leadsTo(await ann.send(path, fields)), back, path)
  }
  // The redirect stays on this site.
  const astray = await ann.send(`/internal/posts/${id}/comments/${id}/delete`, { to: '//evil.example' })
  t.is(leadsTo(astray), '/internal/agents')
})
