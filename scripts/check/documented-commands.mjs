// Checks the commands in the operator documentation. A comment before each block of shell commands names the tests and
// scripts that execute it, as `<!-- tried: FILE, FILE -->`; `; by nobody: PROGRAM` names programs that none of them
// runs. The files must exist, each command must occur in one of them, and the verbs and options of the operator's
// command line must exist. An argument selects another folder.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const folder = process.argv[2] ?? path.join(root, 'docs')
const BLOCK = /^( *)```(?:sh|bash|shell|console)\n([\s\S]*?)^ *```$/gm
const TRIED = /<!-- tried: ([^>]+) -->\s*$/
const OPERATOR = /(?:npm run -s operator --|colloquy operator) (?:--config \S+ )?(.*)/
/** Options of the operator's command line besides the verbs. */
const BUILT_IN = ['help', 'doctor']
/** Commands that only move files or change the folder. */
const PLAIN = new Set(['cd', 'chmod', 'cp'])

const verbs = new Map()
const { TOOL_COMMANDS } = await import(path.join(root, 'dist/facade/cli/cli-commands.js'))
const { SYSTEM_COMMANDS } = await import(path.join(root, 'dist/facade/cli/system-commands.js'))
for (const { name, tool } of [...TOOL_COMMANDS, ...SYSTEM_COMMANDS]) verbs.set(name, Object.keys(tool.input.shape))

function commandsOf(text) {
  const lines = text.replaceAll(/\\\n/g, ' ').split('\n')
  return lines
    .map(line => line.replace(/(^|\s)#.*/, '').trim())
    .flatMap(line => line.split(' && '))
    .filter(line => line !== '')
}

/** The operator's verb and its options; `undefined` for commands of other programs. */
function verbOf(command) {
  const parts = OPERATOR.exec(command)?.[1].split(/\s+/)
  if (!parts) return undefined
  const verb = verbs.has(`${parts[0]} ${parts[1]}`) ? `${parts[0]} ${parts[1]}` : parts[0]
  return { verb, options: parts.filter(part => part.startsWith('--')).map(part => part.slice(2).replaceAll('-', '_')) }
}

/** The word that must occur in a script which runs the command. */
function subjectOf(command) {
  const parts = command.split(/\s+/).filter(part => !/^[A-Z_]+=/.test(part))
  const operation = verbOf(command)
  if (operation) return operation.verb.split(' ')
  if (parts[0] === 'npx') return ofNpx(parts.slice(1))
  if (parts[0] === 'npm' || parts[0] === 'node') return [parts[1]]
  return parts.length === 0 || PLAIN.has(parts[0]) ? [] : [parts[0]]
}

/** The package's subcommand, or its name. */
function ofNpx(args) {
  const names = args.filter((arg, index) => !arg.startsWith('-') && args[index - 1] !== '--package')
  return [names[1] ?? names[0]]
}

function* faultsOf(file, text) {
  for (const { index, 2: block } of text.matchAll(BLOCK)) {
    const location = `${file}:${text.slice(0, index).split('\n').length}`
    const tried = TRIED.exec(text.slice(0, index))?.[1]
    if (!tried) {
      yield `${location}: name the files that run these commands in a comment before the block: <!-- tried: FILE -->`
      continue
    }
    const [named, nobody = ''] = tried.split('; by nobody:')
    const files = named.split(',').map(name => name.trim())
    const missing = files.filter(name => !existsSync(path.join(root, name)))
    for (const name of missing) yield `${location}: there is no ${name}`
    if (missing.length > 0) continue
    const trial = [nobody, ...files.map(name => readFileSync(path.join(root, name), 'utf8'))].join('\n')
    for (const command of commandsOf(block)) yield* faultsOfCommand(location, command, trial, files)
  }
}

function* faultsOfCommand(location, command, trial, files) {
  const subject = subjectOf(command)
  const pattern = new RegExp(subject.map(word => word.replaceAll(/[^\w-]/g, '\\$&')).join('\\W+'))
  if (subject.length > 0 && !pattern.test(trial)) {
    yield `${location}: ${files.join(', ')} does not run \`${subject.join(' ')}\``
  }
  const operation = verbOf(command)
  if (!operation || BUILT_IN.includes(operation.verb)) return
  const known = verbs.get(operation.verb)
  if (!known) yield `${location}: the operator's command line has no \`${operation.verb}\``
  for (const option of known ? operation.options : []) {
    if (!known.includes(option)) yield `${location}: \`${operation.verb}\` has no --${option.replaceAll('_', '-')}`
  }
}

const faults = readdirSync(folder)
  .filter(name => name.endsWith('.md'))
  .flatMap(name => [...faultsOf(name, readFileSync(path.join(folder, name), 'utf8'))])
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`)
  process.exitCode = 1
}
