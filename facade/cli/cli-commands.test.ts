import test from 'ava'
import { OPERATOR_TOOLS } from '../../tools/operator-registry.ts'
import { TOOL_COMMANDS } from './cli-commands.ts'
import { describeVerb, describeVerbs } from './cli-help.ts'
import { COMMON, flagOf, optionsOf } from './cli-options.ts'
import { SYSTEM_COMMANDS } from './system-commands.ts'

test('every operator tool has a verb with a unique name', t => {
  const reached = new Set(TOOL_COMMANDS.map(({ tool }) => tool.name))
  t.deepEqual(
    OPERATOR_TOOLS.map(({ name }) => name).filter(name => !reached.has(name)),
    [],
  )
  t.is(new Set(TOOL_COMMANDS.map(({ name }) => name)).size, TOOL_COMMANDS.length)
  for (const { name } of TOOL_COMMANDS) t.regex(name, /^(?!help )[a-z-]+ [a-z-]+$/)
})

test("every verb's help names all inputs of its tool, and positional ones are inputs", t => {
  for (const verb of TOOL_COMMANDS) {
    const names = Object.keys(verb.tool.input.shape)
    const page = describeVerb(verb, { program: 'operator' })
    for (const name of names) t.true(page.includes(`  ${flagOf(name)}`), `${verb.name} ${name}`)
    t.true(page.includes(verb.tool.description))
    t.deepEqual(
      optionsOf(verb)
        .map(({ name }) => name)
        .sort(),
      names.sort(),
    )
    for (const name of verb.positional) t.true(names.includes(name))
    for (const name of COMMON) t.false(names.includes(name), `${verb.name}: ${name} is common to all verbs`)
  }
})

test('the overview lists each verb with its description', t => {
  const page = describeVerbs(TOOL_COMMANDS, { program: 'operator' })
  for (const { name: verb, tool } of TOOL_COMMANDS) t.true(page.includes(verb) && page.includes(tool.description), verb)
})

test('the help groups the verbs by topic', t => {
  const page = describeVerbs([...TOOL_COMMANDS, ...SYSTEM_COMMANDS], { program: 'operator' })
  const headings = page.split('\n').flatMap(line => /^(\S.*):$/.exec(line)?.[1] ?? [])
  t.is(new Set(headings).size, headings.length)
  const topicOf = (words: string) =>
    headings.findLast(heading => page.indexOf(`\n${heading}:\n`) < page.indexOf(`\n  ${words}`))
  t.is(topicOf('agent suspend'), 'Agents')
  t.is(topicOf('mail codes'), 'Mail')
  t.is(topicOf('doctor'), 'Installation')
})
