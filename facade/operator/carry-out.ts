import type { Runtime } from '../../tools/kernel/context.ts'
import { invoke } from '../../tools/kernel/invoke.ts'
import { type Problem, problemBody } from '../../tools/kernel/problems/problems.ts'
import { toProblem } from '../../tools/kernel/problems/to-problem.ts'
import { type Arguments, readArguments, type TextSource, UsageError } from './arguments.ts'
import { describeVerb, describeVerbs } from './help.ts'
import { flagOf } from './options.ts'
import { printText } from './print.ts'
import { type Command, isVerb, type Verb } from './verb.ts'

/** Where a command runs. */
export interface Surroundings extends TextSource {
  /** The operator's account. */
  userName(): string
  /** For one verb, once it is known to be one; throws `NothingToWorkOn`. */
  openRuntime(): Promise<Runtime>
  /** Does one of `DEEDS`, by its name; throws `NothingToWorkOn`, or `Undone`. */
  doDeed(name: string, input: never): Promise<Record<string, unknown>>
}

/** There is no database, or none that this may work on; the message is one line that says why. */
export class NothingToWorkOn extends Error {
  readonly exitCode: number

  constructor(exitCode: number, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}

/** What was asked for cannot be done as things stand, and nothing was; the message is one line that says why. */
export class Undone extends Error {}

/** How a command line ended; `json`: as it asked to be told. */
export type Ended = { exit_code: number; json: boolean } & (
  | { answer: Record<string, unknown> }
  | { text: string }
  | { message: string; problem?: object }
)

const EXIT_REFUSED = 1
export const EXIT_USAGE = 2

/** Runs one command line. Exit codes: 0, 1 refused, 2 no such command, and those of `NothingToWorkOn`. */
export async function carryOut(
  verbs: readonly Command[],
  words: readonly string[],
  surroundings: Surroundings,
): Promise<Ended> {
  let json = words.includes('--json')
  try {
    const named = findVerb(verbs, words)
    if ('page' in named) return { exit_code: 0, json, text: named.page }
    const read = readArguments(named.verb, named.rest, surroundings)
    json = read.json
    if (read.help) return { exit_code: 0, json, text: describeVerb(named.verb) }
    const { verb } = named
    return { json, ...(await (isVerb(verb) ? runVerb(verb, read, surroundings) : runDeed(verb, read, surroundings))) }
  } catch (error) {
    if (error instanceof NothingToWorkOn) return { exit_code: error.exitCode, json, message: error.message }
    if (error instanceof Undone) return { exit_code: EXIT_REFUSED, json, message: error.message }
    if (!(error instanceof UsageError)) throw error
    return { exit_code: EXIT_USAGE, json, message: error.message }
  }
}

const HELP: readonly (string | undefined)[] = [undefined, '--help', '-h']

type Named = { page: string } | { verb: Command; rest: readonly string[] }

/** `help user create` asks for what `user create --help` does. */
function findVerb(verbs: readonly Command[], words: readonly string[]): Named {
  const isHelp = words[0] === 'help'
  const [first, second, ...rest] = isHelp ? words.slice(1) : words
  const verb = verbs.find(({ words }) => words === `${first} ${second}`)
  if (verb) return { verb, rest: isHelp ? ['--help'] : rest }
  const deed = verbs.find(({ words }) => words === first)
  if (deed) return { verb: deed, rest: isHelp ? ['--help'] : words.slice(1) }
  if (HELP.includes(first)) return { page: describeVerbs(verbs) }
  if (first === '--batch') throw new UsageError('--batch stands alone; verbs are lines of standard input')
  const group = verbs.filter(({ words }) => words.startsWith(`${first} `))
  if (group.length > 0 && HELP.includes(second)) return { page: describeVerbs(group) }
  const offered = (group.length > 0 ? group : verbs).map(({ words }) => words)
  throw new UsageError(`there is no such verb; there is ${offered.join(', ')}`)
}

type Done = { exit_code: 0; answer: Record<string, unknown> } | { exit_code: 1; message: string; problem: object }

async function runVerb(verb: Verb, { input, as }: Arguments, surroundings: Surroundings): Promise<Done> {
  const actor = { kind: 'operator' as const, name: requireName(as ?? surroundings.userName()) }
  const runtime = await surroundings.openRuntime()
  const request_id = runtime.newId()
  try {
    const { output } = await invoke(runtime, verb.tool, { actor, input, request_id, strict: true })
    return { exit_code: 0, answer: output }
  } catch (error) {
    const refusal = toProblem(error, runtime.log)
    const place = { baseUrl: runtime.installation.baseUrl, instance: verb.words, requestId: request_id }
    return { exit_code: EXIT_REFUSED, message: describeRefusal(refusal), problem: problemBody(refusal, place) }
  }
}

async function runDeed({ words, tool }: Command, { input }: Arguments, { doDeed }: Surroundings): Promise<Done> {
  const judged = tool.input.strict().safeParse(input)
  if (judged.success) return { exit_code: 0, answer: await doDeed(tool.name, judged.data as never) }
  const [issue] = judged.error.issues
  throw new UsageError(`${words}: ${flagOf(String(issue?.path[0]))}: ${issue?.message}`)
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
