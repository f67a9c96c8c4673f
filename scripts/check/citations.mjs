// Checks the references in comments: they may only cite existing protocol clauses and sources in the repository. An
// argument selects another folder.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import '../generate/typescript-loader.mjs'

const root = process.argv[2] ?? path.join(import.meta.dirname, '../..')
const folder = path.join(root, 'conformance/protocol')

const SOURCE = /\b(spec|decisions?) (§ ?)?[A-Z]?\d[\w.]*/gi
const ID = /\b([A-Z]{2,})-(\d+)\b/g
/** Names that look like clause ids but are not. */
const FOREIGN = ['UTF', 'SHA', 'EIP', 'ERC', 'ISO', 'RFC']
/** Must stay unchanged: installations store its checksum. */
const LANDED = /^storage\/migrations\/\d{4}_/

const COMMENTS = {
  ts: /\/\*[\s\S]*?\*\/|(?<![:'"`\w\\])\/\/.*/g,
  sql: /--.*/g,
  py: /#.*|"""[\s\S]*?"""/g,
}
COMMENTS.tsx = COMMENTS.mjs = COMMENTS.cjs = COMMENTS.css = COMMENTS.ts

function* faultsOf(file, text, known) {
  const lineAt = index => text.slice(0, index).split('\n').length
  for (const { 0: words, index } of text.matchAll(SOURCE)) {
    yield `${file}:${lineAt(index)}: "${words}" is not in the repository: cite a clause of the protocol`
  }
  const comments = COMMENTS[path.extname(file).slice(1)]
  for (const comment of comments ? text.matchAll(comments) : []) {
    for (const { 0: id, 1: prefix, index } of comment[0].matchAll(ID)) {
      if (known.has(id) || FOREIGN.includes(prefix)) continue
      yield `${file}:${lineAt(comment.index + index)}: the protocol has no clause ${id}`
    }
  }
}

if (existsSync(folder)) {
  const { readProtocol } = await import('../../conformance/protocol.ts')
  const known = new Set(readProtocol(folder).flatMap(({ clauses }) => clauses.map(({ id }) => id)))
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  const files = listed.toString().trim().split('\n')
  const texts = files.filter(file => /\.(tsx?|mjs|cjs|sql|md|yaml|css|py)$/.test(file) && !LANDED.test(file))
  const faults = texts
    .filter(file => existsSync(path.join(root, file)))
    .flatMap(file => [...faultsOf(file, readFileSync(path.join(root, file), 'utf8'), known)])
  if (faults.length > 0) {
    process.stderr.write(`${faults.join('\n')}\n`)
    process.exit(1)
  }
}
