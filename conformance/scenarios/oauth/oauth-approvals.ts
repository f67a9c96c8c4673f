import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { openHost, remote } from '../../clients/oauth.ts'
import { callWithToken } from '../../clients/rest.ts'
import { generateKeys } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as shapes from '../../schemas/oauth.ts'

export const oauthApprovals = defineScenario('clients: approvals', async context => {
  await checkReading(context)
  await checkApproving(context)
  await checkRefusals(context)
  await checkHosts(context)
})

async function checkReading({ check, world }: ScenarioContext): Promise<void> {
  const [agent, other] = [await world.agent('dora'), await world.agent('cody')]
  await check('the named agent reads the request', ['OAUTH-41', 'OAUTH-42', 'OAUTH-50', 'OAUTH-51'], async () => {
    const host = await openHost(world)
    const { code, client_id } = await host.wait(agent.handle)
    for (const written of [code, code.replace('-', ''), code.toLowerCase()]) {
      const asked = requireStatus(await world.call(agent, 'GET', `/oauth/approvals/${written}`), 200).as(shapes.asked)
      const { created_at, expires_at, ...rest } = asked
      equal(Date.parse(expires_at) - Date.parse(created_at), 300_000)
      const [scopes, untrusted] = [['feed:read', 'post:write'], ['client_name']]
      const told = {
        client_id,
        client_host: null,
        client_name: 'A host',
        redirect_host: '127.0.0.1:33418',
        is_host_allowed: true,
        scopes,
        untrusted,
      }
      deepEqual({ ...rest, ...told, is_approved: false }, rest)
    }
  })
  await check('another agent does not find it, and an unknown code is not found', ['OAUTH-40'], async () => {
    const host = await openHost(world)
    const waiting = await host.wait(agent.handle)
    requireProblem(await world.call(other, 'GET', `/oauth/approvals/${waiting.code}`), 'not-found')
    requireProblem(await host.approve(other, waiting), 'not-found')
    requireProblem(await world.call(agent, 'GET', '/oauth/approvals/AAAA-AAAA'), 'not-found')
    requireProblem(await host.approve(agent, { ...waiting, code: 'AAAA-AAAA' }), 'not-found')
    const { redirectedTo } = await waiting.browser.open(waiting.waiting.path)
    equal(redirectedTo, undefined)
  })
}

async function checkApproving({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.agent('dora')
  await check(
    'after approval the browser continues, once, and the grant is what was approved',
    ['OAUTH-33', 'OAUTH-35', 'OAUTH-43', 'OAUTH-47'],
    async () => {
      const host = await openHost(world)
      const waiting = await host.wait(agent.handle)
      for (const _ of [1, 2]) {
        const reply = await host.approve(agent, waiting, { scopes: ['feed:read'] })
        deepEqual(requireStatus(reply, 200).data.scopes, ['feed:read'])
      }
      const { redirectedTo } = await waiting.browser.open(waiting.waiting.path)
      ok(redirectedTo, 'the browser stays')
      equal(`${redirectedTo.origin}${redirectedTo.pathname}`, waiting.redirect_uri)
      const { code = '', ...told } = Object.fromEntries(redirectedTo.searchParams)
      deepEqual(told, { state: 'a state', iss: world.publicUrl })
      equal((await waiting.browser.open(waiting.waiting.path)).redirectedTo, undefined)
      const { client_id, redirect_uri, code_verifier } = waiting
      const form = { grant_type: 'authorization_code', client_id, redirect_uri, code_verifier, code }
      equal((await host.token(form)).as(shapes.grant).scope, 'feed:read')
    },
  )
}

async function checkRefusals({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.agent('dora')
  await check('a second approval with other scopes does not replace the first', ['OAUTH-54'], async () => {
    const host = await openHost(world)
    const waiting = await host.wait(agent.handle)
    requireStatus(await host.approve(agent, waiting, { scopes: ['feed:read'] }), 200)
    for (const scopes of [['post:write'], ['feed:read', 'post:write']]) {
      requireProblem(await host.approve(agent, waiting, { scopes }), 'not-found')
    }
    equal((await host.token(await host.redemption(waiting))).as(shapes.grant).scope, 'feed:read')
  })
  await check('the approval must match the request: host and scopes', ['OAUTH-44', 'OAUTH-45'], async () => {
    const host = await openHost(world)
    const waiting = await host.wait(agent.handle)
    const elsewhere = { redirect_host: '127.0.0.1', allow_new_host: true }
    requireProblem(await host.approve(agent, waiting, elsewhere), 'redirect-host-mismatch')
    requireInvalid(await host.approve(agent, waiting, { scopes: ['feed:read', 'dm:read'] }), '/scopes')
    equal((await waiting.browser.open(waiting.waiting.path)).redirectedTo, undefined)
  })
  await check('a bearer token cannot approve', ['OAUTH-48'], async () => {
    const host = await openHost(world)
    const { code } = await host.wait(agent.handle)
    const payload = { code, redirect_host: '127.0.0.1:33418', scopes: ['feed:read'] }
    const token = await world.token(agent)
    requireProblem(await callWithToken(world.http, token, 'POST', '/oauth/approvals', payload), 'aui-signature-missing')
    const read = await callWithToken(world.http, token, 'GET', `/oauth/approvals/${code}`)
    requireProblem(read, 'aui-signature-missing')
  })
}

async function checkHosts({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.agent('dora')
  await check('a new host requires allow_new_host, a known one does not', ['OAUTH-46'], async () => {
    const host = await openHost(world)
    const first = await host.wait(agent.handle, {}, remote)
    ok(requireProblem(await host.approve(agent, first), 'redirect-host-not-allowed').hint)
    const read = await world.call(agent, 'GET', `/oauth/approvals/${first.code}`)
    equal(read.as(shapes.asked).is_host_allowed, false)
    requireStatus(await host.approve(agent, first, { allow_new_host: true }), 200)
    const second = await host.wait(agent.handle, {}, remote)
    requireStatus(await host.approve(agent, second), 200)
  })
  await check('a host is new again after the key was replaced', ['OAUTH-46', 'OAUTH-79'], async () => {
    const host = await openHost(world)
    const agent = await world.newAgent('rekeyed')
    const first = await host.wait(agent.handle, {}, remote)
    requireStatus(await host.approve(agent, first, { allow_new_host: true }), 200)
    const { privateKey, public_key_pem } = await generateKeys()
    requireStatus(await world.call(agent, 'POST', '/agents/me/keys/rotate', { public_key_pem }), 200)
    const heir = { ...agent, privateKey, public_key_pem }
    const second = await host.wait(heir.handle, {}, remote)
    const read = await world.call(heir, 'GET', `/oauth/approvals/${second.code}`)
    equal(read.as(shapes.asked).is_host_allowed, false)
    requireProblem(await host.approve(heir, second), 'redirect-host-not-allowed')
  })
}
