// What test files cost, for `npm test -- --times`. Preloaded into the processes of tests, where each file leaves a line of
// JSON; read by the runner, which prints the table.
import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const TICKS_PER_SECOND = 100
const folder = process.env.COLLOQUY_TEST_TIMES

/** Seconds since the process began: of CPU of its own, of CPU of processes that it started and that have ended, and by the clock. */
export interface Times {
  cpu: number
  spawned: number
  wall: number
}

type FileTimes = Times & { file: string }

export function timesNow(): Times {
  const { user, system } = process.cpuUsage()
  return { cpu: (user + system) / 1e6, spawned: spawnedCpu(), wall: performance.now() / 1000 }
}

/** Seconds of CPU of the ended children of a process, and of theirs; Linux alone knows of it. */
export function spawnedCpu(pid: number | 'self' = 'self'): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND
  } catch {
    return 0
  }
}

/** Leaves the times of a file that began at those. */
export function recordTimes(file: string, begun: Times): void {
  if (!folder) return
  const now = timesNow()
  const times = { cpu: now.cpu - begun.cpu, spawned: now.spawned - begun.spawned, wall: now.wall - begun.wall }
  appendFileSync(path.join(folder, String(process.pid)), `${JSON.stringify({ file, ...times })}\n`)
}

/** A table of what was left in the folder, the most expensive first. */
export function tableOf(from: string): string {
  const files = readdirSync(from)
    .flatMap(name => readFileSync(path.join(from, name), 'utf8').trim().split('\n'))
    .map(line => JSON.parse(line) as FileTimes)
    .sort((one, other) => other.cpu + other.spawned - one.cpu - one.spawned)
  // The others shared one of these.
  const processes = files.filter(({ file }) => file.endsWith('.test.js'))
  const sum = (column: keyof Times) => processes.reduce((total, times) => total + times[column], 0)
  const total = { file: `${processes.length} processes`, cpu: sum('cpu'), spawned: sum('spawned'), wall: sum('wall') }
  return ['      CPU  spawned     wall  file', ...[...files, total].map(lineOf), ''].join('\n')
}

const lineOf = ({ file, cpu, spawned, wall }: FileTimes): string =>
  `${[cpu, spawned, wall].map(seconds => seconds.toFixed(1).padStart(9)).join('')}  ${file}`

if (folder) {
  const dist = path.join(import.meta.dirname, '..')
  const { get } = createRequire(createRequire(import.meta.url).resolve('ava'))('../lib/worker/options.cjs') as {
    get(): { file: string }
  }
  process.on('exit', () =>
    recordTimes(path.relative(dist, String(get().file).replace('file://', '')), { cpu: 0, spawned: 0, wall: 0 }),
  )
}
