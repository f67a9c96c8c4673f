import type { Runtime } from '../../tools/kernel/context.ts'
import { invoke } from '../../tools/kernel/invoke.ts'
import { type Problem, problemBody } from '../../tools/kernel/problems/problems.ts'
import { toProblem } from '../../tools/kernel/problems/to-problem.ts'
import { type Arguments, readArguments, type TextSource, UsageError } from './arguments.ts'
import { describeVerb, describeVerbs } from './help.ts'
import { flagOf } from './options.ts'
import { printJson, printText } from './print.ts'
import type { Verb } from './verb.ts'

/** Where a command runs. */
export interface Surroundings extends TextSource {
  /** The operator's account. */
  userName(): string
  print(text: string): void
  complain(text: string): void
  /** Called once a command line is known to be one. */
  openRuntime(): Promise<{ runtime: Runtime; close(): Promise<void> }>
}

const EXIT_REFUSED = 1
const EXIT_USAGE = 2

/** Runs one command line and answers its exit code: 0, 1 refused, 2 no such command. */
export async function runCommand(
  verbs: readonly Verb[],
  words: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  try {
    const named = findVerb(verbs, words)
    if ('page' in named) {
      surroundings.print(named.page)
      return 0
    }
    const read = readArguments(named.verb, named.rest, surroundings)
    if (!read.help) return await runVerb(named.verb, read, surroundings)
    surroundings.print(describeVerb(named.verb))
    return 0
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    surroundings.complain(words.includes('--json') ? printJson({ usage: error.message }) : error.message)
    return EXIT_USAGE
  }
}

const HELP: readonly (string | undefined)[] = [undefined, '--help', '-h']

type Named = { page: string } | { verb: Verb; rest: readonly string[] }

/** `help user create` asks for what `user create --help` does. */
function findVerb(verbs: readonly Verb[], words: readonly string[]): Named {
  const isHelp = words[0] === 'help'
  const [first, second, ...rest] = isHelp ? words.slice(1) : words
  const verb = verbs.find(({ words }) => words === `${first} ${second}`)
  if (verb) return { verb, rest: isHelp ? ['--help'] : rest }
  if (HELP.includes(first)) return { page: describeVerbs(verbs) }
  const group = verbs.filter(({ words }) => words.startsWith(`${first} `))
  if (group.length > 0 && HELP.includes(second)) return { page: describeVerbs(group) }
  const offered = (group.length > 0 ? group : verbs).map(({ words }) => words)
  throw new UsageError(`there is no such verb; there is ${offered.join(', ')}`)
}

async function runVerb(verb: Verb, { input, json, as }: Arguments, surroundings: Surroundings): Promise<number> {
  const actor = { kind: 'operator' as const, name: requireName(as ?? surroundings.userName()) }
  const { runtime, close } = await surroundings.openRuntime()
  const request_id = runtime.newId()
  try {
    const { output } = await invoke(runtime, verb.tool, { actor, input, request_id, strict: true })
    surroundings.print(json ? printJson(output) : printText(output))
    return 0
  } catch (error) {
    const problem = toProblem(error, runtime.log)
    const place = { baseUrl: runtime.installation.baseUrl, instance: verb.words, requestId: request_id }
    surroundings.complain(json ? printJson(problemBody(problem, place)) : describeRefusal(problem))
    return EXIT_REFUSED
  } finally {
    await close()
  }
}

function requireName(name: string): string {
  if (/^[^\p{Cc}]{1,64}$/u.test(name)) return name
  throw new UsageError('--as must be 1 to 64 characters on one line')
}

function describeRefusal({ message, members: { hint, errors = [], ...members } }: Problem): string {
  const faults = errors.map(({ pointer, message }) => `  ${optionAt(pointer)}: ${message}`)
  // The sentence leads readers of the body to a member that stands below it here.
  const head = faults.length > 0 ? message.replace(/; `errors` says.*$/, ':') : message
  const facts = Object.keys(members).length > 0 ? [printText(members)] : []
  return [head, ...faults, ...facts, ...(hint === undefined ? [] : [hint])].join('\n')
}

/** The option that a JSON pointer into the input leads to. */
const optionAt = (pointer: string): string => flagOf(pointer.split('/')[1] ?? '')
