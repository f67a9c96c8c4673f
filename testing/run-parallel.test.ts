import path from 'node:path'
import test from 'ava'
import { runProgram } from './processes/run-program.ts'

const script = path.join(import.meta.dirname, '../../scripts/run-parallel.mjs')
const runParallel = (...commands: string[]) => runProgram([process.execPath, script, ...commands])

test('all parts are run whatever fails, and what failed is named last and fails the whole', async t => {
  const { code, said } = await runParallel('echo one; exit 3', 'echo two', '--', 'echo three', 'no-such-command')
  t.is(code, 1)
  t.regex(said, /===== 4 of 4 parts, 2 failed/)
  for (const [part, how] of [
    ['echo one; exit 3', 'failed \\(3\\)'],
    ['echo two', 'passed'],
    ['echo three', 'passed'],
    ['no-such-command', 'failed \\(127\\)'],
  ]) {
    t.regex(said, new RegExp(`===== ${part}: ${how} in`))
  }
  const summary = said.split('parts, 2 failed')[1] ?? ''
  t.true(summary.lastIndexOf('passed in') < summary.indexOf('failed ('))
})

test('what each part printed comes in one piece, and its last lines once more at the end', async t => {
  const lines = (word: string) =>
    `for n in 1 2 3 4; do echo ${word} $n; echo ${word} err >&2; done; echo ${word} closes`
  const { code, said } = await runParallel(lines('a'), '--', lines('b'))
  t.is(code, 0)
  for (const word of ['a', 'b']) {
    const piece = [1, 2, 3, 4].map(n => `${word} ${n}\n${word} err\n`).join('')
    t.true(said.includes(`${piece}${word} closes\n`), said)
    t.regex(said.split('of 2 parts')[1] ?? '', new RegExp(`  ${word} closes\n`))
  }
})

test('the details of failed tests are named at the end, and no passed test', async t => {
  const printed = ['✘ broke', '✔ passed', '─', '', 'broke', 'Reason: it is 3', '─', '1 test failed', 'a', 'b', 'c']
  const { said } = await runParallel(`printf '%s\\n' ${printed.map(line => `'${line}'`).join(' ')}; exit 1`)
  const summary = said.split('1 parts, 1 failed')[1] ?? ''
  t.true(summary.includes('Reason: it is 3'), summary)
  t.notRegex(summary, /^ +✔/m)
})

test('the parts of a lane come one after another', async t => {
  const { said } = await runParallel('echo first', 'echo second')
  t.true(said.indexOf('===== echo first') < said.indexOf('----- echo second begins'))
})
