import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Data } from '../../clients/http.ts'
import { codeOn, type Host, loopback, openHost, readMetadata, remote } from '../../clients/oauth.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as shapes from '../../schemas/oauth.ts'

const clausesOfRedirectUri = clausesBy({
  nothing: ['OAUTH-3', 'OAUTH-7'],
  'an empty list': ['OAUTH-3', 'OAUTH-7'],
  'http of a host': ['OAUTH-8'],
  'a scheme of its own': ['OAUTH-8'],
  'a script': ['OAUTH-8'],
  'a fragment': ['OAUTH-8'],
  'a user name': ['OAUTH-8'],
  'a number': ['OAUTH-8'],
})

export const oauth = defineScenario('clients: registration and browser', async context => {
  await checkMetadata(context)
  await checkOrigins(context)
  await checkRegistration(context)
  await checkRequests(context)
  await checkFaults(context)
  await checkFaultsElsewhere(context)
  await checkPages(context)
  await checkBrowsers(context)
})

async function checkMetadata({ check, world }: ScenarioContext): Promise<void> {
  await check('the metadata name the endpoints of the code flow, and only S256', ['OAUTH-1', 'OAUTH-2'], async () => {
    await openHost(world)
    const found = await readMetadata(world)
    deepEqual(found.code_challenge_methods_supported, ['S256'])
    ok(found.response_types_supported.includes('code'))
    equal(found.authorization_response_iss_parameter_supported, true)
    for (const grant of ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:jwt-bearer']) {
      ok(found.grant_types_supported.includes(grant), grant)
    }
  })
}

async function checkOrigins({ check, world }: ScenarioContext): Promise<void> {
  for (const endpoint of ['registration', 'token', 'revocation'] as const) {
    await check(`pages of every origin can call the ${endpoint} endpoint`, ['OAUTH-3', 'OAUTH-4'], async () => {
      const path = (await openHost(world)).path(endpoint)
      const asked = requireStatus(await world.http.send({ method: 'OPTIONS', path }), 204)
      const refused = requireStatus(await world.http.send({ method: 'POST', path, body: '[' }), path.endsWith('register') ? 400 : 415)
      for (const { headers } of [asked, refused]) equal(headers['access-control-allow-origin'], '*')
      equal(refused.type, 'application/json')
      equal(refused.data.error, 'invalid_request')
      match(String(refused.data.error_description), /\S/)
    })
  }
}

async function checkRegistration({ check, world }: ScenarioContext): Promise<void> {
  await check('a client that requests a secret gets only an id', ['OAUTH-5', 'OAUTH-6'], async () => {
    const host = await openHost(world)
    const asked = {
      redirect_uris: [loopback],
      token_endpoint_auth_method: 'client_secret_post',
      client_name: 'A host',
    }
    const reply = requireStatus(await host.register(asked), 201)
    reply.as(shapes.client)
    ok(!('client_secret' in reply.data))
  })
  const uris: [string, unknown][] = [
    ['nothing', undefined],
    ['an empty list', []],
    ['http of a host', ['http://connector.example/callback']],
    ['a scheme of its own', ['host://callback']],
    ['a script', ['javascript:alert(1)']],
    ['a fragment', ['https://connector.example/#there']],
    ['a user name', ['https://you@connector.example/']],
    ['a number', [7]],
  ]
  for (const [what, redirect_uris] of uris) {
    await check(`${what} is refused as a redirect URI`, clausesOfRedirectUri(what), async () => {
      requireError(await (await openHost(world)).register({ redirect_uris }), 'invalid_redirect_uri')
    })
  }
  for (const client_name of ['', 'x'.repeat(101), 7]) {
    await check(`a name of ${String(client_name).length} as ${typeof client_name} is refused`, ['OAUTH-9'], async () => {
      const host = await openHost(world)
      requireError(await host.register({ redirect_uris: [loopback], client_name }), 'invalid_client_metadata')
    })
  }
}

function requireError(reply: Parameters<typeof requireStatus>[0], error: string): void {
  equal(requireStatus(reply, 400).data.error, error, reply.describe())
  equal(reply.type, 'application/json')
}

async function checkRequests({ check, world }: ScenarioContext): Promise<void> {
  await check('a valid request leads to the question which agent approves', ['OAUTH-20'], async () => {
    const { page } = await (await openHost(world)).begin()
    equal(requireStatus(page.reply, 200).type, 'text/html')
    match(page.reply.text, /name="handle"/)
  })
  await check('on loopback the port may differ', ['OAUTH-21'], async () => {
    const host = await openHost(world)
    const { page } = await host.begin({ redirect_uri: loopback.replace('33418', '51234') })
    requireStatus(page.reply, 200)
  })
  const strangers: [string, Record<string, string | undefined>][] = [
    ['an unknown client', { client_id: '0199f3c2-6a00-7000-8000-00000000aaaa' }],
    ['a client that is no id', { client_id: 'nobody' }],
    ['no client', { client_id: undefined }],
    ['a longer path', { redirect_uri: `${remote}/` }],
    ['another port', { redirect_uri: remote.replace('.example', '.example:8443') }],
    ['a query', { redirect_uri: `${remote}?a=b` }],
    ['loopback in place of a host', { redirect_uri: loopback }],
    ['no redirect URI', { redirect_uri: undefined }],
  ]
  for (const [what, change] of strangers) {
    await check(`${what} is a 400 without a redirect`, ['OAUTH-21', 'OAUTH-22'], async () => {
      const { page } = await (await openHost(world)).begin(change, remote)
      requireStatus(page.reply, 400)
      equal(page.redirectedTo, undefined)
    })
  }
}

async function checkFaults({ check, world }: ScenarioContext): Promise<void> {
  const faults: [string, Record<string, string | undefined>, string][] = [
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['a challenge that is too short', { code_challenge: 'abc' }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a challenge of no method', { code_challenge_method: undefined }, 'invalid_request'],
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['a scope that does not exist', { scope: 'feed:read everything' }, 'invalid_scope'],
    ['a resource of somebody else', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
  ]
  for (const [what, change, error] of faults) {
    await check(`${what} redirects with ${error}`, ['OAUTH-23', 'OAUTH-24'], async () => {
      const { page } = await (await openHost(world)).begin(change)
      requireRedirectParameters(page.redirectedTo, { error, state: 'a state', iss: world.publicUrl })
    })
  }
  await check('a repeated parameter redirects with invalid_request', ['OAUTH-23', 'OAUTH-24'], async () => {
    const host = await openHost(world)
    const { browser, page } = await host.begin()
    const { redirectedTo } = await browser.open(`${page.path}&scope=feed:read`)
    requireRedirectParameters(redirectedTo, { error: 'invalid_request', state: 'a state' })
  })
}

async function checkFaultsElsewhere({ check, world }: ScenarioContext): Promise<void> {
  await check('with a redirect URI other than loopback, a page shows the link back', ['OAUTH-23', 'OAUTH-37'], async () => {
    const { page } = await (await openHost(world)).begin({ code_challenge_method: 'plain' }, remote)
    requireStatus(page.reply, 400)
    equal(page.redirectedTo, undefined)
    const [, link = ''] = /<a href="([^"]*)"/.exec(page.reply.text) ?? []
    const to = new URL(link.replaceAll(/&(?:amp|#38);/g, '&'))
    equal(`${to.origin}${to.pathname}`, remote)
    requireRedirectParameters(to, { error: 'invalid_request', state: 'a state', iss: world.publicUrl })
  })
}

function requireRedirectParameters(redirectedTo: URL | undefined, expected: Data): void {
  ok(redirectedTo, 'it leads nowhere')
  const found = Object.fromEntries(redirectedTo.searchParams)
  deepEqual({ ...found, ...expected }, found)
}

async function checkPages({ check, world }: ScenarioContext): Promise<void> {
  await check('pages run no scripts, cannot be framed, and are not stored', ['OAUTH-28'], async () => {
    const { page, browser } = await (await openHost(world)).begin()
    const waiting = await browser.submit(page, 'nobody-of-that-name')
    for (const { reply } of [page, waiting]) {
      const policy = String(reply.headers['content-security-policy'])
      for (const rule of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'"]) {
        ok(policy.includes(rule), policy)
      }
      ok(!/script-src/.test(policy), policy)
      equal(reply.headers['cache-control'], 'no-store')
    }
  })
  await check('markup in a name is shown as text', ['OAUTH-29'], async () => {
    const host = await openHost(world)
    const name = '<img src=x onerror=alert(1)> "&'
    const { client_id } = (await host.register({ redirect_uris: [loopback], client_name: name })).as(shapes.client)
    const { page } = await host.begin({ client_id })
    requireStatus(page.reply, 200)
    ok(!page.reply.text.includes('<img'), 'the name became markup')
    match(page.reply.text, /onerror/)
  })
  await check('the default scope is feed:read', ['OAUTH-25'], async () => {
    const agent = await world.agent('cody')
    const { code } = await (await openHost(world)).wait(agent.handle, { scope: undefined })
    deepEqual((await world.call(agent, 'GET', `/oauth/approvals/${code}`)).as(shapes.asked).scopes, ['feed:read'])
  })
}

async function checkBrowsers({ check, world }: ScenarioContext): Promise<void> {
  await check("a form without its page's cookie, or with the cookie of another, is a 400", ['OAUTH-30'], async () => {
    const host = await openHost(world)
    const { page } = await host.begin()
    for (const browser of [host.browser(), (await host.begin()).browser]) {
      requireStatus((await browser.submit(page, 'somebody')).reply, 400)
    }
  })
  await check('known and unknown handles and none look the same, and pages reload by themselves', ['OAUTH-31', 'OAUTH-32'], async () => {
    const host = await openHost(world)
    const { handle } = await world.agent('cody')
    const texts = []
    for (const name of [handle, world.handle('nobody'), '', '@ @']) {
      const { waiting, code } = await host.wait(name)
      requireStatus(waiting.reply, 200)
      match(waiting.reply.text, /http-equiv="refresh"/)
      texts.push(waiting.reply.text.replaceAll(code, '').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, ''))
    }
    equal(new Set(texts).size, 1)
  })
  await check('another browser cannot open the page', ['OAUTH-34'], async () => {
    const host: Host = await openHost(world)
    const { waiting, code, browser } = await host.wait('somebody')
    for (const other of [host.browser(), (await host.begin()).browser]) {
      const { reply } = await other.open(waiting.path)
      requireStatus(reply, 404)
      ok(!reply.text.includes(code))
    }
    equal(codeOn(await browser.open(waiting.path)), code)
  })
}
