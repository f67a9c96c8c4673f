// Checks the import rules of .dependency-cruiser.cjs, and fails if no modules were found.
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const folders = [
  'server',
  'storage',
  'cache',
  'push',
  'tools',
  'concurrency',
  'facade',
  'conformance',
  'bench',
  'clients',
  'examples',
  'main.ts',
  'operator.ts',
  'testing',
  'scripts/generate/tables',
]
const run = (program, args, input) =>
  spawnSync(process.execPath, [`node_modules/dependency-cruiser/bin/${program}.mjs`, ...args], {
    ...{ cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, input },
  })
const cruise = (output, ...options) => run('dependency-cruise', [...folders, '-T', output, ...options])

const cruised = cruise('json')
const { modules } = JSON.parse(cruised.stdout)
const edges = modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0)
if (modules.length < 50 || edges < 100) {
  process.stderr.write(`dependency-cruiser saw only ${modules.length} modules and ${edges} imports\n`)
  process.exit(1)
}
const checked = run('depcruise-fmt', ['-T', 'err', '--exit-code', '-'], cruised.stdout)
process.stdout.write(checked.stdout)
const cycles = cruise('err', '--config', 'scripts/check/folder-cycles.cjs')
process.stdout.write(cycles.stdout)

/** Sources of nondeterminism that only one module may read; timers are allowed everywhere. */
const SOLE = [
  { pattern: 'process\\.env', onlyIn: 'server/config/config.ts' },
  { pattern: 'Date\\.now|new Date\\(\\)', onlyIn: 'server/database-clock.ts' },
  {
    pattern: 'performance\\.now|hrtime',
    onlyIn: 'server/database-clock.ts',
    // Timeouts for PostgreSQL in code without a Runtime, which starts the database or connects to it.
    except: ['storage/embedded/postmaster.ts', 'storage/embedded/start-embedded.ts', 'storage/db/connection-watch.ts'],
  },
  {
    pattern: 'Math\\.random|random(UUID|Bytes|Int|Fill)[^;]*node:crypto|getRandomValues',
    onlyIn: 'server/randomness.ts',
    // Passwords of the embedded database, which exists before a Runtime.
    except: ['storage/embedded/database-roles.ts'],
  },
  { pattern: "from 'uuid'", onlyIn: 'server/ids.ts' },
  {
    pattern: '\\b(now|random|gen_random_uuid|uuidv[47]|clock_timestamp)\\(\\)|current_timestamp',
    onlyIn: 'storage/db/database-time.ts',
    within: 'storage/**/*.ts',
    // `performance.now()`, see above.
    except: ['storage/embedded/postmaster.ts', 'storage/embedded/start-embedded.ts', 'storage/db/connection-watch.ts'],
  },
]

const strays = SOLE.map(({ pattern, onlyIn, within = '*.ts*', except = [] }) => {
  const exceptions = [onlyIn, ...except, '*.test.ts', 'testing', 'conformance', 'bench', 'clients', 'examples'].map(
    file => `:!${file}`,
  )
  const grep = spawnSync('git', ['grep', '-nE', pattern, '--', within, ...exceptions], { cwd: root, encoding: 'utf8' })
  if (grep.stdout) process.stdout.write(`allowed only in ${onlyIn}:\n${grep.stdout}`)
  return grep.stdout
})
process.exit(strays.join('') || checked.status !== 0 || cycles.status !== 0 ? 1 : 0)
