// `npm run operator -- help`: what those who run an installation do from its command line.
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { runCommand } from './facade/operator/command.ts'
import { keepGround } from './facade/operator/kept-ground.ts'
import { runBatch } from './facade/operator/run-batch.ts'
import { VERBS } from './facade/operator/verbs.ts'
import { openGround } from './server/operator-ground.ts'

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // An account without a name, as containers have them.
    return `uid ${process.getuid?.() ?? ''}`
  }
}

// A reader that has seen enough, as head, closes the pipe.
process.stdout.on('error', () => {})

const print = (text: string) => void process.stdout.write(`${text}\n`)
const complain = (text: string) => void process.stderr.write(`${text}\n`)
/** Whether it was taken. */
const write = (line: string) =>
  new Promise<boolean>(resolve => process.stdout.write(`${line}\n`, error => resolve(!error)))

const ground = keepGround(openGround)
const surroundings = {
  userName,
  readFile: (path: string) => readFileSync(path, 'utf8'),
  openRuntime: ground.openRuntime,
}
const words = process.argv.slice(2)
try {
  if (words[0] === '--batch' && words.length === 1) {
    await runBatch(VERBS, { requests: process.stdin, write, complain }, surroundings)
  } else {
    const readInput = () => readFileSync(0, 'utf8')
    process.exitCode = await runCommand(VERBS, words, { print, complain }, { ...surroundings, readInput })
  }
} finally {
  await ground.close()
}
