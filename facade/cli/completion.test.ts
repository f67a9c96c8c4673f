import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'ava'
import { TOOL_COMMANDS } from './cli-commands.ts'
import { optionsOf } from './cli-options.ts'
import { completionFor } from './completion.ts'
import { SYSTEM_COMMANDS } from './system-commands.ts'

const COMMANDS = [...TOOL_COMMANDS, ...SYSTEM_COMMANDS]

/** A folder without files to complete. */
const EMPTY = path.join(tmpdir(), 'completed-')

const isThere = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0

/** The completions of bash for each of these lines, with the cursor at the end. */
function offeredByBash(lines: readonly string[]): string[][] {
  const program = `${completionFor('bash', COMMANDS)}
    while IFS= read -r COMP_LINE; do
      COMP_POINT=\${#COMP_LINE}
      _colloquy
      echo "\${COMPREPLY[*]}"
    done`
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', program], { input: `${lines.join('\n')}\n` })
  if (stderr.length > 0) throw new Error(String(stderr))
  return String(stdout)
    .split('\n')
    .slice(0, -1)
    .map(line => line.split(' ').filter(word => word !== ''))
}

/** The completions of fish, without descriptions. */
function offeredByFish(lines: readonly string[]): string[][] {
  const asked = lines.map(line => `complete -C '${line}'; echo ==`).join('\n')
  const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', `${completionFor('fish', COMMANDS)}\n${asked}`], {
    cwd: mkdtempSync(EMPTY),
  })
  if (stderr.length > 0) throw new Error(String(stderr))
  const parts = String(stdout).split('==\n').slice(0, -1)
  return parts.map(part => part.split('\n').flatMap(line => line.split('\t')[0] || []))
}

/** The completions of zsh, which filters by the typed prefix after such functions. */
function offeredByZsh(lines: readonly string[]): string[][] {
  const program = `${completionFor('zsh', COMMANDS).replace('&& compinit', '&& compinit -D -u')}
    words=(colloquy '') CURRENT=2
    ask() { emulate -L sh; local COMPREPLY; _colloquy; echo "\${COMPREPLY[@]}"; }
    while IFS= read -r COMP_LINE; do COMP_POINT=\${#COMP_LINE}; ask; done`
  const { stdout, stderr } = spawnSync('zsh', ['-f', '-c', program], { input: `${lines.join('\n')}\n` })
  if (stderr.length > 0) throw new Error(String(stderr))
  return String(stdout)
    .split('\n')
    .slice(0, -1)
    .map((line, at) => line.split(' ').filter(word => word !== '' && word.startsWith(lines[at]!.split(' ').at(-1)!)))
}

const SHELLS = [
  ['bash', offeredByBash],
  ['fish', offeredByFish],
  ['zsh', offeredByZsh],
] as const

for (const [shell, offered] of SHELLS) {
  test(`${shell} completes every verb, its options, and enumerated values`, t => {
    if (!isThere(shell)) return t.pass(`skipped: no ${shell} here`)
    const asked: { line: string; wanted: readonly string[] }[] = COMMANDS.flatMap(command => {
      const [first = '', second] = command.name.split(' ')
      const options = optionsOf(command)
      return [
        { line: `colloquy operator ${first.slice(0, 1)}`, wanted: [first] },
        ...(second === undefined ? [] : [{ line: `colloquy operator ${first} `, wanted: [second] }]),
        {
          line: `colloquy operator ${command.name} --`,
          wanted: [...options.map(({ flag }) => flag), '--json', '--yes'],
        },
        ...options.flatMap(({ flag, values }) =>
          values.length === 0
            ? []
            : [{ line: `colloquy operator ${command.name} ${flag} `, wanted: values.map(String) }],
        ),
      ]
    })
    const answers = offered(asked.map(({ line }) => line))
    t.is(answers.length, asked.length)
    for (const [index, { line, wanted }] of asked.entries())
      t.deepEqual(
        wanted.filter(word => !answers[index]!.includes(word)),
        [],
        `${line}: ${answers[index]}`,
      )
  })

  test(`${shell} completes by the position on the line`, t => {
    if (!isThere(shell)) return t.pass(`skipped: no ${shell} here`)
    const lines = [
      ['colloquy op', ['operator']],
      ['colloquy operator --config my.conf agent st', ['status']],
      ['colloquy operator agent status @ann su', ['suspended']],
      ['colloquy operator agent status --reason rude @ann su', ['suspended']],
      ['colloquy operator agent status --json @ann su', ['suspended']],
      ['colloquy operator agent status @ann suspended ', []],
      ['colloquy operator export per', ['person']],
      ['colloquy operator nothing ', []],
    ] as const
    const answers = offered(lines.map(([line]) => line))
    for (const [index, [line, wanted]] of lines.entries()) t.deepEqual(answers[index], [...wanted], line)
  })
}

test('the shell reads nothing in a script as more than a word', t => {
  for (const command of COMMANDS)
    for (const { flag, values } of optionsOf(command))
      for (const word of [flag, command.name, ...values]) t.regex(String(word), /^[\w./+ -]+$/)
})
