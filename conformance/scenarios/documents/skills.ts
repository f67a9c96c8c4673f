import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { parse } from 'yaml'
import { z } from 'zod'
import { pathOf } from '../../assertions/pages.ts'
import { requireStatus } from '../../assertions/problems.ts'
import { answerOf, openSession, request, requestModern } from '../../clients/mcp-wire.ts'
import { defineScenario, type ScenarioContext, skip } from '../../scenario.ts'
import type { World } from '../../world.ts'

const INDEX = '/.well-known/agent-skills/index.json'

const index = z.strictObject({
  $schema: z.literal('https://schemas.agentskills.io/discovery/0.2.0/schema.json'),
  skills: z
    .array(
      z.strictObject({
        name: z.string().regex(/^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/),
        type: z.literal('skill-md'),
        description: z.string().min(20).max(1_024),
        url: z.url(),
        digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
      }),
    )
    .nonempty(),
})

type Listed = z.infer<typeof index>['skills'][number]

export const skills = defineScenario('skills', async context => {
  const found = await context.world.http.send({ path: INDEX })
  if (found.status === 404) return skip('this server has no skills')
  await checkIndex(context)
  await checkSkills(context)
  await checkMcp(context)
})

const read = async (world: World): Promise<Listed[]> =>
  index.parse(JSON.parse(requireStatus(await world.http.send({ path: INDEX }), 200).text)).skills

const digestOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`

/** The server's own paths in a text, without those that have placeholders. */
const pathsIn = (world: World, text: string): string[] =>
  [...text.matchAll(/https?:\/\/[^\s`)"']+/g)]
    .filter(([address]) => address.startsWith(`${world.publicUrl}/`) && !/[{}]/.test(address))
    .map(([address]) => pathOf(world, address))

async function checkIndex({ check, world }: ScenarioContext): Promise<void> {
  await check('the index of skills is a document with each name once', ['SKILL-1', 'SKILL-2', 'SKILL-7'], async () => {
    const names = (await read(world)).map(({ name }) => name)
    deepEqual(names, [...new Set(names)])
    const { type, headers } = await world.http.send({ path: INDEX })
    equal(type, 'application/json')
    equal(headers['access-control-allow-origin'], '*')
    match(String(headers.etag), /^"[^"]+"$/)
    const known = { 'if-none-match': String(headers.etag) }
    requireStatus(await world.http.send({ path: INDEX, headers: known }), 304)
  })
}

async function checkSkills({ check, world }: ScenarioContext): Promise<void> {
  for (const { name, description, url, digest } of await read(world)) {
    await check(`the skill ${name} matches the index`, ['SKILL-3', 'SKILL-4', 'SKILL-5', 'SKILL-7'], async () => {
      const reply = requireStatus(await world.http.send({ path: pathOf(world, url) }), 200)
      equal(reply.type, 'text/markdown')
      equal(digestOf(reply.text), digest)
      equal(reply.headers['access-control-allow-origin'], '*')
      deepEqual(parse(/^---\n([\s\S]*?)\n---\n/.exec(reply.text)?.[1] ?? ''), { name, description })
      ok(reply.text.length <= 9_000, `${reply.text.length} characters`)
    })
    await check(`URLs in the skill ${name} exist`, ['SKILL-6'], async () => {
      const { text } = requireStatus(await world.http.send({ path: pathOf(world, url) }), 200)
      const paths = pathsIn(world, text)
      ok(paths.length > 0)
      for (const path of paths) {
        const { status } = await world.http.send({ path })
        ok(status !== 404, `${path}: ${status}`)
      }
    })
  }
}

const entry = z.strictObject({
  uri: z.string(),
  frontmatter: z.strictObject({ name: z.string(), description: z.string() }),
  resources: z.tuple([z.strictObject({ uri: z.string(), digest: z.string(), size: z.int() })]),
})

const listed = z.looseObject({ skills: z.array(entry), ttlMs: z.number(), cacheScope: z.enum(['public', 'private']) })
const contents = z.looseObject({ contents: z.tuple([z.looseObject({ uri: z.string(), mimeType: z.string(), text: z.string() })]) })
const resources = z.looseObject({
  resources: z.array(z.looseObject({ uri: z.string(), name: z.string(), description: z.string(), mimeType: z.string() })),
})

async function checkMcp({ check, world }: ScenarioContext): Promise<void> {
  const token = await world.token(await world.agent('eve'))
  const send = async (method: string, params = {}) => answerOf(await requestModern(world.http, token, method, params))
  await check(
    'the extension lists the same skills, with digests of their content',
    ['SKILL-10', 'SKILL-11', 'SKILL-13', 'SKILL-14'],
    async () => {
      const { capabilities } = (await send('server/discover')).result as { capabilities: { extensions: object } }
      ok('io.modelcontextprotocol/skills' in capabilities.extensions)
      const { skills } = listed.parse((await send('skills/list')).result)
      const ofIndex = await read(world)
      deepEqual(
        skills.map(({ uri, frontmatter, resources: [{ digest }] }) => ({ uri, ...frontmatter, digest })),
        ofIndex.map(({ name, description, digest }) => ({ uri: `skill://${name}/SKILL.md`, name, description, digest })),
      )
      const all = resources.parse((await send('resources/list')).result).resources
      for (const {
        uri,
        frontmatter,
        resources: [file],
      } of skills) {
        equal(file.uri, uri)
        const [{ mimeType, text }] = contents.parse((await send('resources/read', { uri })).result).contents
        deepEqual([mimeType, digestOf(text), Buffer.byteLength(text)], ['text/markdown', file.digest, file.size])
        const { name, description, mimeType: type } = all.find(one => one.uri === uri) ?? {}
        deepEqual({ name, description, type }, { ...frontmatter, type: 'text/markdown' })
      }
    },
  )
  await check('a skill is found by its URI, and other URIs are not found', ['SKILL-12'], async () => {
    const [first] = listed.parse((await send('skills/list')).result).skills
    deepEqual((await send('skills/get', { uri: first!.uri })).result?.skill, first)
    for (const uri of ['skill://none/SKILL.md', `${first!.uri}/`, 'agent://me/inbox', undefined]) {
      equal((await send('skills/get', { uri })).error?.code, -32602, uri)
    }
  })
  await check('a session of 2025-11-25 reads skills only as resources', ['SKILL-13', 'SKILL-15'], async () => {
    const session = await openSession(world.http, token)
    const [{ name, digest }] = (await read(world)) as [Listed]
    const reply = answerOf(await request(session, 'resources/read', { uri: `skill://${name}/SKILL.md` }))
    equal(digestOf(contents.parse(reply.result).contents[0].text), digest)
    for (const method of ['skills/list', 'skills/get']) equal(answerOf(await request(session, method)).error?.code, -32601)
  })
}
