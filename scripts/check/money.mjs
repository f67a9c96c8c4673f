// Forbids floating point near money: amounts are decimal strings and integers of atoms.
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const places = ['tools/purchases', 'tools/wallet', 'storage/purchases', 'tools/services/set-service-pricing.ts']
const named = '\\b\\w*(amount|atoms?|atomic|price|balance|value|gas|fee)\\w*\\b'

/** An amount converted to a number, an amount declared as a number, or a literal fraction. */
const FORBIDDEN = [
  'parseFloat|toFixed|toPrecision|Number\\.EPSILON|\\b(float[48]?|real|double precision)\\b.*(amount|atomic)',
  `(Number|parseInt)\\(.*${named}|Math\\.\\w+\\([^)]*${named}`,
  `${named}\\??: number`,
  `(amount_atomic|amount)::(int|bigint|float)`,
  '(^|[^[:alnum:]_.\'"`])[0-9]+\\.[0-9]+($|[^[:alnum:]_.\'"`])',
]

const found = FORBIDDEN.map(pattern => {
  const words = ['grep', '-niE', pattern, '--', ...places, ':!*.test.ts']
  const { stdout, stderr, status } = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  if (status > 1) throw new Error(stderr)
  return stdout
}).join('')
if (found) {
  process.stdout.write(`floating point near money:\n${found}`)
  process.exit(1)
}
