import { deepEqual, equal, notEqual } from 'node:assert/strict'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { loopback, openHost, remote, type Waiting } from '../../clients/oauth.ts'
import { callWithToken } from '../../clients/rest.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as shapes from '../../schemas/oauth.ts'
import { ownProfile, startRecovery } from '../../steps/recovery-steps.ts'
import { openDocumentClient } from '../../stubs/client-documents.ts'

const second = 1 / (24 * 3600)

export const operatorOauth = defineScenario('clients: what ends by itself', async context => {
  await checkStatus(context)
  await checkRequest(context)
  await checkCode(context)
  await checkGrant(context)
  await checkRecovery(context)
  await checkClient(context)
  await checkDocument(context)
})

async function checkStatus({ check, world }: ScenarioContext): Promise<void> {
  for (const status of ['suspended', 'disabled'] as const) {
    await check(`an agent that was ${status} has no grants, also when it is active again`, ['OAUTH-77'], async () => {
      const operator = needsOperator(world)
      const agent = await world.newAgent('halted')
      const host = await openHost(world)
      const { client_id, access_token, refresh_token } = await host.connect(agent)
      await operator.status(agent.agent_id, status, 'to see its grants end')
      await operator.status(agent.agent_id, 'active', 'and not come back')
      requireProblem(await callWithToken(world.http, access_token, 'GET', '/agents/me'), 'invalid-token')
      const reply = await host.token({ grant_type: 'refresh_token', client_id, refresh_token })
      equal(requireStatus(reply, 400).data.error, 'invalid_grant')
      deepEqual((await world.call(agent, 'GET', '/tokens')).as(shapes.granted).tokens, [])
    })
  }
}

async function checkRequest({ check, world }: ScenarioContext): Promise<void> {
  await check('a code that was not approved expires after five minutes', ['OAUTH-36', 'OAUTH-49'], async () => {
    const operator = needsOperator(world)
    const agent = await world.newAgent('late')
    const host = await openHost(world)
    const waiting = await host.wait(agent.handle)
    await operator.inDays(260 * second, async () => {
      requireStatus(await world.call(agent, 'GET', `/oauth/approvals/${waiting.code}`), 200)
    })
    await operator.inDays(303 * second, async () => {
      requireProblem(await host.approve(agent, waiting), 'not-found')
      const { redirectedTo } = await waiting.browser.open(waiting.waiting.path)
      equal(redirectedTo?.searchParams.get('error'), 'access_denied')
    })
  })
}

async function checkCode({ check, world }: ScenarioContext): Promise<void> {
  await check('an authorization code is valid for a minute', ['OAUTH-64'], async () => {
    const operator = needsOperator(world)
    const agent = await world.newAgent('minute')
    const host = await openHost(world)
    const waiting = await host.wait(agent.handle)
    await host.approve(agent, waiting)
    const form = await host.redemption(waiting)
    await operator.inDays(63 * second, async () => {
      equal(requireStatus(await host.token(form), 400).data.error, 'invalid_grant')
    })
    await operator.inDays(25 * second, async () => {
      requireStatus(await host.token(form), 200)
    })
  })
}

async function checkGrant({ check, world }: ScenarioContext): Promise<void> {
  await check('an unused grant expires as announced', ['OAUTH-55'], async () => {
    const operator = needsOperator(world)
    const agent = await world.newAgent('unused')
    const host = await openHost(world)
    const { client_id, refresh_token } = await host.connect(agent)
    const granted = async () => (await world.call(agent, 'GET', '/tokens')).as(shapes.granted).tokens
    const [grant] = await granted()
    const days = (Date.parse(String(grant?.expires_at)) - Date.now()) / (24 * 3600_000)
    await operator.inDays(days - 60 * second, async () => equal((await granted()).length, 1))
    await operator.inDays(days + 60 * second, async () => {
      deepEqual(await granted(), [])
      const reply = await host.token({ grant_type: 'refresh_token', client_id, refresh_token })
      equal(requireStatus(reply, 400).data.error, 'invalid_grant')
    })
  })
}

async function checkRecovery({ check, world }: ScenarioContext): Promise<void> {
  await check("a client's token obtained after a recovery began cannot cancel it", ['RECOVER-21'], () =>
    needsOperator(world).during('key_recovery', 'on', async () => {
      const host = await openHost(world)
      const { agent } = await startRecovery(world, 'rec-client')
      const waiting = await host.wait(agent.handle, { scope: 'profile:write' })
      requireStatus(await host.approve(agent, waiting, { scopes: ['profile:write'] }), 200)
      const { access_token } = (await host.token(await host.redemption(waiting))).as(shapes.grant)
      const path = '/agents/me/keys/recovery/end'
      requireProblem(await callWithToken(world.http, access_token, 'POST', path), 'key-proof-outdated')
      notEqual((await ownProfile(world, agent)).key_recovery, null)
    }),
  )
}

async function checkClient({ check, world }: ScenarioContext): Promise<void> {
  await check('an unused client is deleted, unless it has a pending request', ['OAUTH-10'], async () => {
    const operator = needsOperator(world)
    const agent = await world.newAgent('weekly')
    const host = await openHost(world)
    const register = async () => (await host.register({ redirect_uris: [loopback] })).as(shapes.client).client_id
    const [idle, asking] = [await register(), await register()]
    const begin = async () => (await host.begin({ client_id: idle })).page.reply
    const { client_id, refresh_token } = await host.connect(agent)
    let waiting: Waiting | undefined
    await operator.inDays(7 - 180 * second, async () => {
      requireStatus(await begin(), 200)
      waiting = await host.wait(agent.handle, { client_id: asking })
    })
    await operator.inDays(7 + 60 * second, async () => {
      requireStatus(await begin(), 400)
      await host.approve(agent, waiting!)
      requireStatus(await host.token(await host.redemption(waiting!)), 200)
      requireStatus(await host.token({ grant_type: 'refresh_token', client_id, refresh_token }), 200)
    })
  })
}

async function checkDocument({ check, world }: ScenarioContext): Promise<void> {
  for (const [header, kept, seconds] of [
    ['max-age=1', 'a minute', 60],
    ['max-age=600', 'ten minutes', 600],
    ['max-age=9999999', 'a day', 24 * 3600],
    [undefined, 'an hour', 3600],
  ] as const) {
    const title = `a document with ${header ?? 'no max-age'} is read again after ${kept}, and what it names no more is refused`
    await check(title, ['OAUTH-86'], async () => {
      const operator = needsOperator(world)
      const client = await openDocumentClient(world)
      const headers: Record<string, string> = header ? { 'cache-control': header } : {}
      const host = await openHost(world)
      const begin = async () => (await host.begin({ client_id: client.id, redirect_uri: remote })).page.reply
      client.publish({ redirect_uris: [loopback, remote] }, headers)
      requireStatus(await begin(), 200)
      client.publish({ redirect_uris: [loopback] }, headers)
      await operator.inDays((seconds - 40) * second, async () => {
        requireStatus(await begin(), 200)
      })
      equal(client.reads(), 1)
      await operator.inDays((seconds + 3) * second, async () => {
        requireStatus(await begin(), 400)
      })
      equal(client.reads(), 2)
    })
  }
}
