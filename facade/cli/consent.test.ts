import test from 'ava'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { TOOL_COMMANDS } from './cli-commands.ts'
import { optionsOf } from './cli-options.ts'
import { runCommand } from './run-command.ts'
import { SYSTEM_COMMANDS } from './system-commands.ts'

const world = useTestWorld(test)
const COMMANDS = [...TOOL_COMMANDS, ...SYSTEM_COMMANDS]

interface Run {
  code: number
  out: string
  err: string
  asked: string[]
}

/** `answer`: the reply at the terminal; `undefined` without a terminal. */
async function run(words: readonly string[], answer?: boolean): Promise<Run> {
  const reported: Run = { code: 0, out: '', err: '', asked: [] }
  const confirm = async (question: string) => {
    reported.asked.push(question)
    return answer === true
  }
  reported.code = await runCommand(
    COMMANDS,
    words,
    { print: text => void (reported.out += text), writeError: text => void (reported.err += text) },
    {
      program: 'operator',
      version: '0.0.0',
      userName: () => 'tester',
      readInput: () => '',
      readFile: () => '',
      openRuntime: async () => world().runtime,
      runSystemCommand: async () => ({ discarded: [] }),
      ...(answer !== undefined && { confirm }),
    },
  )
  return reported
}

const given = (command: (typeof COMMANDS)[number]) =>
  optionsOf(command).flatMap(({ isRequired, flag, values }) => (isRequired ? [flag, String(values[0] ?? '1')] : []))

test.serial('each destructive verb requires --yes without a terminal, and otherwise does nothing', async t => {
  const destructive = COMMANDS.filter(({ tool }) => tool.effect === 'destructive')
  t.true(destructive.length > 8)
  for (const command of destructive) {
    const { code, out, err } = await run([...command.name.split(' '), ...given(command)])
    t.deepEqual([code, out], [2, ''], command.name)
    t.regex(err, /^[a-z -]+ is destructive and there is no terminal for a confirmation: add --yes$/)
  }
})

test.serial('no other verb requires confirmation', async t => {
  for (const command of COMMANDS.filter(({ tool }) => tool.effect !== 'destructive' && tool.name !== 'doctor')) {
    const { asked, err } = await run([...command.name.split(' '), ...given(command)], false)
    t.deepEqual(asked, [], command.name)
    t.notRegex(err, /--yes/)
  }
})

test.serial('at a terminal it requests confirmation with its arguments, and "no" changes nothing', async t => {
  const id = await addPerson(world(), 'x')
  const words = ['person', 'delete', id]
  const refused = await run(words, false)
  t.deepEqual([refused.code, refused.out, refused.err], [1, '', 'nothing was done'])
  t.regex(
    refused.asked.join(),
    new RegExp(`^The account of x is permanently deleted, [^]*\\nuser_id: ${id}\\nContinue\\? \\[y/N\\] $`),
  )
  t.is((await run(['person', 'show', id])).code, 0)
  t.deepEqual((await run([...words, '--json', '--yes'])).asked, [])
  t.is((await run(['person', 'show', id])).code, 1)
  t.is((await run(['user', 'show', id, '--json'])).code, 1)
})

test.serial('user is an alias of person', async t => {
  t.deepEqual(await run(['user', 'list', '--json']), await run(['person', 'list', '--json']))
})
