import { equal, match, ok } from 'node:assert/strict'
import { z } from 'zod'
import { problemShape, requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import { carry, envelopeFor, prefix } from '../../clients/rest.ts'
import { signedText } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'

export const httpAddresses = defineScenario('http: addresses and values', async context => {
  await checkBase(context)
  await checkPaths(context)
  await checkSlashes(context)
  await checkNames(context)
  await checkQueries(context)
  await checkUndecodable(context)
  await checkValues(context)
  await checkTexts(context)
})

const discovery = z.looseObject({ base_url: z.string(), urls: z.record(z.string(), z.string()) })

async function checkBase({ check, world }: ScenarioContext): Promise<void> {
  const { base_url, urls } = (await world.http.send({ path: `${prefix}/discovery.json` })).as(discovery)
  await check('base_url is an absolute URL without a query or trailing slash, and works', ['HTTP-1', 'DOC-19'], async () => {
    const { protocol, search, hash } = new URL(base_url)
    ok(['http:', 'https:'].includes(protocol))
    equal(search + hash, '')
    ok(!base_url.endsWith('/') && !base_url.includes('?'), base_url)
    equal(new URL(base_url).pathname.replace(/\/$/, ''), world.http.prefix)
  })
  await check('the routes of version 1 are below the prefix', ['HTTP-2'], async () => {
    for (const [name, path] of [
      ['version', '/version'],
      ['enroll', '/agents/enroll'],
      ['token', '/auth/token'],
      ['ping', '/ping'],
      ['openapi', '/openapi.yaml'],
    ] as const) {
      equal(urls[name], `${base_url}${prefix}${path}`)
    }
  })
}

async function checkSlashes({ check, world }: ScenarioContext): Promise<void> {
  for (const [method, path, bare] of [
    ['POST', `${prefix}/ping/`, `${prefix}/ping`],
    ['GET', `${prefix}/feed/?limit=1`, `${prefix}/feed`],
    ['DELETE', `${prefix}/posts/1/`, `${prefix}/posts/{post_id}`],
    ['POST', '/mcp/', '/mcp'],
    ['POST', '/mcp/readonly/', '/mcp/readonly'],
  ] as const) {
    await check(`${method} ${path} is refused with the intended path`, ['HTTP-66', 'HTTP-4'], async () => {
      const reply = await world.http.send({ method, path, ...(method === 'POST' ? { body: '{}' } : {}) })
      const { hint } = requireProblem(reply, 'not-found')
      ok(String(hint).endsWith(` ${bare}`), String(hint))
    })
  }
  for (const path of ['/protocol/', '/errors/not-found/', '/errors/not-found/?a=b']) {
    await check(`${path} leads to the page`, ['HTTP-67'], async () => {
      const { headers } = requireStatus(await world.http.send({ path, headers: { accept: 'text/html' } }), 308)
      const target = new URL(String(headers.location), `http://server.example${path}`)
      equal(`${target.pathname}${target.search}`, path.replace(/\/(?=\?|$)/, ''))
    })
  }
}

async function checkPaths({ check, world }: ScenarioContext): Promise<void> {
  for (const path of ['/api/v1/aui/Version', '/api/v1/AUI/version', '/api/v1/aui/version/', '/api/v1/aui//version']) {
    await check(`${path} is another path`, ['HTTP-3', 'HTTP-4'], async () => {
      requireProblem(await world.http.send({ path }), 'not-found')
    })
  }
  for (const [method, path] of [
    ['POST', '/ping/'],
    ['POST', '/Ping'],
    ['POST', '/agents/enroll/'],
    ['POST', '/auth/token/'],
  ] as const) {
    await check(`${method} ${path} is another path`, ['HTTP-3', 'HTTP-4'], async () => {
      requireProblem(await world.http.send({ method, path: prefix + path, body: '{}' }), 'not-found')
    })
  }
}

async function checkNames({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')]
  await check('a handle and an id in a path are found whatever their case', ['HTTP-5', 'HTTP-7', 'HTTP-10'], async () => {
    for (const name of [bob.handle.toUpperCase(), bob.agent_id.toUpperCase(), bob.handle]) {
      equal(requireStatus(await world.call(ann, 'GET', `/agents/${name}`), 200).data.id, bob.agent_id)
    }
  })
  await check('a leading @ of a handle in a path is ignored', ['HTTP-55'], async () => {
    for (const name of [`@${bob.handle}`, `%40${bob.handle.toUpperCase()}`]) {
      equal(requireStatus(await world.call(ann, 'GET', `/agents/${name}`), 200).data.id, bob.agent_id)
      requireStatus(await world.call(ann, 'GET', `/agents/${name}/followers`), 200)
      requireStatus(await world.http.send({ path: `/api/v1/agents/${name}/services` }), 200)
    }
  })
  await check('a path parameter takes precedence over a member of the same name', ['HTTP-8'], async () => {
    const write = async () => requireStatus(await world.call(ann, 'POST', '/posts', { content: world.text('named') }), 201).data
    const [one, two] = [await write(), await write()]
    const comment = await world.call(ann, 'POST', `/posts/${one.id}/comments`, { content: 'here', post_id: two.id })
    equal(requireStatus(comment, 201).data.post_id, one.id)
    const payload = { identifier: ann.handle, handle: ann.handle, agent_id: ann.agent_id }
    requireStatus(await world.call(ann, 'POST', `/agents/${bob.handle}/follow`, payload), 200)
  })
}

async function checkQueries({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  await check('unknown parameters of the query are ignored', ['HTTP-18'], async () => {
    for (const query of ['nothing=1', 'constructor=x', '__proto__=x', 'a[b]=1&a[b]=2', '=']) {
      requireStatus(await world.http.send({ path: `${prefix}/changelog?${query}` }), 200)
      requireStatus(await world.call(ann, 'GET', `/posts/mine?${query}`), 200)
    }
  })
  for (const value of ['true', 'false']) {
    await check(`${value} is a boolean in the query`, ['HTTP-20'], async () => {
      requireStatus(await world.call(ann, 'GET', `/posts/mentions?peek=${value}`), 200)
    })
  }
  for (const value of ['', '1', 'yes', 'TRUE', 'null']) {
    await check(`"${value}" is not a boolean in the query`, ['HTTP-20', 'PROB-18'], async () => {
      requireInvalid(await world.call(ann, 'GET', `/posts/mentions?peek=${value}`), '/peek')
    })
  }
}

async function checkUndecodable({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const open = ['/agents/%ff/picture', '/agents/%zz/picture', '/handles/%c0%af/availability', '/changelog?limit=%zz']
  for (const path of [...open, '/changelog?since=%ff', '/%']) {
    await check(`${path} is refused without a server error`, ['HTTP-21'], async () => {
      const { status } = await world.http.send({ path: prefix + path })
      ok(status >= 400 && status <= 422, String(status))
    })
  }
  for (const path of ['/agents/%ff', '/agents/%zz', '/posts/%', '/posts/mine?limit=%zz', '/posts/mine?limit=%ff']) {
    await check(`${path}, signed, is refused without a server error`, ['HTTP-21'], async () => {
      const text = signedText(envelopeFor(world.http, ann, 'GET', path), ann.privateKey)
      const { status } = await world.http.send(carry('GET', path, text))
      ok(status >= 400 && status <= 422, String(status))
    })
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function checkValues({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  await check('ids in responses are in lower case, however they were requested', ['HTTP-9', 'HTTP-10'], async () => {
    const post = requireStatus(await world.call(ann, 'POST', '/posts', { content: world.text('cased') }), 201).data
    const upper = String(post.id).toUpperCase()
    const read = requireStatus(await world.call(ann, 'GET', `/posts/${upper}`), 200).data
    const made = requireStatus(await world.call(ann, 'POST', `/posts/${upper}/comments`, { content: 'cased' }), 201).data
    const missing = requireProblem(await world.call(ann, 'GET', `/agents/${world.handle('nobody')}`), 'not-found')
    equal(read.id, post.id)
    equal(made.post_id, post.id)
    for (const id of [post.id, post.agent_id, made.id, made.agent_id, missing.request_id]) match(String(id), uuid)
  })
  await check('empty members are present, with null', ['HTTP-12'], async () => {
    const post = requireStatus(await world.call(ann, 'POST', '/posts', { content: world.text('bare') }), 201).data
    const comment = requireStatus(await world.call(ann, 'POST', `/posts/${post.id}/comments`, { content: 'x' }), 201).data
    const { data: profile } = await world.call(ann, 'GET', '/agents/me')
    const { data: version } = await world.http.send({ path: `${prefix}/version` })
    const rows: [Data, string[]][] = [
      [post, ['companion_message', 'space_id', 'agent_profile_picture_svg', 'agent_picture', 'your_reaction']],
      [comment, ['parent_comment_id', 'author_label', 'updated_at', 'your_reaction']],
      [profile, ['bio', 'owner_id', 'primary_language', 'profile_picture_svg']],
      [version, ['deprecated_at', 'sunset_at', 'migration_guide_url']],
    ]
    for (const [body, names] of rows) for (const name of names) equal(body[name], null, name)
  })
}

/** Internal details that a failing server might reveal. */
const insides = /\bat [\w.<>]+ \(|node_modules|\/\w+\.[cm]?[jt]s\b|postgres|sqlstate|relation "|ECONN|undefined|\[object/i

async function checkTexts({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const bob = await world.agent('bob')
  await check('title, detail and hint contain no text of the request or of others', ['PROB-9'], async () => {
    const secret = 'zq7sentinel'
    const { id } = requireStatus(await world.call(bob, 'POST', '/posts', { content: world.text(secret) }), 201).data
    const replies = [
      await world.http.send({ path: `${prefix}/${secret}` }),
      await world.http.send({ method: secret.toUpperCase(), path: `${prefix}/version` }),
      await world.http.send({ path: `${prefix}/changelog?limit=${secret}&since=${secret}&cursor=${secret}` }),
      await world.enroll({ handle: `-${secret}`, name: secret, public_key_pem: secret, visibility: secret }),
      await world.enroll({ handle: bob.handle, name: secret, public_key_pem: ann.public_key_pem }),
      await world.call(ann, 'GET', `/agents/${secret}-none`),
      await world.call(ann, 'GET', `/posts/mine?cursor=${secret}`),
      await world.call(ann, 'DELETE', `/posts/${id}`, { reason: secret }),
      await world.call(ann, 'POST', '/posts', { content: secret, content_type: secret }),
      await world.call(ann, 'POST', '/posts', { content: `<${secret}`, content_type: 'image/svg+xml' }),
      await world.call(ann, 'POST', '/social/react', { post_id: id, reaction_type: secret }),
      await world.http.send({ path: `${prefix}/agents/me`, headers: { authorization: `Bearer ${secret}` } }),
    ]
    for (const reply of replies) {
      const { title, detail, hint } = reply.as(problemShape)
      const words = [title, detail, hint].join(' ')
      ok(!words.toLowerCase().includes(secret) && !words.includes(bob.handle), reply.describe())
      ok(!insides.test([title, detail, hint ?? ''].join(' ')), reply.describe())
    }
  })
}
