// Finds names that an engineer who is new to the code would not search for: words of vocabulary.json in file names,
// exported names and local names, exported names with several definitions, file names used more than twice, and
// subjects of commits that are not on the main branch.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from '@swc/core'

const root = path.join(import.meta.dirname, '../..')
const { words, locals, exempt, registries, conventional } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'vocabulary.json'), 'utf8'),
)
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 })
const files = git('ls-files', '--cached', '--others', '--exclude-standard')
  .trim()
  .split('\n')
  .filter(file => existsSync(path.join(root, file)) && !exempt.some(prefix => file.startsWith(prefix)))
const faults = []

/** The words of a name: `isUnreadNow`, `is_unread_now`, `is-unread-now`. */
const partsOf = name =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(part => part !== '')
const instead = new Map(words.flatMap(({ avoid, write }) => avoid.map(word => [word, write])))
const check = (name, file) => {
  const parts = partsOf(name)
  for (const [index, part] of parts.entries()) {
    const write = instead.get(part) ?? instead.get(`${part}-${parts[index + 1]}`)
    if (write) faults.push(`${file}: "${part}" in ${name}: write ${write}`)
  }
}

for (const file of files) for (const part of file.split('/')) check(part.replace(/\.\w+$/, ''), file)

// In prose, only words with a single meaning: comments and documents.
const prose = words.filter(({ inProse }) => inProse)
for (const file of files.filter(file => /\.(tsx?|md|sql|mjs)$/.test(file) && !/vocabulary/.test(file))) {
  const text = readFileSync(path.join(root, file), 'utf8')
  for (const { avoid, write } of prose) {
    const found = new RegExp(`\\b(${avoid.join('|')})\\b`, 'i').exec(text)?.[0]
    if (found) faults.push(`${file}: "${found}": write ${write}`)
  }
}

const isProduct = file => /^(cache|concurrency|facade|push|server|storage|tools)\//.test(file)
const isModule = file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file)
const definitions = new Map()

const parse = file =>
  parseSync(readFileSync(path.join(root, file), 'utf8'), { syntax: 'typescript', tsx: file.endsWith('x') })

/** Variables, parameters, functions and types that a module declares anywhere; not members, which may be wire names. */
function* declaredIn(node) {
  if (typeof node !== 'object' || node === null) return
  for (const candidate of [node.id, node.identifier, node.pat, ...(Array.isArray(node.params) ? node.params : [])]) {
    if (candidate?.type === 'Identifier') yield candidate.value
  }
  for (const child of Object.values(node)) yield* declaredIn(child)
}

/** Names that a module declares and exports, without duplicates for overloads. */
function exportsOf({ body }) {
  const declared = body.flatMap(({ type, declaration }) => (type === 'ExportDeclaration' ? [declaration] : []))
  const names = declared.flatMap(({ declarations, identifier, id }) =>
    declarations ? declarations.map(declarator => declarator.id.value) : [(identifier ?? id)?.value],
  )
  return new Set(names.filter(name => name !== undefined))
}

for (const file of files.filter(file => isModule(file))) {
  const module = parse(file)
  if (isProduct(file) && !locals.exempt.some(prefix => file.startsWith(prefix))) {
    for (const name of new Set(declaredIn(module)))
      if (locals.avoid.includes(name.toLowerCase())) faults.push(`${file}: local name ${name}: name its content`)
  }
  for (const name of exportsOf(module)) {
    check(name, file)
    if (!isProduct(file) || registries.includes(name) || file.startsWith('facade/rest/routes/')) continue
    definitions.set(name, [...(definitions.get(name) ?? []), file])
  }
}
for (const [name, locations] of definitions) {
  if (locations.length > 1) faults.push(`${name} is exported by ${locations.join(' and ')}: one name, one meaning`)
}

const features = new Set(files.flatMap(file => /^tools\/([^/]+)\//.exec(file)?.[1] ?? []))
const basenames = new Map()
for (const file of files.filter(file => isProduct(file) && /\.(tsx?|mjs)$/.test(file))) {
  const base = path.basename(file)
  const stem = base.replace(/\..*$/, '')
  if (conventional.includes(base) || features.has(stem)) continue
  basenames.set(base, [...(basenames.get(base) ?? []), file])
}
for (const [base, locations] of basenames) {
  if (locations.length > 2) faults.push(`${base} is used ${locations.length} times: ${locations.join(', ')}`)
}

const SUBJECT = /^(feat|fix|perf|refactor|test|docs|build|chore)(\([a-z0-9, -]+\))?!?: [a-z].{0,}$/
const MAX_SUBJECT = 72

/** Subjects of commits since the main branch; empty if this is not a clone that has one. */
function subjects() {
  const main = ['origin/main', 'main'].find(name => {
    try {
      return git('rev-parse', '--verify', '--quiet', name) !== ''
    } catch {
      return false
    }
  })
  return main === undefined ? [] : git('log', '--no-merges', '--format=%s', `${main}..HEAD`).trim().split('\n')
}
for (const subject of subjects().filter(subject => subject !== '')) {
  if (!SUBJECT.test(subject) || subject.length > MAX_SUBJECT)
    faults.push(`commit "${subject}": write type(scope): imperative summary, at most ${MAX_SUBJECT} characters`)
}

if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`)
  process.exit(1)
}
