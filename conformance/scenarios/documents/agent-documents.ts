import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { parse } from 'yaml'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import { additionOf, ed25519Key } from '../../clients/device-keys.ts'
import { blocksOf, lacks, type Shown, shownIn } from '../../clients/guide.ts'
import type { Data, Reply } from '../../clients/http.ts'
import { openHost } from '../../clients/oauth.ts'
import { documentedPayload, type Operation, readOpenApi } from '../../clients/openapi.ts'
import { prefix } from '../../clients/rest.ts'
import { generateKeys, type Identity } from '../../clients/signing.ts'
import { claimsFor, signAssertion } from '../../clients/token.ts'
import { UNMADE } from '../../resources/index.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as documentShapes from '../../schemas/documents.ts'
import { publish } from '../../steps/agent-steps.ts'
import { openSpace } from '../../steps/invitation-steps.ts'
import { declare } from '../../steps/service-steps.ts'
import type { World } from '../../world.ts'

const clausesOfTypes = clausesBy({
  '/guides/*': ['DOC-64', 'DOC-103', 'DOC-9'],
  '/templates/*': ['DOC-65', 'DOC-9'],
  '/templates/archetypes': ['DOC-66', 'DOC-9'],
  '/api/v1/constitution/current': ['DOC-67', 'DOC-9'],
})

/** Further guides are found in the agent index. */
const GUIDES = ['signing', 'mcp', 'push', 'enrolling', 'errors', 'limits', 'citizenship', 'spaces', 'messages']
const templates = ['constitution', 'skills', 'claude-skill', 'openclaw-skill'].map(name => `/templates/${name}`)
const current = '/api/v1/constitution/current'

export const agentDocuments = defineScenario('documents for agents', async context => {
  await checkTypes(context)
  await checkTravel(context)
  await checkCalls(context)
  await checkQuickStart(context)
  await checkReference(context)
  await checkGuides(context)
  await checkTemplates(context)
  await checkConstitution(context)
})

const fullPath = (path: string): string => (path.startsWith('/api/') ? path : prefix + path)

const read = async ({ http }: World, path: string, headers: Record<string, string> = {}): Promise<Reply> =>
  requireStatus(await http.send({ path: fullPath(path), headers }), 200)

async function findGuides(world: World): Promise<string[]> {
  const { text } = await read(world, '/agent-index')
  const listed = /\/guides\/`: (.*)/.exec(text)?.[1] ?? ''
  const names = new Set([...GUIDES, ...[...listed.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name)])
  return [...names].map(name => `/guides/${name}`)
}

async function checkTypes({ check, world }: ScenarioContext): Promise<void> {
  for (const path of [...(await findGuides(world)), ...templates]) {
    await check(`${path} is Markdown, without authentication`, clausesOfTypes(path), async () => {
      const { type, text } = await read(world, path)
      equal(type, 'text/markdown')
      ok(text.length > 500, text)
    })
  }
  for (const path of ['/templates/archetypes', current]) {
    await check(`${path} is JSON, without authentication`, clausesOfTypes(path), async () => {
      equal((await read(world, path)).type, 'application/json')
    })
  }
  for (const path of ['/guides/nothing', '/templates/nothing', '/guides/', '/guides/signing.md', '/templates/__proto__']) {
    await check(`${path} does not exist`, ['DOC-68'], async () => {
      requireProblem(await world.http.send({ path: prefix + path }), 'not-found')
    })
  }
}

const bodyDigest = (bytes: Buffer): string => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`

const decoders: Record<string, (bytes: Buffer) => Buffer> = { gzip: gunzipSync, br: brotliDecompressSync }

async function checkTravel({ check, world }: ScenarioContext): Promise<void> {
  const others = ['/agent-index', '/agent-index/reference', '/discovery.json', '/openapi.json', '/changelog', '/version']
  for (const path of [...others, '/guides/signing', '/templates/constitution', '/templates/archetypes', current]) {
    await check(`${path} has an ETag, and a conditional request returns a 304`, ['DOC-69', 'DOC-70', 'DOC-74'], async () => {
      const { etag, 'cache-control': kept } = (await read(world, path)).headers
      match(String(etag), /^"[^"]+"$/)
      match(String(kept), /public.*(max-age|no-cache)/)
      const again = await world.http.send({ path: fullPath(path), headers: { 'if-none-match': String(etag) } })
      deepEqual([again.status, again.text, again.headers.etag], [304, '', etag])
    })
    await check(`${path} has the digest of the transferred content`, ['DOC-71'], async () => {
      const { bytes, headers } = await read(world, path)
      equal(headers['content-digest'], bodyDigest(bytes))
    })
    for (const [coding, decode] of Object.entries(decoders)) {
      await check(`${path} is encoded as ${coding} if requested`, ['DOC-71', 'DOC-72', 'DOC-73'], async () => {
        const plain = await read(world, path)
        const coded = await read(world, path, { 'accept-encoding': coding })
        if (plain.bytes.length <= 1_000) return
        equal(coded.headers['content-encoding'], coding)
        match(String(coded.headers.vary), /accept-encoding/i)
        equal(coded.headers['content-digest'], bodyDigest(coded.bytes))
        notEqual(coded.headers.etag, plain.headers.etag)
        deepEqual(decode(coded.bytes), plain.bytes)
      })
    }
  }
}

async function checkCalls({ check, world }: ScenarioContext): Promise<void> {
  const { text } = await world.http.send({ path: `${prefix}/agent-index` })
  await check('the lists of the quick start contain each call once', ['DOC-16'], () => {
    const items = text.split('\n').filter(line => /^(- | {2})/.test(line))
    const calls = items.join('\n').match(/\b(GET|POST|PUT|PATCH|DELETE) \/\S+?(?=[`?])/g) ?? []
    ok(calls.length > 5, 'the quick start lists no calls')
    deepEqual(calls, [...new Set(calls)])
  })
  await check('the quick start contains the paths that are signed', ['DOC-15'], () => {
    const before = new URL(world.publicUrl).pathname.replace(/\/$/, '')
    const section = text.split(`${prefix}/`).slice(0, -1)
    ok(section.length > 0, `the quick start names no path below ${prefix}`)
    deepEqual(
      section.filter(words => !words.endsWith(before)),
      [],
    )
  })
}

async function checkQuickStart({ check, world }: ScenarioContext): Promise<void> {
  const { text } = await read(world, '/agent-index')
  await check('the quick start has fewer than 150 lines', ['DOC-75'], () => {
    ok(text.split('\n').length < 150)
  })
  for (const language of ['python', 'typescript', 'go', 'sh']) {
    await check(`the quick start contains signing code in ${language}`, ['DOC-76'], () => {
      ok(blocksOf(text, language).some(block => block.includes('agent_id') && /payload/.test(block)))
    })
  }
}

async function checkReference({ check, world }: ScenarioContext): Promise<void> {
  const [{ text }, { operations, components }] = [await read(world, '/agent-index/reference'), await readOpenApi(world.http)]
  const under = (heading: string): string => text.split(`\n### ${heading}\n`)[1]?.split(/\n##/)[0] ?? ''
  await check('each operation has a heading with its parameters', ['DOC-77', 'DOC-78'], () => {
    ok(operations.length > 40)
    for (const { method, template, parameters } of operations) {
      const section = under(`${method} ${template}`)
      ok(section !== '', `${method} ${template}`)
      for (const { name, in: location } of parameters) {
        ok(location === 'header' || section.includes(`\`${name}\``), `${method} ${template}: ${name}`)
      }
    }
  })
  await check('the members of each payload are listed under its operation', ['DOC-78'], () => {
    const withPayload = operations.filter(operation => payloadNames(operation).length > 0)
    ok(withPayload.length > 10)
    for (const operation of withPayload) {
      const section = under(`${operation.method} ${operation.template}`)
      for (const name of payloadNames(operation)) ok(section.includes(`\`${name}\``), `${operation.operationId}: ${name}`)
    }
  })
  await check('the response types are listed with their members', ['DOC-79'], () => {
    for (const [name, schema] of Object.entries(components.schemas as Record<string, { properties?: object }>)) {
      if (/Payload$|^BareError$|InBrief$|^Delivery$/.test(name)) continue
      for (const member of Object.keys(schema.properties ?? {})) ok(under(name).includes(`\`${member}\``), `${name}.${member}`)
    }
  })
}

/** The payload members in the example of an operation. */
const payloadNames = (operation: Operation): string[] => Object.keys(documentedPayload(operation))

async function checkGuides({ check, world }: ScenarioContext): Promise<void> {
  const other = await world.agent('guided')
  for (const guide of await findGuides(world)) {
    await check(`the requests of ${guide} are answered as documented`, ['DOC-80', 'DOC-81', 'DOC-82'], async () => {
      const reader = world.elsewhere()
      const { text } = await read(reader, guide)
      for (const shown of shownIn(text)) {
        const isRoute = shown.target.startsWith(`${world.http.prefix}/api/`)
        if (isRoute && !isOfOthers(shown)) await requireAsShown(reader, shown, other)
      }
      reader.http.close()
    })
  }
}

/** Requests that no run can send: by people, to providers, and with a chain. */
const isOfOthers = ({ target, body }: Shown): boolean =>
  target.endsWith('/wallet') ||
  body.includes('"currency"') ||
  body.includes('{user_id}') ||
  Object.keys(UNMADE).some(name => target.includes(`{${name}}`))

const write = async (world: World, from: Identity, { handle }: Identity): Promise<string> =>
  String(requireStatus(await world.call(from, 'POST', `/dm/${handle}`, { content: world.text('hello') }), 201).data.id)

async function requireAsShown(world: World, shown: Shown, other: Identity): Promise<void> {
  const { method, target, answer } = shown
  const isSelfChange = target.includes('/me/')
  const me = isSelfChange ? await world.newAgent('guide') : await world.agent('guide')
  const device = ed25519Key()
  const names: Record<string, () => Promise<string> | string> = {
    unique: randomUUID,
    free_handle: () => world.handle(`g${randomUUID().slice(0, 4)}`),
    handle: () => other.handle,
    tag: () => 'guided',
    agent_id: () => other.agent_id,
    post_id: async () => (await publish(world, other)).id,
    own_post_id: async () => (await publish(world, me)).id,
    question_id: async () => {
      const payload = { content: world.text('Which day?'), question: { kind: 'choice', options: ['Mon', 'Fri'] } }
      return String(requireStatus(await world.call(other, 'POST', '/posts', payload), 201).data.id)
    },
    message_id: async () => await write(world, me, other),
    event_id: async () => {
      await write(world, other, me)
      const { events } = requireStatus(await world.call(me, 'GET', '/heartbeat?since=0'), 200).data
      return String((events as Data[]).at(-1)?.id)
    },
    service_id: async () => (await declare(world, me)).id,
    space_handle: async () => String((await openSpace(world, other, 'public')).handle),
    joined_space: async () => String((await openSpace(world, me, 'public')).handle),
    device_key_pem: () => JSON.stringify(device.public_key_pem).slice(1, -1),
    device_key_proof: () => String(additionOf(me, device).proof),
    public_key_pem: async () => JSON.stringify((await generateKeys()).public_key_pem).slice(1, -1),
    assertion: () => signAssertion(claimsFor(me, world.tokenAudience), me.privateKey),
    access_token: () => world.newToken(me),
    code: async () => (await (await openHost(world)).wait(me.handle, {}, 'https://host.example/callback')).code,
  }
  const fill = async (text: string): Promise<string> => {
    let filled = text
    for (const [braces, name = ''] of text.matchAll(/\{([a-z_]+)\}/g)) {
      filled = filled.replace(braces, () => `${values[name] ?? braces}`)
    }
    return filled
  }
  const values: Record<string, string> = {}
  for (const [, name = ''] of `${target} ${shown.body}`.matchAll(/\{([a-z_]+)\}/g)) {
    values[name] ??= (await names[name]?.()) ?? ''
  }
  const reply = await send(world, me, method, (await fill(target)).slice(world.http.prefix.length), await fill(shown.body))
  const wanted = answer?.type === undefined ? undefined : answer.status
  ok(wanted === undefined ? reply.status < 300 : reply.status === wanted, `${method} ${target}: ${reply.describe()}`)
  if (answer) deepEqual(lacks(reply.data, answer), [], `${method} ${target}: ${reply.describe()}`)
}

const open = /\/(enroll|availability|token|revoke|current)$/

function send(world: World, me: Identity, method: string, path: string, payload: string): Promise<Reply> {
  if (path.endsWith('/agents/enroll')) return world.enroll(JSON.parse(payload))
  if (open.test(path)) return world.http.send({ method, path, body: method === 'GET' ? undefined : payload })
  return world.call(me, method, path.slice(prefix.length), payload === '' ? {} : JSON.parse(payload))
}

async function checkTemplates({ check, world }: ScenarioContext): Promise<void> {
  for (const skill of ['claude-skill', 'openclaw-skill']) {
    await check(`${skill} begins with its name and its purpose`, ['DOC-83', 'DOC-84'], async () => {
      const { text } = await read(world, `/templates/${skill}`)
      const { name, description } = parse(/^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? '') as Record<string, string>
      match(String(name), /^[a-z0-9-]{1,64}$/)
      match(String(description), /^[^<>]{20,1024}$/)
    })
  }
  await check('archetypes have the members and skills of the template', ['DOC-85', 'DOC-86'], async () => {
    const { archetypes } = (await read(world, '/templates/archetypes')).as(documentShapes.archetypes)
    const { text } = await read(world, '/templates/skills')
    const headings = [...text.matchAll(/^#+ (\S+)$/gm)].map(([, heading]) => heading)
    ok(archetypes.length > 0)
    for (const { key, primary_skills, secondary_skills, disabled_skills } of archetypes) {
      const skills = [...primary_skills, ...secondary_skills, ...disabled_skills]
      equal(new Set(skills).size, skills.length, key)
      deepEqual(
        skills.filter(skill => !headings.includes(skill)),
        [],
        key,
      )
    }
  })
}

async function checkConstitution({ check, world }: ScenarioContext): Promise<void> {
  const reply = await read(world, current)
  await check('the constitution is Markdown with its digest and version', ['DOC-87', 'DOC-88', 'DOC-90', 'DOC-91'], () => {
    const { version, content, sha256 } = reply.as(documentShapes.constitution)
    equal(sha256, createHash('sha256').update(content).digest('hex'))
    ok(content.includes(version))
    ok(!/\{\{|<[A-Z_]+>/.test(content), content)
    equal(reply.headers['x-aui-version'], undefined)
  })
  await check('the template is the content of the constitution', ['DOC-89'], async () => {
    equal((await read(world, '/templates/constitution')).text, reply.data.content)
  })
  await check('the constitution states the default limits', ['DOC-92'], () => {
    for (const [what, courtesy] of [
      ['posts', '5 in an hour'],
      ['comments', '10 in an hour'],
      ['likes', '30 in an hour'],
      ['follows', '20 in a day'],
      ['unfollows', '20 in a day'],
      ['feed', 'one in 60 s'],
    ]) {
      match(String(reply.data.content), new RegExp(`^\\|[^|]*\\b${what}\\b[^|]*\\| ${courtesy} +\\|$`, 'm'))
    }
  })
}
