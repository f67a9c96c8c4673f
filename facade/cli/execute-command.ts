import type { Runtime } from '../../tools/core/context.ts'
import { invoke } from '../../tools/core/invoke-tool.ts'
import { type Problem, problemBody } from '../../tools/core/problems/problem.ts'
import { toProblem } from '../../tools/core/problems/to-problem.ts'
import { nearest } from '../../tools/core/text/nearest-name.ts'
import { type Arguments, CliUsageError, readCliArguments, type TextSource } from './cli-arguments.ts'
import { type Command, isToolCommand, type ToolCommand } from './cli-command.ts'
import { describeVerb, describeVerbs, type HelpReader, listVerbs, specifyVerb } from './cli-help.ts'
import { flagOf } from './cli-options.ts'
import { confirmationLines, type ReadPerson } from './confirmations.ts'
import { escapeUnprintable, printText } from './print-result.ts'

/** The environment of a command. */
export interface CliEnvironment extends TextSource, HelpReader {
  version: string
  /** The operator's account. */
  userName(): string
  /** For verbs, opened on demand; throws `NoUsableDatabase`. */
  openRuntime(): Promise<Runtime>
  /** Runs one of `SYSTEM_COMMANDS` by name; throws `NoUsableDatabase`, or `CommandRefused`. */
  runSystemCommand(name: string, input: never, operator: string): Promise<Record<string, unknown>>
  /** Asks the user at the terminal; absent without one. */
  confirm?: ((question: string) => Promise<boolean>) | undefined
}

/** There is no usable database; the message is one line with the reason. */
export class NoUsableDatabase extends Error {
  readonly exitCode: number

  constructor(exitCode: number, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}

/** The command is not possible at the moment, and nothing was changed; the message is one line with the reason. */
export class CommandRefused extends Error {}

/** The result of a command line; `json`: as requested. `text` is the output for people. */
export type CommandResult = { exit_code: number; json: boolean } & (
  | { answer: Record<string, unknown>; text?: string }
  | { text: string }
  | { message: string; problem?: object }
)

const EXIT_REFUSED = 1
export const EXIT_USAGE = 2

/** Executes one command line. Exit codes: 0 success, 1 failure, 2 invalid usage, and those of `NoUsableDatabase`. */
export async function executeCommand(
  verbs: readonly Command[],
  argv: readonly string[],
  surroundings: CliEnvironment,
): Promise<CommandResult> {
  let json = argv.includes('--json')
  try {
    if (argv[0] === '--version') return versionOf(json, surroundings)
    const named = findVerb(verbs, argv)
    if ('group' in named) {
      return describedAs(json, () => describeVerbs(named.group, surroundings), listVerbs(named.group))
    }
    const read = readCliArguments(named.verb, named.rest, surroundings)
    json = read.json
    const { verb } = named
    if (read.version) return versionOf(json, surroundings)
    if (read.help) return describedAs(json, () => describeVerb(verb, surroundings), specifyVerb(verb))
    if (needsConfirmation(verb, read) && !surroundings.confirm) {
      throw new CliUsageError(`${verb.name} is destructive and there is no terminal for a confirmation: add --yes`)
    }
    return {
      json,
      ...(await (isToolCommand(verb) ? runVerb(verb, read, surroundings) : runSystemVerb(verb, read, surroundings))),
    }
  } catch (error) {
    if (error instanceof NoUsableDatabase) return { exit_code: error.exitCode, json, message: error.message }
    if (error instanceof CommandRefused) return { exit_code: EXIT_REFUSED, json, message: error.message }
    if (!(error instanceof CliUsageError)) throw error
    return { exit_code: EXIT_USAGE, json, message: error.message }
  }
}

const HELP: readonly (string | undefined)[] = [undefined, '--help', '-h', '--json']

const describedAs = (json: boolean, page: () => string, output: Record<string, unknown>): CommandResult =>
  json ? { exit_code: 0, json, answer: output } : { exit_code: 0, json, text: page() }

const needsConfirmation = ({ tool }: Command, { yes }: Arguments): boolean => tool.effect === 'destructive' && !yes

/** Irreversible actions require a confirmation at the terminal; `effects` describes them. */
async function requireConsent(effects: readonly string[], input: object, { confirm }: CliEnvironment): Promise<void> {
  const given = Object.keys(input).length > 0 ? [printText({ ...input })] : []
  const question = [...effects.map(escapeUnprintable), ...given, 'Continue? [y/N] '].join('\n')
  if (!(await confirm?.(question))) throw new CommandRefused('nothing was done')
}

const versionOf = (json: boolean, { program, version }: CliEnvironment): CommandResult =>
  describedAs(json, () => `${program} ${version}`, { version })

type Named = { group: readonly Command[] } | { verb: Command; rest: readonly string[] }

/** Legacy name of a verb group, which scripts may still use. */
const FORMER: Readonly<Record<string, string>> = { user: 'person' }

/** `help person create` is the same as `person create --help`. */
function findVerb(verbs: readonly Command[], argv: readonly string[]): Named {
  const isHelp = argv[0] === 'help'
  const [named, second, ...rest] = isHelp ? argv.slice(1) : argv
  const first = Object.hasOwn(FORMER, named ?? '') ? FORMER[named!] : named
  const verb = verbs.find(({ name }) => name === `${first} ${second}`)
  const jsonToo = argv.filter(word => word === '--json')
  if (verb) return { verb, rest: isHelp ? ['--help', ...jsonToo] : rest }
  const command = verbs.find(({ name }) => name === first)
  if (command) return { verb: command, rest: isHelp ? ['--help', ...jsonToo] : argv.slice(1) }
  if (HELP.includes(first)) return { group: verbs }
  if (first === '--batch')
    throw new CliUsageError('--batch cannot be combined with other arguments; send verbs as lines of standard input')
  const group = verbs.filter(({ name }) => name.startsWith(`${first} `))
  if (group.length > 0 && HELP.includes(second)) return { group }
  throw new CliUsageError(describeUnknown(isHelp ? argv.slice(1) : argv, group.length > 0 ? group : verbs))
}

/** Names the nearest verb, or, if none is similar, those there are. */
function describeUnknown([first, second = '']: readonly string[], verbs: readonly Command[]): string {
  const known = verbs.map(({ name }) => name)
  const similar = nearest(second.startsWith('-') ? first! : `${first} ${second}`.trim(), known)
  return similar === undefined
    ? `unknown verb; available: ${known.join(', ')}`
    : `unknown verb; did you mean ${similar}?`
}

type Done =
  | { exit_code: number; answer: Record<string, unknown>; text?: string }
  | { exit_code: number; message: string; problem: object }

async function runVerb(verb: ToolCommand, read: Arguments, surroundings: CliEnvironment): Promise<Done> {
  const { input } = read
  const actor = { kind: 'operator' as const, name: nameOf(read.as, surroundings) }
  const runtime = await surroundings.openRuntime()
  const request_id = runtime.newId()
  const call = (tool: ToolCommand['tool'], input: object) =>
    invoke(runtime, tool, { actor, input, request_id, strict: true })
  try {
    if (needsConfirmation(verb, read)) {
      const ask: ReadPerson = async (of, reference) => (await call(of, reference)).output as never
      await requireConsent(await confirmationLines(ask, verb.tool, input), input, surroundings)
    }
    return { exit_code: 0, answer: (await call(verb.tool, input)).output }
  } catch (error) {
    if (error instanceof CommandRefused) throw error
    const refusal = toProblem(error, runtime.log)
    const context = { baseUrl: runtime.installation.baseUrl, instance: verb.name, requestId: request_id }
    return { exit_code: EXIT_REFUSED, message: describeRefusal(refusal), problem: problemBody(refusal, context) }
  }
}

async function runSystemVerb(command: Command, read: Arguments, surroundings: CliEnvironment): Promise<Done> {
  const { name, tool, format, hasProblem } = command
  const { input, as } = read
  // A program reads standard error too, and wants nothing there but the fault.
  const isQuiet = read.json && 'quiet' in tool.input.shape
  const judged = tool.input.strict().safeParse(isQuiet ? { quiet: true, ...input } : input)
  if (judged.success) {
    if (needsConfirmation(command, read)) await requireConsent([tool.description], input, surroundings)
    const { columns } = surroundings
    const output = await surroundings.runSystemCommand(tool.name, judged.data as never, nameOf(as, surroundings))
    const exit_code = hasProblem?.(output as never) ? EXIT_REFUSED : 0
    return { exit_code, answer: output, ...(format && { text: format(output as never, columns) }) }
  }
  const [issue] = judged.error.issues
  throw new CliUsageError(`${name}: ${flagOf(String(issue?.path[0]))}: ${issue?.message}`)
}

function nameOf(as: string | undefined, { userName }: CliEnvironment): string {
  const name = as ?? userName()
  if (/^[^\p{Cc}]{1,64}$/u.test(name)) return name
  throw new CliUsageError('--as must be 1 to 64 characters on one line')
}

function describeRefusal({ message, members: { hint, errors = [], ...members } }: Problem): string {
  const faults = errors.map(({ pointer, message }) => `  ${optionAt(pointer)}: ${message}`)
  // The sentence refers to a member of the body that is printed below.
  const head = faults.length > 0 ? message.replace(/; `errors` says.*$/, ':') : message
  const facts = Object.keys(members).length > 0 ? [printText(members)] : []
  return [head, ...faults, ...facts, ...(hint === undefined ? [] : [hint])].join('\n')
}

/** The option for a JSON pointer into the input. */
const optionAt = (pointer: string): string => flagOf(pointer.split('/')[1] ?? '')
