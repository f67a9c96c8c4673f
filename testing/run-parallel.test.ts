import path from 'node:path'
import test from 'ava'
import { runProgram } from './processes/run-program.ts'

const script = path.join(import.meta.dirname, '../../scripts/run-parallel.mjs')
const runParallel = (...commands: string[]) => runProgram([process.execPath, script, ...commands])

test('all parts run even if some fail; the summary names the failed ones last, and the exit code is not 0', async t => {
  const { code, said: output } = await runParallel(
    'echo one; exit 3',
    'echo two',
    '--',
    'echo three',
    'no-such-command',
  )
  t.is(code, 1)
  t.regex(output, /===== 4 of 4 parts, 2 failed/)
  for (const [part, how] of [
    ['echo one; exit 3', 'failed \\(3\\)'],
    ['echo two', 'passed'],
    ['echo three', 'passed'],
    ['no-such-command', 'failed \\(127\\)'],
  ]) {
    t.regex(output, new RegExp(`===== ${part}: ${how} in`))
  }
  const summary = output.split('parts, 2 failed')[1] ?? ''
  t.true(summary.lastIndexOf('passed in') < summary.indexOf('failed ('))
})

test('the output of each part is printed in one block, and its last lines again in the summary', async t => {
  const lines = (name: string) =>
    `for n in 1 2 3 4; do echo ${name} $n; echo ${name} err >&2; done; echo ${name} closes`
  const { code, said: output } = await runParallel(lines('a'), '--', lines('b'))
  t.is(code, 0)
  for (const name of ['a', 'b']) {
    const block = [1, 2, 3, 4].map(n => `${name} ${n}\n${name} err\n`).join('')
    t.true(output.includes(`${block}${name} closes\n`), output)
    t.regex(output.split('of 2 parts')[1] ?? '', new RegExp(`  ${name} closes\n`))
  }
})

test('the details of failed tests are named at the end, and no passed test', async t => {
  const printed = ['✘ broke', '✔ passed', '─', '', 'broke', 'Reason: it is 3', '─', '1 test failed', 'a', 'b', 'c']
  const { said: output } = await runParallel(`printf '%s\\n' ${printed.map(line => `'${line}'`).join(' ')}; exit 1`)
  const summary = output.split('1 parts, 1 failed')[1] ?? ''
  t.true(summary.includes('Reason: it is 3'), summary)
  t.notRegex(summary, /^ +✔/m)
})

test('the parts of a lane run one after another', async t => {
  const { said: output } = await runParallel('echo first', 'echo second')
  t.true(output.indexOf('===== echo first') < output.indexOf('----- echo second begins'))
})
