import test from 'ava'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { postMessage } from '../../tools/posts/post-message.ts'
import type { Command } from './cli-command.ts'
import { TOOL_COMMANDS } from './cli-commands.ts'
import { type Option, optionsOf } from './cli-options.ts'
import { runCommand } from './run-command.ts'
import { SYSTEM_COMMANDS } from './system-commands.ts'

const world = useTestWorld(test)
const COMMANDS = [...TOOL_COMMANDS, ...SYSTEM_COMMANDS]
const NOBODY = '0199f3c2-6a00-7000-8000-3f1c9d2b7e54'

async function run(words: readonly string[]) {
  const reported = { code: 0, out: [] as string[], err: [] as string[] }
  const terminal = {
    print: (text: string) => void reported.out.push(text),
    writeError: (text: string) => void reported.err.push(text),
  }
  reported.code = await runCommand(COMMANDS, words, terminal, {
    program: 'operator',
    columns: 80,
    version: '0.0.0',
    userName: () => 'tester',
    readInput: () => '',
    readFile: () => '',
    openRuntime: async () => world().runtime,
    runSystemCommand: async () => {
      throw new Error('no command is run here')
    },
  })
  return reported
}

/** A value for an option: something existing, or a value of the right form. */
function givenFor({ name, kind, values }: Option, there: Readonly<Record<string, string>>): string {
  if (there[name] !== undefined) return there[name]
  if (values.length > 0) return String(values[0])
  return name.endsWith('_id') ? NOBODY : { text: 'x', number: '1', switch: 'true', json: '{}' }[kind]
}

const wordsFor = (command: Command, there: Readonly<Record<string, string>>): string[] => [
  ...command.name.split(' '),
  ...optionsOf(command).flatMap(option => (option.isRequired ? [`${option.flag}=${givenFor(option, there)}`] : [])),
  '--json',
  '--yes',
]

test('every verb prints one line of JSON with --json, of the shape in its help, or a problem', async t => {
  const ann = await world().agent('ann')
  const { id: post_id } = await world().call(postMessage, ann, { content: 'a post' })
  const user_id = await addPerson(world(), 'olga')
  const there = { user_id, post_id, agent: '@ann', with: '@ann', query: 'ann', email: 'new@people.test', limit: '5' }
  for (const verb of TOOL_COMMANDS) {
    const { code, out, err } = await run(wordsFor(verb, there))
    t.is(out.length + err.length, 1, verb.name)
    const [line = ''] = [...out, ...err]
    t.notRegex(line, /\n/, verb.name)
    const reported = JSON.parse(line)
    if (code === 0) t.deepEqual(verb.tool.output.strict().parse(reported), reported, verb.name)
    else {
      t.is(code, 1, `${verb.name}: ${line}`)
      t.like(reported, { instance: verb.name })
      t.deepEqual(
        [typeof reported.status, typeof reported.title, typeof reported.type],
        ['number', 'string', 'string'],
        verb.name,
      )
    }
    if (verb.tool.effect === 'read' && optionsOf(verb).every(({ isRequired }) => !isRequired)) t.is(code, 0, verb.name)
  }
})

test('the help of every verb is JSON too, with the shapes of its input and output', async t => {
  for (const command of COMMANDS) {
    const { code, out } = await run([...command.name.split(' '), '--help', '--json'])
    const reported = JSON.parse(out.join())
    t.is(code, 0)
    t.like(reported, {
      words: command.name,
      effect: command.tool.effect,
      input: { type: 'object' },
      output: { type: 'object' },
    })
    t.deepEqual(Object.keys(reported.input.properties ?? {}).sort(), Object.keys(command.tool.input.shape).sort())
  }
  const { verbs } = JSON.parse((await run(['help', '--json'])).out.join())
  t.is(verbs.length, COMMANDS.length)
})

test('every page of help fits the terminal', async t => {
  for (const words of [['help'], ...COMMANDS.map(({ name }) => [...name.split(' '), '--help'])]) {
    const { out } = await run(words)
    // The head of a page and the verb's description are sentences, which the terminal wraps.
    const lines = out.join('\n').split('\n').slice(3)
    for (const line of lines) t.true(line.length <= 80, `${words}: ${line}`)
  }
})

test('every verb that accepts an agent accepts @handle', async t => {
  const user_id = await addPerson(world(), 'wolf')
  await world().agent('bea', { user_id })
  const takes = TOOL_COMMANDS.filter(verb => optionsOf(verb).some(({ name }) => /^(agent|with)$/.test(name)))
  t.true(takes.length > 10)
  for (const verb of takes) {
    const reported = async (handle: string) => {
      const { code, out, err } = await run(wordsFor(verb, { agent: handle, with: handle, user_id }))
      return { code, line: [...out, ...err].join('\n').replaceAll(/"request_id":"[^"]+"/g, '') }
    }
    const [bare, marked] = [await reported('bea'), await reported('@bea')]
    t.is(marked.code === 2, false, verb.name)
    if (verb.tool.effect === 'read' || bare.code !== 0) t.deepEqual(marked, bare, verb.name)
    else t.notRegex(marked.line, /no such agent/i, verb.name)
  }
})

test('an unknown verb or option is answered with the most similar, or with all', async t => {
  const faultOf = async (...words: string[]) => {
    const { code, err } = await run(words)
    t.is(code, 2)
    return err.join('\n')
  }
  t.is(await faultOf('agent', 'suspnd', '@ann'), 'unknown verb; did you mean agent suspend?')
  t.is(await faultOf('help', 'mail', 'code'), 'unknown verb; did you mean mail codes?')
  t.is(await faultOf('bakup', '--json', 'x'), JSON.stringify({ usage: 'unknown verb; did you mean backup?' }))
  t.regex(await faultOf('mail', 'zzzzzzzzzzzz'), /^unknown verb; available: mail list, mail codes, mail test$/)
  t.is(
    await faultOf('agent', 'list', '--stauts', 'active'),
    'agent list has no option --stauts; did you mean --status?',
  )
})

test('the program and each verb print the version', async t => {
  for (const words of [[], ['agent', 'suspend'], ['backup']]) {
    t.like(await run([...words, '--version']), { code: 0, out: ['operator 0.0.0'] })
  }
})

test('an agent is suspended and restored by separate verbs', async t => {
  await world().agent('sam')
  t.is((await run(['agent', 'suspend', 'sam', '--reason', 'a test'])).code, 0)
  t.regex((await run(['agent', 'show', 'sam'])).out.join('\n'), /suspended/)
  const { out } = await run(['agent', 'restore', 'sam', '--reason', 'over', '--json'])
  t.like(JSON.parse(out[0]!), { former_status: 'suspended', status: 'active' })
})
