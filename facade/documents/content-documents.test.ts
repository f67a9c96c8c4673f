import test from 'ava'
import { parse } from 'yaml'
import { AGENT_STATUS } from '../../storage/agents/status-locks.ts'
import { NO_PAYMENTS } from '../../tools/core/payment-rail.ts'
import { PROBLEMS } from '../../tools/core/problems/problem.ts'
import { LIMITS } from '../../tools/core/rate-limits.ts'
import { SCOPES } from '../../tools/core/scopes.ts'
import { settingsFrom } from '../../tools/core/setting-values.ts'
import { EVENTS } from '../../tools/events.ts'
import { PUBLIC_TOOLS, TOOLS } from '../../tools/registry.ts'
import { PROMPTS } from '../mcp/features/prompts.ts'
import { describeOpenApi } from '../openapi/describe-openapi.ts'
import { createRouteFinder } from '../rest/rest-handler.ts'
import { FAMILIES, ROUTES } from '../rest/routes/index.ts'
import { contentDocuments } from './content-documents.ts'
import { describeService } from './discovery-document.ts'
import { describeReference } from './reference/reference.ts'
import { familiesOf, featurePath } from './reference/reference-paths.ts'
import { renderSkills } from './skills/skills.ts'
import { renderTemplate } from './template.ts'

const AUI = '/api/v1/aui'
const installation = { name: 'Colloquy', baseUrl: 'https://colloquy.test', audiences: [] }
const below = { ...installation, baseUrl: 'https://colloquy.test/social' }

const DOCUMENTS = new Map([
  ...contentDocuments(installation, ROUTES, LIMITS).map(
    ({ path, make }) => [path.slice(AUI.length + 1), make()] as const,
  ),
  ...renderSkills(installation).map(({ name, text }) => [`skills/${name}`, text] as const),
])
const INDEX = DOCUMENTS.get('agent-index') ?? ''
const SKILLS = DOCUMENTS.get('templates/skills') ?? ''
const MARKDOWN = [...DOCUMENTS].filter(([name]) => name !== 'templates/archetypes')

const CALL = /\b(GET|POST|PUT|PATCH|DELETE) (?:https:\/\/colloquy\.test)?(\/(?:api\/v1|errors)\/[^\s`?']+)/g

const callsIn = (text: string) =>
  [...text.matchAll(CALL)].map(([, method = '', path = '']) => ({ method, path, call: `${method} ${path}` }))

/** Paths of documents, which no tool produces. */
const MADE = [`${AUI}/agents/{identifier}/picture`, '/errors/{slug}']

test('every call that a document names is a route', t => {
  const router = createRouteFinder(ROUTES)
  const named = [...DOCUMENTS.values(), describeReference(ROUTES, TOOLS, installation, LIMITS)].flatMap(callsIn)
  t.true(named.length > 100)
  t.deepEqual(
    named.filter(({ method, path }) => !MADE.includes(path) && !router.find(method, path.replace(/[{}…]/g, 'x'))),
    [],
  )
})

test('every tool in the MCP guide is in tools/list', t => {
  const names = new Set((DOCUMENTS.get('guides/mcp') ?? '').match(/`[a-z]+_[a-z_]+`/g))
  const ofMcp = TOOLS.filter(({ name }) => names.has(`\`${name}\``))
  t.true(ofMcp.length > 50)
  t.deepEqual(
    ofMcp.filter(({ listedOnMcp }) => listedOnMcp === false).map(({ name }) => name),
    [],
  )
})

test('the lists of the quick start name each call once', t => {
  const items = INDEX.split('\n').filter(line => /^- /.test(line))
  const named = callsIn(items.join('\n')).map(({ call }) => call)
  t.true(named.length > 5)
  t.deepEqual(
    named.filter((call, index) => named.indexOf(call) !== index),
    [],
  )
})

test('the quick start names every guide and template', t => {
  const [, guides = '', templates = ''] = INDEX.split(/\/(?:guides|templates)\/`:/)
  for (const [folder, listed] of Object.entries({ guides, templates })) {
    const there = [...DOCUMENTS.keys()].filter(name => name.startsWith(`${folder}/`))
    const served = folder === 'templates' ? [...there, 'templates/constitution'] : there
    const named = [...listed.matchAll(/`([a-z-]+)`/g)].map(([, name]) => `${folder}/${name}`)
    t.deepEqual(named.sort(), served.sort())
  }
})

test('no placeholder remains, and no unknown one is possible', t => {
  for (const [name, text] of DOCUMENTS) t.notRegex(text, /\{\{[a-z]/, name)
  t.throws(() => renderTemplate('{{nothing}}', installation), { message: /which is not defined/ })
})

test('paths are written as they are signed: including the path of the base URL', t => {
  const written = contentDocuments(below, ROUTES, undefined).map(({ path, make }) => ({ path, text: make() }))
  for (const { path, text } of [...written, ...renderSkills(below).map(({ name, text }) => ({ path: name, text }))]) {
    t.notRegex(text, /(?<!\/social)\/api\/v1\//, path)
    t.notRegex(text, /\/social\/social/, path)
  }
})

/** Every name in the interface: members, inputs, values, tools, events, problems, limits. */
function vocabulary(): Set<string> {
  const known = new Set<string>([
    ...SCOPES,
    ...Object.keys(AGENT_STATUS),
    ...Object.keys(EVENTS),
    ...Object.keys(PROBLEMS),
    ...Object.keys(LIMITS),
  ])
  const visit = (value: unknown): void => {
    if (typeof value === 'string') known.add(value)
    if (typeof value !== 'object' || value === null) return
    for (const [name, member] of Object.entries(value)) {
      known.add(name)
      visit(member)
    }
  }
  visit(describeOpenApi(ROUTES, FAMILIES, installation))
  visit(
    describeService(installation, {
      settings: settingsFrom(new Map()),
      limits: LIMITS,
      nowMs: 0,
      payments: NO_PAYMENTS,
    }),
  )
  for (const { body } of Object.values(EVENTS)) for (const name of Object.keys(body.shape.data.shape)) known.add(name)
  for (const { name } of [...TOOLS, ...PUBLIC_TOOLS, ...PROMPTS]) known.add(name)
  for (const { code } of Object.values(PROBLEMS) as { code?: string }[]) if (code) known.add(code)
  return known
}

/** Names from the standards that the interface builds on. */
const OF_OTHERS = [
  'alg',
  'kid',
  'sub',
  'aud',
  'iat',
  'exp',
  'jti',
  'initialize',
  'logger',
  'data',
  'session',
  'structuredContent',
  'a',
  'z',
  'r',
  't',
  'isError',
  'warning',
  ...['find_tool', 'use_tool'],
  'instructions',
  ...['keyid', 'content-digest', 'created', 'expires', 'web-bot-auth'],
  'true',
  'null',
  'ensure_ascii',
  'content',
  'origin',
  'restart',
  'cmd',
  'npx',
  'retry',
  'stream.closed',
  'capabilities',
  ...['WORKING', 'INPUT_REQUIRED', 'REJECTED'].map(state => `TASK_STATE_${state}`),
]

const NAME = /^[a-z]+(?:[_.-][a-z0-9]+)*$|^[A-Z]+(?:_[A-Z]+)+$/
const FILE = /\.(pem|json|yaml|sh|id)$|^cursor$/

test('every name in a document exists in the interface', t => {
  const known = vocabulary()
  const pages = [...DOCUMENTS.keys(), ...familiesOf(ROUTES).map(featurePath)].map(name => name.split('/').at(-1) ?? '')
  for (const [name, text] of MARKDOWN) {
    const prose = text.replace(/^```[\s\S]*?^```$/gm, '')
    const named = [...prose.matchAll(/`([^`\n]+)`/g)].flatMap(([, word = '']) =>
      NAME.test(word) && !FILE.test(word) ? [word] : [],
    )
    t.deepEqual(
      [...new Set(named)].filter(word => !known.has(word) && !OF_OTHERS.includes(word) && !pages.includes(word)),
      [],
      name,
    )
  }
})

const frontMatterOf = (name: string) => parse(/^---\n([\s\S]*?)\n---\n/.exec(DOCUMENTS.get(name) ?? '')?.[1] ?? '')

test('skills begin with the metadata that hosts read', t => {
  for (const name of ['templates/claude-skill', 'templates/openclaw-skill']) {
    const { name: skill, description } = frontMatterOf(name)
    t.regex(skill, /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/)
    t.true(description.length > 20 && description.length <= 1024)
    t.notRegex(description, /[<>]/)
  }
  t.deepEqual(frontMatterOf('templates/openclaw-skill').metadata.openclaw.requires.bins, ['curl', 'openssl'])
  const odd = contentDocuments({ ...installation, name: '"Ünïcode": -' }, ROUTES, undefined)
  const skill = odd.find(({ path }) => path.endsWith('/claude-skill'))?.make() ?? ''
  t.is(parse(/^---\n([\s\S]*?)\n---\n/.exec(skill)?.[1] ?? '').name, 'n-code')
})

test('archetypes have all their members, and existing skills', t => {
  const { archetypes } = JSON.parse(DOCUMENTS.get('templates/archetypes') ?? '') as {
    archetypes: Record<string, string | string[]>[]
  }
  const there = [...SKILLS.matchAll(/^### (\w+)$/gm)].map(([, skill]) => skill)
  const words = ['key', 'name', 'personality', 'content_voice', 'social_style', 'motivation']
  const lists = ['primary_skills', 'secondary_skills', 'disabled_skills']
  t.true(archetypes.length > 3)
  t.is(new Set(archetypes.map(({ key }) => key)).size, archetypes.length)
  for (const archetype of archetypes) {
    t.deepEqual(Object.keys(archetype), [...words, ...lists])
    for (const word of words) t.is(typeof archetype[word], 'string')
    const skills = lists.flatMap(list => archetype[list]!)
    t.is(new Set(skills).size, skills.length)
    for (const skill of skills) t.true(there.includes(skill), skill)
  }
})
