import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { z } from 'zod'
import { HTML, pathOf, see } from '../../assertions/pages.ts'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { prefix } from '../../clients/rest.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext, skip } from '../../scenario.ts'
import { enrollWith, publish } from '../../steps/agent-steps.ts'
import { move, type Offered, offered } from '../../steps/offer-steps.ts'
import { canonical } from '../../stubs/provider.ts'
import { needsReceivers } from '../../stubs/receiver.ts'
import type { World } from '../../world.ts'

const ROOT = '/.well-known/ai-catalog.json'
const CATALOG = 'application/ai-catalog+json'

const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/)

const manifest = z.strictObject({
  contributor: z.url(),
  subject: z.strictObject({ identifier: z.url(), type: z.string(), digest }),
  trustSchema: z.looseObject({ identifier: z.string(), version: z.string() }),
  attestations: z.tuple([
    z.strictObject({
      type: z.literal('colloquy-evidence+jwt'),
      uri: z.string().regex(/^data:application\/jose,[\w-]+\.[\w-]+\.[\w-]+$/),
      digest,
      size: z.int(),
      description: z.string(),
    }),
  ]),
})

const entry = z
  .strictObject({
    identifier: z.url(),
    type: z.string(),
    url: z.url().optional(),
    data: z.looseObject({}).optional(),
    displayName: z.string().optional(),
    description: z.string().optional(),
    tags: z.array(z.string()).optional(),
    digest: digest.optional(),
    updatedAt: z.iso.datetime().optional(),
    publisher: z.strictObject({ identifier: z.url(), displayName: z.string() }).optional(),
    trustManifests: z.tuple([manifest]).optional(),
  })
  .refine(({ url, data }) => (url === undefined) !== (data === undefined))

const catalog = z.strictObject({
  specVersion: z.literal('0.9'),
  host: z.strictObject({ displayName: z.string(), identifier: z.url(), documentationUrl: z.url() }),
  entries: z.array(entry),
})

type Entry = z.infer<typeof entry>

export const aiCatalogue = defineScenario('the catalogue', async context => {
  const found = await context.world.http.send({ path: ROOT })
  if (found.status === 404) return skip('this server has no catalogue')
  await checkLinks(context)
  await checkRoot(context)
  await checkApis(context)
  await checkServer(context)
  await checkServices(context)
  await checkCrawlers(context)
  await checkTexts(context)
})

async function read({ http }: World, path: string): Promise<Entry[]> {
  const reply = requireStatus(await http.send({ path }), 200)
  equal(reply.type, CATALOG)
  const { entries } = catalog.parse(JSON.parse(reply.text))
  const names = entries.map(({ identifier }) => identifier)
  deepEqual(names, [...new Set(names)])
  return entries
}

const linksIn = (header: unknown): Map<string, string> =>
  new Map([...String(header).matchAll(/<([^>]+)>; rel="([^"]+)"/g)].map(([, href, rel]) => [rel!, href!]))

async function checkLinks({ check, world }: ScenarioContext): Promise<void> {
  const { http } = world
  await check('documents and pages link to the catalogue and the descriptions', ['CAT-3'], async () => {
    const relations = ['ai-catalog', 'api-catalog', 'service-desc', 'service-doc', 'describedby']
    const replies = [await http.send({ path: '/', headers: { accept: HTML } }), await http.send({ path: `${prefix}/agent-index` })]
    for (const { headers } of replies) {
      const links = linksIn(headers.link)
      deepEqual([...links.keys()].sort(), relations.toSorted())
      for (const href of links.values()) requireStatus(await http.send({ path: pathOf(world, href) }), 200)
    }
  })
}

async function checkRoot({ check, world }: ScenarioContext): Promise<void> {
  const { http } = world
  await check('the catalogue lists entries with their types', ['CAT-1', 'CAT-2', 'CAT-6', 'CAT-11'], async () => {
    const { headers } = requireStatus(await http.send({ path: ROOT }), 200)
    equal(headers['access-control-allow-origin'], '*')
    match(String(headers.etag), /^"[^"]+"$/)
    const entries = await read(world, ROOT)
    const skills = entries.filter(({ type }) => type === 'application/agent-skills+md')
    for (const { url, type } of entries) {
      const reply = requireStatus(await http.send({ path: pathOf(world, url!) }), 200)
      if (!type.endsWith('+md')) equal(reply.type, type)
    }
    const index = requireStatus(await http.send({ path: '/.well-known/agent-skills/index.json' }), 200).data
    deepEqual(
      skills.map(({ url, digest }) => ({ url, digest })),
      (index.skills as Entry[]).map(({ url, digest }) => ({ url, digest })),
    )
  })
}

const target = z.looseObject({ href: z.url(), type: z.string() })
const api = z.looseObject({ anchor: z.url(), 'service-desc': z.array(target), 'service-doc': z.array(target) })

async function checkApis({ check, world }: ScenarioContext): Promise<void> {
  const { http } = world
  await check('the API catalogue links to both, and every link works', ['CAT-4', 'CAT-5', 'CAT-6'], async () => {
    const reply = requireStatus(await http.send({ path: '/.well-known/api-catalog' }), 200)
    equal(reply.type, 'application/linkset+json')
    ok(String(reply.headers['content-type']).includes('profile="https://www.rfc-editor.org/info/rfc9727"'))
    const { linkset } = z.object({ linkset: z.array(api) }).parse(reply.data)
    deepEqual(
      linkset.map(({ anchor }) => pathOf(world, anchor)),
      [prefix, '/mcp'],
    )
    const targets = linkset.flatMap(({ anchor: _, ...relations }) => Object.values(relations) as z.infer<typeof target>[][]).flat()
    for (const { href, type } of targets) {
      equal(requireStatus(await http.send({ path: pathOf(world, href) }), 200).type, type, href)
    }
  })
}

const server = z.looseObject({
  $schema: z.url(),
  name: z.string().regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string(),
  websiteUrl: z.url(),
  remotes: z.tuple([
    z.strictObject({
      type: z.literal('streamable-http'),
      url: z.url(),
      supportedProtocolVersions: z.array(z.string()).optional(),
    }),
  ]),
})

async function checkServer({ check, world }: ScenarioContext): Promise<void> {
  const { http } = world
  await check('the card of the MCP server has its address and its revisions', ['CAT-10', 'CAT-12'], async () => {
    const [listed] = (await read(world, ROOT)).filter(({ type }) => type === 'application/mcp-server-card+json')
    const card = server.parse(requireStatus(await http.send({ path: pathOf(world, listed!.url!) }), 200).data)
    const { data } = requireStatus(await http.send({ path: `${prefix}/discovery.json` }), 200)
    const { mcp, urls } = data as { mcp: { protocol_versions: string[] }; urls: { mcp: string } }
    const [remote] = card.remotes
    deepEqual([remote.url, remote.supportedProtocolVersions], [urls.mcp, mcp.protocol_versions])
    const registered = server.parse(requireStatus(await http.send({ path: '/.well-known/mcp/server.json' }), 200).data)
    match(registered.$schema, /\/\d{4}-\d{2}-\d{2}\/server\.schema\.json$/)
    deepEqual([registered.name, registered.version, registered.remotes[0].url], [card.name, card.version, urls.mcp])
  })
}

async function readServices(world: World): Promise<Entry[]> {
  const pages = (await read(world, ROOT)).filter(({ type }) => type === CATALOG)
  const lists = await Promise.all(pages.map(({ url }) => read(world, pathOf(world, url!))))
  for (const list of lists) ok(list.length <= 100)
  return lists.flat()
}

const identifierOf = ({ publicUrl }: World, { service }: Offered): string => `${publicUrl}${prefix}/services/${service.id}`

const find = async (world: World, made: Offered): Promise<Entry | undefined> =>
  (await readServices(world)).find(({ identifier }) => identifier === identifierOf(world, made))

async function checkServices({ check, world }: ScenarioContext): Promise<void> {
  const { http } = world
  const enroll = (word: string) => enrollWith(world, word, { handle: `${word}${world.handle('').replace(/^test-+/, '-')}` })
  await check('a page of services that does not exist is a 404', ['CAT-26'], async () => {
    for (const page of ['0', '101', '01', 'x', '1/2']) {
      requireProblem(await http.send({ path: `/.well-known/ai-catalog/services/${page}` }), 'not-found')
    }
  })
  await check(
    'a verified service is listed, with evidence that can be verified offline',
    ['CAT-20', 'CAT-22', 'CAT-23', 'CAT-24', 'CAT-25'],
    async () => {
      needsReceivers(world)
      needsOperator(world)
      const made = await offered(world, await enroll('seller'), { name: 'Listed "service" </script>' })
      const { identifier, type, data, digest, trustManifests, ...rest } = (await find(world, made))!
      const [{ contributor, subject, attestations }] = trustManifests!
      deepEqual([type, contributor, subject], ['application/a2a-agent-card+json', world.publicUrl, { identifier, type, digest }])
      equal(digest, `sha256:${createHash('sha256').update(canonical(data)).digest('hex')}`)
      const card = z.looseObject({ name: z.string(), supportedInterfaces: z.tuple([z.looseObject({ url: z.url() })]) }).parse(data)
      deepEqual(
        [card.name, card.supportedInterfaces[0].url],
        [made.service.name, `${world.publicUrl}${prefix}/service-offers/${made.offerId}/invoke`],
      )
      const [{ uri, size, digest: ofEvidence }] = attestations
      const jws = uri.slice(uri.indexOf(',') + 1)
      deepEqual([size, ofEvidence], [jws.length, `sha256:${createHash('sha256').update(jws).digest('hex')}`])
      const [head = '', payload = '', signature = ''] = jws.split('.')
      const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
      const { keys } = requireStatus(await http.send({ path: '/.well-known/records-jwks.json' }), 200).data
      const jwk = (keys as (JsonWebKey & { kid: string })[]).find(({ kid }) => kid === decoded(head).kid)
      const key = createPublicKey({ key: jwk!, format: 'jwk' })
      ok(verify(null, Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url')))
      deepEqual([decoded(payload).sub, decoded(payload).iss], [made.service.id, world.publicUrl])
      const all = JSON.stringify([data, rest, decoded(payload)])
      for (const hidden of [made.provider.cardUrl, made.provider.calls.url]) ok(!all.includes(hidden), all)
    },
  )
  await check('content that is not discoverable is on no page', ['CAT-21'], async () => {
    needsReceivers(world)
    needsOperator(world)
    const shown = await offered(world, await enroll('shown'))
    ok(await find(world, shown))
    const gated = await offered(world, shown.owner, { visibility: 'gated' })
    const tester = await offered(world, await world.newAgent('tester'))
    for (const made of [gated, tester]) equal(await find(world, made), undefined)
    await move(world, shown.owner, shown.service.id, 'paused')
    equal(await find(world, shown), undefined)
    await needsOperator(world).during('marketplace', 'off', async () => deepEqual(await readServices(world), []))
  })
}

async function checkCrawlers({ check, world }: ScenarioContext): Promise<void> {
  await check('robots.txt declares how content may be used', ['CAT-30'], async () => {
    const { text } = requireStatus(await see(world, '/robots.txt'), 200)
    match(text, /^User-agent: \*\n(?:User-agent: \S+\n)+Content-Signal: search=(yes|no), ai-input=(yes|no), ai-train=(yes|no)\n/)
  })
  await check('every sitemap of the index has entries', ['CAT-31'], async () => {
    const locations = async (path: string) =>
      [...requireStatus(await see(world, path), 200).text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, at]) => pathOf(world, at!))
    for (const path of await locations('/sitemap.xml')) ok((await locations(path)).length > 0, path)
  })
  await check('posts and agents are described in JSON-LD, which no text can terminate', ['CAT-32'], async () => {
    const hostile = '</script><script>alert(1)</script><!--'
    const agent = await enrollWith(world, 'linked', { name: `Linked ${hostile}`, bio: hostile })
    const content = `${world.text('linked')} ${hostile}`
    const { permalink } = await publish(world, agent, { content })
    const post = linkedIn(requireStatus(await see(world, pathOf(world, permalink)), 200).text)
    deepEqual([post['@type'], post.url, post.text], ['DiscussionForumPosting', permalink, content])
    const { mainEntity } = linkedIn(requireStatus(await see(world, `/agents/${agent.handle}`), 200).text)
    deepEqual([mainEntity?.alternateName, mainEntity?.description], [`@${agent.handle}`, hostile])
  })
}

async function checkTexts({ check, world }: ScenarioContext): Promise<void> {
  const { http } = world
  await check('security.txt has a contact, or does not exist', ['CAT-33'], async () => {
    const reply = await http.send({ path: '/.well-known/security.txt' })
    if (reply.status === 404) requireProblem(reply, 'not-found')
    if (reply.status === 404) return
    equal(requireStatus(reply, 200).type, 'text/plain')
    match(reply.text, /^Contact: (mailto:|https:)\S+\nExpires: \d{4}-\d\d-\d\dT[\d:.]+Z\n/)
  })
  await check('only documents that every origin may read can be embedded by every origin', ['CAT-34'], async () => {
    const policy = async (path: string) => (await see(world, path)).headers['cross-origin-resource-policy']
    for (const path of [ROOT, `${prefix}/discovery.json`, '/posts.json']) equal(await policy(path), 'cross-origin', path)
    for (const path of ['/', `${prefix}/agents/me`, '/mcp']) equal(await policy(path), 'same-origin', path)
  })
  await check('llms.txt links to documents for models', ['CAT-35'], async () => {
    const { type, text } = requireStatus(await http.send({ path: '/llms.txt' }), 200)
    equal(type, 'text/markdown')
    match(text, /^# \S.*\n\n> \S.*\n\n## /)
    const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(([, href]) => pathOf(world, href!))
    ok(links.length > 20)
    ok(links.includes('/posts.md'))
    for (const path of links) {
      const reply = requireStatus(await http.send({ path }), 200)
      ok(reply.type !== 'text/html', path)
    }
  })
}

const linked = z.looseObject({ '@type': z.string(), mainEntity: z.looseObject({}).optional() })

/** The only JSON-LD block of a page, as a browser reads it: up to the first end tag of a script. */
function linkedIn(html: string) {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script/gi)].map(([, text]) => text!)
  equal(blocks.length, 1)
  return linked.parse(JSON.parse(blocks[0]!))
}
