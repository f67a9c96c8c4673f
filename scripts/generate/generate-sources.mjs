// Generates sources from other sources, as pairs of a file and its content: registries of what the feature folders
// declare, copies for the bridge, and computed tables. The build writes them; they are not in git.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { camelCase, declared, declaredPlainly, read, root, routed, Unfit } from './declared-tables.mjs'

const from = pattern => `// Written by \`npm run build\` from ${pattern}.\n`

/** The entries of a table, with a comment that names the files where they are declared. */
const rows = entries =>
  entries
    .map(({ key, value, file }, index) => {
      const origin = entries[index - 1]?.file === file ? '' : `// ${file}\n`
      return `${origin}${JSON.stringify(key)}: ${JSON.stringify(value)},\n`
    })
    .join('')

/** A table of the core: its keys are a closed type, and the core must not import a feature. */
async function copied(name, constant, type, place, order = entries => entries) {
  const entries = order(await declaredPlainly(name, constant))
  return [
    `tools/core/generated/${name}.ts`,
    `${from(`tools/*/${name}.ts`)}import type { ${type} } from '${place}'

export const ${constant} = {
${rows(entries)}} as const satisfies Record<string, ${type}>
`,
  ]
}

const byStatus = problems => problems.toSorted((a, b) => a.value.status - b.value.status)

const tables = () =>
  Promise.all([
    copied('problems', 'PROBLEMS', 'ProblemKind', '../schema/problem-kind.ts', byStatus),
    copied('limits', 'LIMITS', 'RateLimit', '../schema/rate-limit.ts'),
    copied('settings', 'SETTINGS', 'SettingKind', '../schema/setting-kind.ts'),
  ])

async function events() {
  const entries = await declared('events', 'EVENTS')
  const families = [...new Set(entries.map(({ owner }) => owner))]
  return [
    [
      'tools/core/generated/event-types.ts',
      `${from('tools/*/events.ts')}export const EVENT_TYPES = [${entries.map(({ key }) => `'${key}',\n`).join('')}] as const

export type EventType = (typeof EVENT_TYPES)[number]
`,
    ],
    [
      'tools/events.ts',
      `${from('tools/*/events.ts')}import type { EventCatalogue } from './core/define-event.ts'
${families.map(family => `import { EVENTS as ${camelCase(family)} } from './${family}/events.ts'\n`).join('')}
/** Every event that agents receive, by its type. */
export const EVENTS = {
${families.map(family => `...${camelCase(family)},\n`).join('')}} as const satisfies EventCatalogue
`,
    ],
  ]
}

const sources = ends =>
  readdirSync(path.join(root, 'tools'), { recursive: true })
    .filter(file => ends.test(file))
    .sort()

function jobs() {
  const found = sources(/\.job\.ts$/).map(file => {
    const [, constant, type] = /^export const (\w+): (Job|readonly Job\[\]) = /m.exec(read(`tools/${file}`)) ?? []
    if (!constant) throw new Unfit(`tools/${file}: has no line "export const ...: Job = "`)
    return { file, constant, spread: type === 'Job' ? '' : '...' }
  })
  return [
    'tools/jobs.ts',
    `${from('tools/*/*.job.ts')}import type { Job } from './core/jobs/job-runner.ts'
${found.map(({ file, constant }) => `import { ${constant} } from './${file}'\n`).join('')}
export const JOBS: readonly Job[] = [
${found.map(({ spread, constant }) => `${spread}${constant},\n`).join('')}]
`,
  ]
}

function registries() {
  const tools = sources(/(?<!\.(test|testing|job))\.ts$/).flatMap(file => {
    const found =
      /^export const (\w+) = define(Public|Page|Operator|Person|Session|Visitor)?(?:Tool|Query)\(\{\n {2}name: '(\w+)'/m.exec(
        read(`tools/${file}`),
      )
    return found ? [{ file, constant: found[1], audience: found[2] ?? 'Agent', name: found[3] }] : []
  })
  for (const { file, name, constant } of tools) {
    const other = tools.find(tool => tool.name === name && tool.file !== file)
    if (other) throw new Unfit(`${name} stands in tools/${other.file} and again in tools/${file}`)
    const kebab = name.replaceAll('_', '-')
    if (path.basename(file) !== `${kebab}.ts` || constant !== camelCase(name)) {
      throw new Unfit(`tools/${file}: the tool ${name} stands in ${kebab}.ts as ${camelCase(name)}`)
    }
  }
  const ofAudience = kinds => tools.filter(({ audience }) => kinds.includes(audience))
  const listOf = (name, type, ...kinds) =>
    `export const ${name}: readonly ${type}[] = [\n${ofAudience(kinds)
      .map(({ constant }) => `${constant},\n`)
      .join('')}]\n`
  const head = (types, kinds) =>
    `${from('the file tree')}import type { ${types} } from './core/define-tool.ts'
${tools
  .filter(({ audience }) => kinds.includes(audience))
  .map(({ file, constant }) => `import { ${constant} } from './${file}'\n`)
  .join('')}
`
  return [
    [
      'tools/registry.ts',
      `${head('PublicTool, Tool', ['Agent', 'Public'])}${listOf('TOOLS', 'Tool', 'Agent')}
${listOf('PUBLIC_TOOLS', 'PublicTool', 'Public')}`,
    ],
    [
      'tools/public-page-registry.ts',
      `${head('PageQuery', ['Page'])}${listOf('PUBLIC_PAGE_QUERIES', 'PageQuery', 'Page')}`,
    ],
    [
      'tools/operator-registry.ts',
      `${head('OperatorTool', ['Operator', 'Person'])}${listOf('OPERATOR_TOOLS', 'OperatorTool', 'Operator', 'Person')}`,
    ],
    [
      'tools/people-registry.ts',
      `${head('SessionTool, VisitorTool', ['Session', 'Visitor'])}${listOf('SESSION_TOOLS', 'SessionTool', 'Session')}
${listOf('VISITOR_TOOLS', 'VisitorTool', 'Visitor')}`,
    ],
  ]
}

function routes() {
  const families = routed()
  return [
    'facade/rest/routes/index.ts',
    `${from('facade/rest/routes/**/*.ts')}import { describeParts, joinRouteGroups, type Route } from '../route.ts'
${families.map(({ place, constant }) => `import { ${constant} } from './${place}'\n`).join('')}
const PARTS = {
${families.map(({ constant }) => `${constant},\n`).join('')}}

/** Every REST route, in the order of the documentation. Paths are below \`/api/v1/aui\`. */
export const ROUTES: readonly Route[] = joinRouteGroups(PARTS)

/** The description of each family of routes. */
export const FAMILIES = describeParts(PARTS)
`,
  ]
}

function scenarios() {
  const folder = 'conformance/scenarios'
  const found = readdirSync(path.join(root, folder), { recursive: true })
    .filter(file => file.endsWith('.ts'))
    .sort()
    .flatMap(file => {
      const [, constant] = /^export const (\w+) = defineScenario\(/m.exec(read(`${folder}/${file}`)) ?? []
      if (constant && constant !== camelCase(path.basename(file, '.ts')))
        throw new Unfit(`${folder}/${file}: its scenario is named as the file`)
      return constant ? [{ file, constant }] : []
    })
  return [
    [
      `${folder}/index.ts`,
      `${from(`${folder}/*/*.ts`)}import type { Scenario } from '../scenario.ts'
${found.map(({ file, constant }) => `import { ${constant} } from './${file}'\n`).join('')}import { inOrder } from './order.ts'

export const scenarios: Scenario[] = inOrder({
${found.map(({ constant }) => `${constant},\n`).join('')}})
`,
    ],
  ]
}

const familiesIn = folder =>
  readdirSync(path.join(root, folder))
    .filter(file => file.endsWith('.ts') && file !== 'index.ts')
    .map(file => path.basename(file, '.ts'))
    .sort()

const importsOf = families => families.map(family => `import { ${camelCase(family)} } from './${family}.ts'\n`).join('')

function conformanceFamilies() {
  const folder = 'conformance/resources'
  const families = familiesIn(folder)
  const each = member => families.map(family => `...${camelCase(family)}.${member},\n`).join('')
  return [
    [
      `${folder}/index.ts`,
      `${from(`${folder}/*.ts`)}import type { Refusal } from '../resource.ts'
${importsOf(families)}
export const REFUSALS = {
${each('refusals')}} satisfies Record<string, Refusal>

export const DELETABLES = [
${each('deletable')}]

export const UNMADE: Readonly<Record<string, unknown>> = {
${each('unmade')}}

export const VALUES = [
${each('values')}]
`,
    ],
  ]
}

function testedFamilies() {
  const folder = 'testing/features'
  const families = familiesIn(folder)
  return [
    [
      `${folder}/index.ts`,
      `${from(`${folder}/*.ts`)}import type { FeatureCoverage } from '../feature-coverage.ts'
${importsOf(families)}
export const FAMILIES: readonly FeatureCoverage[] = [
${families.map(family => `${camelCase(family)},\n`).join('')}]
`,
    ],
  ]
}

/** Modules of the server and of the TypeScript client that the bridge needs and cannot import. */
const COPIES = [
  ...['encoding', 'record/transparency-log', 'record/check-proof', 'record/verify'].map(name => ({
    ...{ source: `clients/typescript/src/${name}.ts`, target: `clients/bridge/${name}.ts` },
  })),
  { source: 'push/message-signature.ts', target: 'clients/bridge/provider/message-signature.ts' },
  {
    ...{ source: 'push/broker/signature.ts', target: 'clients/bridge/provider/signature.ts' },
    imported: '../message-signature.ts',
    instead: './message-signature.ts',
  },
  { source: 'tools/endpoints/card/card-shape.ts', target: 'clients/bridge/provider/card-shape.ts' },
  {
    ...{ source: 'tools/endpoints/card/canonical-forms.ts', target: 'clients/bridge/provider/card-forms.ts' },
    imported: "import canonicalize from 'canonicalize'",
    instead: "import { canonicalJson as canonicalize } from '../canonical-json.ts'",
  },
]

const copies = () =>
  COPIES.map(({ source, target, imported = '', instead = '' }) => [
    target,
    `${from(source)}${read(source).replace(imported, instead)}`,
  ])

const joined = async () => [
  ...(await events()),
  jobs(),
  ...registries(),
  routes(),
  ...scenarios(),
  ...conformanceFamilies(),
  ...testedFamilies(),
  ...copies(),
]

/** Test vectors computed with Node's own cryptography, independent of our code. */
const vectors = () => [
  'conformance/vectors/node.json',
  execFileSync(process.execPath, [path.join(root, 'conformance/vectors/make.mjs')], { maxBuffer: 2 ** 26 }),
]

const STAMP = path.join(root, 'tools/core/generated/.made-from')
const INPUTS = [
  ...['tools', 'facade/rest/routes', 'conformance/resources', 'conformance/scenarios', 'conformance/vectors'],
  ...['testing/features', 'scripts/generate'],
]

/** The input files, each with its time of modification. */
function inputsBeside(made) {
  const files = INPUTS.flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true }).map(name => `${folder}/${name.replaceAll('\\', '/')}`),
  )
  const lines = [...new Set([...files, ...COPIES.map(({ source }) => source)])]
    .filter(file => /\.\w+$/.test(file) && !made.includes(file) && !file.endsWith(path.basename(STAMP)))
    .map(file => `${file} ${statSync(path.join(root, file)).mtimeMs}`)
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex')
}

function write([file, content]) {
  const target = path.join(root, file)
  mkdirSync(path.dirname(target), { recursive: true })
  if (!existsSync(target) || read(file) !== String(content)) writeFileSync(target, content)
  return file
}

/**
 * Writes the files that are missing or outdated; reads nothing if no input changed. If sources cannot be merged, the
 * process ends with a message that names the file.
 */
export async function writeSources() {
  const [former, ...made] = existsSync(STAMP) ? readFileSync(STAMP, 'utf8').split('\n') : ['']
  if (former === inputsBeside(made) && made.every(file => existsSync(path.join(root, file)))) return
  try {
    // Events import modules that import the tables.
    const written = [...(await tables()).map(write)]
    written.push(...[...(await joined()), vectors()].map(write))
    writeFileSync(STAMP, [inputsBeside(written), ...written].join('\n'))
  } catch (error) {
    if (!(error instanceof Unfit)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
