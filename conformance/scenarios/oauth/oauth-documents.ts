import { equal, match, ok } from 'node:assert/strict'
import { requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import { loopback, openHost, readMetadata, remote } from '../../clients/oauth.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as shapes from '../../schemas/oauth.ts'
import { openDocumentClient } from '../../stubs/client-documents.ts'
import type { World } from '../../world.ts'

const clausesOfRefused = clausesBy({
  'a secret': ['OAUTH-85'],
  'a method that needs one': ['OAUTH-85'],
  'a method that needs a key': ['OAUTH-85'],
  'no redirect URI': ['OAUTH-87'],
  'no redirect URI that could be registered': ['OAUTH-87'],
})

export const oauthDocuments = defineScenario('clients: documents', async context => {
  await checkFlow(context)
  await checkUnread(context)
  await checkRefused(context)
  await checkUris(context)
  await checkSpelling(context)
})

const redirect_uris = [loopback, remote]

/** The page of an authorization request that is refused. */
async function refusedPage(world: World, client_id: string, redirect_uri = loopback): Promise<string> {
  const { page } = await (await openHost(world)).begin({ client_id, redirect_uri })
  equal(requireStatus(page.reply, 400).type, 'text/html')
  equal(page.redirectedTo, undefined)
  return page.reply.text
}

async function checkFlow({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.newAgent('documented')
  await check(
    'a client metadata document replaces registration, up to the tokens',
    ['OAUTH-51', 'OAUTH-78', 'OAUTH-80', 'OAUTH-81', 'OAUTH-88'],
    async () => {
      const client = (await openDocumentClient(world)).publish({ redirect_uris })
      const host = await openHost(world)
      const waiting = await host.wait(agent.handle, { client_id: client.id }, remote)
      const { host: client_host } = new URL(client.id)
      const { page } = await host.begin({ client_id: client.id, redirect_uri: remote })
      for (const shown of [client_host, 'A document', 'connector.example']) ok(page.reply.text.includes(shown), shown)
      const asked = (await world.call(agent, 'GET', `/oauth/approvals/${waiting.code}`)).as(shapes.asked)
      const { client_id, client_name, untrusted } = asked
      equal(client_id, client.id)
      equal(asked.client_host, client_host)
      equal(client_name, 'A document')
      ok(untrusted.includes('client_name'))
      requireStatus(await host.approve(agent, waiting, { allow_new_host: true }), 200)
      client.answer({ status: 410 })
      const grant = (await host.token(await host.redemption(waiting))).as(shapes.grant)
      const form = { grant_type: 'refresh_token', client_id, refresh_token: grant.refresh_token }
      const { data } = await host.token({ ...form, client_id: `${client_id}/` })
      equal(data.error, 'invalid_client')
      requireStatus(await host.token(form), 200)
      const [granted] = requireStatus(await world.call(agent, 'GET', '/tokens'), 200).as(shapes.granted).tokens
      equal(granted?.client_id, client.id)
      equal(client.reads(), 1)
    },
  )
}

async function checkUnread({ check, world }: ScenarioContext): Promise<void> {
  await check('any document that cannot be read is the same 400 without a redirect', ['OAUTH-82', 'OAUTH-83', 'OAUTH-84'], async () => {
    const open = () => openDocumentClient(world)
    const sound = (await open()).publish({ redirect_uris })
    const json = { 'content-type': 'application/json' }
    const clients = [
      await open(),
      (await open()).answer({ status: 302, headers: { location: sound.id } }),
      (await open()).publish({ redirect_uris, client_id: sound.id }),
      (await open()).publish({ redirect_uris, client_id: undefined }),
      (await open()).publish({ redirect_uris }, { 'content-type': 'text/html' }),
      (await open()).publish({ redirect_uris }, { 'content-encoding': 'gzip' }),
      (await open()).publish({ redirect_uris, client_uri: 'x'.repeat(10_240) }),
      (await open()).answer({ status: 200, headers: json, body: '[]' }),
      (await open()).answer({ status: 200, headers: json, body: '{' }),
    ]
    const pages = new Set<string>()
    for (const { id } of clients) pages.add(await refusedPage(world, id))
    for (const url of ['https://nobody.invalid/client', 'https://127.0.0.1/client', 'https://localhost/client']) {
      pages.add(await refusedPage(world, url))
    }
    equal(pages.size, 1)
    equal(sound.reads(), 0)
  })
}

async function checkRefused({ check, world }: ScenarioContext): Promise<void> {
  for (const [what, members] of [
    ['a secret', { redirect_uris, client_secret: 'of nobody' }],
    ['a method that needs one', { redirect_uris, token_endpoint_auth_method: 'client_secret_basic' }],
    ['a method that needs a key', { redirect_uris, token_endpoint_auth_method: 'private_key_jwt' }],
    ['no redirect URI', {}],
    ['no redirect URI that could be registered', { redirect_uris: ['host://callback', 'http://connector.example/'] }],
  ] as const) {
    await check(`a document with ${what} is a 400 without a redirect`, clausesOfRefused(what), async () => {
      const { id } = (await openDocumentClient(world)).publish(members)
      await refusedPage(world, id)
    })
  }
}

async function checkUris({ check, world }: ScenarioContext): Promise<void> {
  await check('the browser is redirected as the document says, with its first usable URI', ['OAUTH-81', 'OAUTH-87'], async () => {
    const client = (await openDocumentClient(world)).publish({ redirect_uris: ['host://callback', ...redirect_uris] })
    const { page } = await (await openHost(world)).begin({ client_id: client.id, redirect_uri: remote })
    match(requireStatus(page.reply, 200).text, /name="handle"/)
    for (const uri of ['host://callback', `${remote}/`, client.id]) await refusedPage(world, client.id, uri)
  })
}

async function checkSpelling({ check, world }: ScenarioContext): Promise<void> {
  await check('metadata announce that documents are read, and their URLs have one spelling', ['OAUTH-80'], async () => {
    const client = (await openDocumentClient(world)).publish({ redirect_uris })
    equal((await readMetadata(world)).client_id_metadata_document_supported, true)
    const { host, origin, pathname } = new URL(client.id)
    for (const id of [
      `${client.id}#`,
      `https://you@${host}${pathname}`,
      `${origin}/.${pathname}`,
      `${origin}:443${pathname}`,
      `https://${host.toUpperCase()}${pathname}`,
      `${origin}/`,
      `http://${host}${pathname}`,
      `${client.id}?${'x'.repeat(1_000)}`,
    ]) {
      await refusedPage(world, id)
    }
    equal(client.reads(), 0)
  })
}
