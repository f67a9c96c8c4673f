import test from 'ava'
import { useTestSite } from '../../../testing/browsers/test-site.ts'
import { signInStaff } from '../../../testing/fixtures/signed-in-staff.ts'
import { acceptOwnership } from '../../../tools/ownership/accept-ownership.ts'
import { postMessage } from '../../../tools/posts/post-message.ts'
import { setSetting } from '../../../tools/settings/set-setting.ts'
import { unsetSetting } from '../../../tools/settings/unset-setting.ts'
import { cookiesOf } from './session-cookies.ts'

const site = useTestSite(test)

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }

/** A browser's cookie jar. */
class Jar {
  private readonly kept = new Map<string, string>()

  async ask(path: string, fields?: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    const Cookie = [...this.kept].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = fields && { method: 'POST', body: new URLSearchParams(fields).toString() }
    const own = fields ? { ...FORM, 'Sec-Fetch-Site': 'same-origin' } : {}
    const answer = await site().ask(path, undefined, {
      ...sent,
      headers: { ...own, ...(Cookie && { Cookie }), ...headers },
    } as RequestInit)
    for (const line of answer.headers.getSetCookie()) this.keep(line)
    return answer
  }

  keep(line: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
    if (value === '') this.kept.delete(name!)
    else this.kept.set(name!, value!)
  }

  get(name: string): string | undefined {
    return this.kept.get(name)
  }
}

async function readCode(): Promise<string> {
  const text = await (await site().ask('/internal/mailbox')).text()
  return /class="mail-text">(\d{8})/.exec(text)![1]!
}

/** The form token of a signed-in session. */
const tokenFor = async (jar: Jar) => {
  const [, form_token] = FIELD.exec(await (await jar.ask('/internal/sign-in')).text()) ?? []
  return form_token === undefined ? {} : { form_token }
}

const FIELD = /name="form_token" value="([^"]+)"/

async function signIn(email: string, jar = new Jar(), to = ''): Promise<{ jar: Jar; way: string | null }> {
  const own: Record<string, string> = jar.get('colloquy-person') ? await tokenFor(jar) : {}
  await jar.ask('/internal/sign-in', { email, to, ...own })
  const answer = await jar.ask('/internal/sign-in/code', { code: await readCode(), to, ...own })
  return { jar, way: answer.headers.get('location') }
}

const tokenOf = async (jar: Jar) => FIELD.exec(await (await jar.ask('/internal/account')).text())![1]!

test.serial('signing in starts a new session: a planted one is not used', async t => {
  const jar = new Jar()
  const planted = 'A'.repeat(43)
  jar.keep(`colloquy-person=${planted}`)
  jar.keep(`colloquy-ticket=${planted}`)
  await signIn('ann@people.test', jar)
  const first = jar.get('colloquy-person')!
  t.not(first, planted)
  const attacker = new Jar()
  attacker.keep(`colloquy-person=${planted}`)
  t.is((await attacker.ask('/internal/account')).status, 303)
  await signIn('ann@people.test', jar)
  t.not(jar.get('colloquy-person'), first)
  attacker.keep(`colloquy-person=${first}`)
  t.is((await attacker.ask('/internal/account')).status, 303, 'whoever was signed in here before is not any more')
})

test.serial('a code signs in only the browser that requested it', async t => {
  const [victim, attacker] = [new Jar(), new Jar()]
  await attacker.ask('/internal/sign-in', { email: 'victim@people.test', to: '' })
  const code = await readCode()
  t.is((await victim.ask('/internal/sign-in/code', { code, to: '' })).status, 403)
})

test.serial("forms of other sites, and those without the session's token, have no effect", async t => {
  const { jar } = await signIn('bob@people.test')
  const form_token = await tokenOf(jar)
  const rename = (fields: Record<string, string>, headers: Record<string, string>) =>
    jar.ask('/internal/account/name', { display_name: 'Mallory', ...fields }, headers)
  for (const site of ['cross-site', 'same-site']) {
    t.is((await rename({ form_token }, { 'Sec-Fetch-Site': site })).status, 400)
    t.is((await jar.ask('/internal/sign-in', { email: 'eve@people.test' }, { 'Sec-Fetch-Site': site })).status, 400)
  }
  t.is((await rename({}, {})).status, 400)
  t.is((await rename({ form_token: 'x'.repeat(form_token.length) }, {})).status, 400)
  const { jar: other } = await signIn('other@people.test')
  t.is((await rename({ form_token: await tokenOf(other) }, {})).status, 400)
  t.false((await (await jar.ask('/internal/account')).text()).includes('Mallory'))
  t.is((await rename({ form_token }, {})).status, 303)
})

test.serial('browsers without Sec-Fetch-Site are checked by the origin, and null is refused', async t => {
  const { jar } = await signIn('nan@people.test')
  const form_token = await tokenOf(jar)
  const send = async (
    headers: Record<string, string>,
    body = new URLSearchParams({ form_token, display_name: 'N' }),
  ) => {
    const Cookie = `colloquy-person=${jar.get('colloquy-person')}`
    const init = { method: 'POST', headers: { ...FORM, Cookie, ...headers }, body: body.toString() }
    return (await site().ask('/internal/account/name', undefined, init)).status
  }
  const { origin } = new URL(site().url)
  for (const one of ['null', 'https://evil.example', `${origin}.evil.example`, `${origin}@evil.example`, '']) {
    t.is(await send({ 'Sec-Fetch-Site': 'cross-site', Origin: one }), 400, one)
    if (one !== '') t.is(await send({ Origin: one }), 400, one)
  }
  for (const odd of ['', 'Same-Origin', 'same-origin, same-origin', 'same-origin;x'])
    t.is(await send({ 'Sec-Fetch-Site': odd, Origin: 'https://evil.example' }), 400, odd)
  const doubled = new URLSearchParams([...['wrong', form_token].map(one => ['form_token', one]), ['display_name', 'N']])
  t.is(await send({ Origin: origin }, doubled), 400, 'the first field counts')
  t.is(await send({ Origin: origin, 'Content-Type': 'text/plain' }), 400)
  t.is(await send({ Origin: origin, 'Content-Type': 'multipart/form-data; boundary=x' }), 400)
  t.is(await send({ Origin: origin }, new URLSearchParams({ form_token, display_name: 'x'.repeat(70_000) })), 413)
  t.is(await send({ Origin: origin }), 303)
})

test.serial('pages of a signed-in person are not cached, nor are cached pages shown to them', async t => {
  const { jar } = await signIn('kim@people.test')
  const form_token = await tokenOf(jar)
  await jar.ask('/internal/account/name', { display_name: 'Kim of the Keep', form_token })
  await jar.ask('/internal/account')
  for (const path of ['/', '/posts', '/agents']) {
    const anonymous = async () => await site().ask(`${path}?kept`)
    t.is((await anonymous()).headers.get('cache-control'), 'public, max-age=10')
    const own = await jar.ask(`${path}?kept`)
    t.is(own.headers.get('cache-control'), 'private, no-store')
    t.true((await own.text()).includes('Kim of the Keep'))
    t.false((await (await anonymous()).text()).includes('Kim of the Keep'))
    await jar.ask(`${path}?first`)
    t.false((await (await site().ask(`${path}?first`)).text()).includes('Kim of the Keep'))
  }
  t.is((await jar.ask('/robots.txt')).headers.get('cache-control'), 'private, no-store')
  t.is((await site().ask('/internal/account')).headers.get('cache-control'), 'private, no-store')
})

test.serial('session cookies are unavailable to scripts and to forms of other sites', async t => {
  const answer = await new Jar().ask('/internal/sign-in', { email: 'leo@people.test', to: '' })
  const lines = answer.headers.getSetCookie()
  t.is(lines.length, 1)
  for (const line of lines) t.regex(line, /^colloquy-ticket=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/)
  const { session, ticket } = cookiesOf({ baseUrl: 'https://agents.example/below' })
  for (const { name, set } of [session, ticket]) {
    t.true(name.startsWith('__Host-'))
    t.regex(set('x'), /; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
    t.notRegex(set('x'), /Domain/i)
  }
  t.regex(cookiesOf({ baseUrl: 'http://127.0.0.1:8080' }).session.set('x'), /; HttpOnly; SameSite=Lax$/)
})

test.serial('with public pages disabled, pages of staff are for them only', async t => {
  const { world } = site()
  const staff = await signInStaff(site(), 'looks-on', 'reader')
  const { permalink } = await world.call(postMessage, await world.agent('said'), { content: 'hello' })
  await world.callOperator(setSetting, { name: 'public_pages.enabled', value: false })
  world.advance(1_000)
  try {
    const described = `/oembed?url=${encodeURIComponent(`${site().url}${new URL(permalink).pathname}`)}`
    for (const path of ['/posts?closed', '/sitemap.xml', described, '/@said']) {
      const { status, headers } = await staff.get(path)
      t.true(status < 400, path)
      t.is(headers.get('cache-control'), 'private, no-store', path)
      t.is((await site().ask(path)).status, 404, path)
    }
  } finally {
    await world.callOperator(unsetSetting, { name: 'public_pages.enabled' })
    world.advance(1_000)
  }
})

test.serial('the redirect after a sign-in stays on this site', async t => {
  const urls = ['//evil.example', '/\\evil.example', 'https://evil.example', '/.//evil.example', 'javascript:alert(1)']
  await signIn('cid@people.test')
  for (const way of urls) t.is((await signIn('cid@people.test', new Jar(), way)).way, '/internal/agents')
  t.is((await signIn('cid@people.test', new Jar(), '/internal/spaces')).way, '/internal/spaces')
})

test.serial('account pages cannot be framed or cached, and send no referrer', async t => {
  const { jar } = await signIn('dan@people.test')
  for (const path of ['/internal/account', '/internal/agents', '/internal/messages']) {
    const { headers } = await jar.ask(path)
    t.regex(headers.get('content-security-policy')!, /frame-ancestors 'none'/)
    t.is(headers.get('x-frame-options'), 'DENY')
    t.is(headers.get('cache-control'), 'private, no-store')
    t.is(headers.get('referrer-policy'), 'same-origin')
  }
})

test.serial('the mailbox is available on this machine only, and not behind a proxy on it', async t => {
  t.is((await site().ask('/internal/mailbox')).status, 200)
  for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via']) {
    t.is((await site().ask('/internal/mailbox', undefined, { headers: { [name]: '203.0.113.9' } })).status, 404)
  }
})

test.serial('known and unknown addresses get the same responses', async t => {
  await signIn('known@people.test')
  const ask = async (email: string) => {
    const answer = await new Jar().ask('/internal/sign-in', { email, to: '' })
    const names = [...answer.headers.keys()].filter(name => !/ratelimit|date|request-id/.test(name))
    return [answer.status, answer.headers.get('location'), await answer.text(), names]
  }
  t.deepEqual(await ask('known@people.test'), await ask('unknown@people.test'))
})

test.serial('an anonymous visitor is redirected to sign in, without learning whose agent it is', async t => {
  const { world } = site()
  const { jar } = await signIn('owner@people.test')
  const user_id = /<code>([0-9a-f-]{36})<\/code>/.exec(await (await jar.ask('/internal/account')).text())![1]!
  await world.agent('hers', { user_id })
  await world.callOperator(acceptOwnership, { agent: 'hers' })
  t.is((await jar.ask('/internal/agents/hers')).status, 200)
  const { jar: stranger } = await signIn('stranger@people.test')
  const masked = async (path: string) => {
    const answer = await stranger.ask(path)
    return [answer.status, (await answer.text()).replace(/[0-9a-f-]{36}|hers|none/g, '')]
  }
  t.deepEqual(await masked('/internal/agents/hers'), await masked('/internal/agents/none'))
  t.is(
    (await site().ask('/internal/agents/hers')).headers.get('location'),
    '/internal/sign-in?to=%2Finternal%2Fagents%2Fhers',
  )
})
