// No file over 350 lines, no function over 50: the better cut, not an exception.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from '@swc/core'

const FILE_LINES = 350
const FUNCTION_LINES = 50
const root = path.join(import.meta.dirname, '..')
const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.py', '*.sql'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .trim()
  .split('\n')
/** A dump is as long as what it describes, and so is what was generated. */
const isDump = (file, text) =>
  file === 'storage/db/schema.sql' ||
  (/^(clients|tools\/kernel\/joined)\//.test(file) && /^(\/\/|#) Written by `npm run generate`/.test(text))
const faults = []

function* functionsIn(node, start) {
  if (Array.isArray(node)) for (const child of node) yield* functionsIn(child, start)
  else if (node && typeof node === 'object') {
    const isFunction = [
      'FunctionDeclaration',
      'FunctionExpression',
      'ArrowFunctionExpression',
      'ClassMethod',
      'MethodProperty',
    ]
    if (isFunction.includes(node.type)) yield node.span ?? node.function?.span
    for (const child of Object.values(node)) yield* functionsIn(child, start)
  }
}

for (const file of files) {
  const bytes = readFileSync(path.join(root, file))
  const text = bytes.toString()
  const lines = text.split('\n').length - 1
  if (lines > FILE_LINES && !isDump(file, text)) faults.push(`${file}: ${lines} lines`)
  if (!/\.tsx?$/.test(file)) continue
  const parsed = parseSync(text, { syntax: 'typescript', tsx: file.endsWith('.tsx') })
  // swc counts bytes on from all it parsed before; the module's own span says where this file starts.
  const offset = parsed.span.end - bytes.length
  for (const span of functionsIn(parsed.body)) {
    const from = bytes
      .subarray(0, span.start - offset)
      .toString()
      .split('\n').length
    const to = bytes
      .subarray(0, span.end - offset)
      .toString()
      .split('\n').length
    if (to - from + 1 > FUNCTION_LINES) faults.push(`${file}:${from}: a function of ${to - from + 1} lines`)
  }
}
if (files.length < 20) faults.push(`saw only ${files.length} files`)
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`)
  process.exit(1)
}
