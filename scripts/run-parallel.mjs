// Runs commands in parallel: `node scripts/run-parallel.mjs COMMAND COMMAND -- COMMAND`, where `--` separates lanes and
// the commands of a lane run one after another. All commands run, even if some fail. The output of each is printed in
// one piece when it has ended; failures are listed last with their messages, and make the exit code 1.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, createReadStream, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

const CLOSING_LINES = 3
const FAILURE_LINES = 120
/** How the suite, ava and TAP producers mark a failure, and ava the details of each, which it prints last. */
const FAILURE = /^\s*(?:FAIL|GAP|✘|✖|not ok|─$)/u
const BELOW = 15
/** A passed check between two failures. */
const PASS = /^\s*(?:✔|ok\b)/u
/** Appended to a command: keeps its exit code, and prints the times of the shell and its children (POSIX). */
const TELL_CPU = 'code=$?; times >&3; exit $code'

const lanes = [[]]
for (const arg of process.argv.slice(2)) {
  if (arg === '--') lanes.push([])
  else lanes.at(-1).push(arg)
}

const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-parts-'))
const ended = []
const running = new Set()
let count = 0
let printing = Promise.resolve()
let isStopping = false

const say = line => process.stdout.write(`${line}\n`)
/** The second line of `times`: user and system time of the children, in minutes and seconds. */
const cpuSeconds = times =>
  Math.round(
    [...(times.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)].reduce(
      (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
      0,
    ),
  )
const secondsSince = start => Math.round((performance.now() - start) / 1000)

/** Prints the file after what is already being printed; returns its last lines. */
async function printAll(title, file) {
  say(`\n===== ${title}`)
  let last = ''
  await pipeline(
    createReadStream(file, 'utf8'),
    async function* (chunks) {
      for await (const chunk of chunks) {
        last = `${last}${chunk}`.slice(-2_000)
        yield chunk
      }
    },
    process.stdout,
    { end: false },
  )
  return last
    .split('\n')
    .filter(line => line.trim() !== '')
    .slice(-CLOSING_LINES)
}

/** The failure lines and the last lines of a part that failed. */
function failuresIn(file) {
  const lines = readFileSync(file, 'utf8').split('\n')
  const shown = new Set()
  lines.forEach((line, at) => {
    if (FAILURE.test(line)) for (let below = 0; below <= BELOW; below++) shown.add(at + below)
  })
  const failures = lines.filter((line, at) => shown.has(at) && line.trim() !== '' && !PASS.test(line))
  return [...failures.slice(-FAILURE_LINES), ...lines.slice(-CLOSING_LINES)]
}

async function run(command) {
  const file = path.join(folder, String(count++))
  const output = openSync(file, 'w')
  const start = performance.now()
  say(`----- ${command} begins`)
  // A process group, which is stopped as a whole.
  const stdio = ['ignore', output, output, 'pipe']
  const child = spawn('/bin/sh', ['-c', `{ ${command}\n} 3>&-\n${TELL_CPU}`], { stdio, detached: true })
  running.add(child)
  const cpu = text(child.stdio[3]).then(cpuSeconds)
  const [code, signal] = await once(child, 'exit').catch(error => [error.message])
  running.delete(child)
  closeSync(output)
  const how = code === 0 ? 'passed' : `failed (${signal ?? code})`
  const title = `${command}: ${how} in ${secondsSince(start)} s, ${await cpu} s of CPU`
  printing = printing.then(async () => {
    const last = await printAll(title, file)
    ended.push({ isPassed: code === 0, title, lines: code === 0 ? last : failuresIn(file) })
  })
  await printing
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    isStopping = true
    for (const { pid } of running) process.kill(-pid, signal)
  })
}

const start = performance.now()
await Promise.all(
  lanes.map(async commands => {
    for (const command of commands) if (!isStopping) await run(command)
  }),
)
rmSync(folder, { recursive: true })
const failed = ended.filter(({ isPassed }) => !isPassed)
say(`\n===== ${ended.length} of ${lanes.flat().length} parts, ${failed.length} failed, ${secondsSince(start)} s`)
for (const { title, lines } of [...ended.filter(({ isPassed }) => isPassed), ...failed]) {
  say(`----- ${title}`)
  for (const line of lines) say(`  ${line.trimEnd()}`)
}
process.exitCode = failed.length > 0 || isStopping ? 1 : 0
