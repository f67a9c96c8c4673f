import type { Completer, McpMethod, McpRequest, Prompt } from '../mcp-methods.ts'
import { invalidParams, isObject, type Params } from '../wire/json-rpc.ts'
import { isToolOffered, LIST_TTL_MS, requireNoCursor } from './lists.ts'
import { offeredTemplates } from './resource-methods.ts'

const offeredPrompts = (visit: McpRequest): Prompt[] =>
  visit.catalogue.features.prompts.filter(({ tools }) => tools.every(name => isToolOffered(visit, name)))

function describe({ name, title, description, arguments: given }: Prompt): object {
  const listed = Object.entries(given).map(([name, { description, required }]) => ({ name, description, required }))
  return { name, title, description, ...(listed.length > 0 && { arguments: listed }) }
}

const promptsList: McpMethod = {
  ttlMs: LIST_TTL_MS,
  run(_, visit, params) {
    requireNoCursor(params)
    return `"prompts":${JSON.stringify(offeredPrompts(visit).map(describe))}`
  },
}

function requirePrompt(visit: McpRequest, name: unknown): Prompt {
  const found = offeredPrompts(visit).find(prompt => prompt.name === name)
  if (!found) throw invalidParams('unknown prompt')
  return found
}

/** Characters of an argument: it becomes part of a message to a model. */
const ARGUMENT_CHARACTERS = 2_000

function readArguments({ arguments: declared }: Prompt, given: unknown = {}): Record<string, string> {
  if (!isObject(given)) throw invalidParams('arguments must be an object')
  const read: Record<string, string> = {}
  for (const [name, { required }] of Object.entries(declared)) {
    const value = given[name] ?? ''
    if (typeof value !== 'string') throw invalidParams(`argument ${name} must be a string`)
    if (value.length > ARGUMENT_CHARACTERS) {
      throw invalidParams(`argument ${name} must not exceed ${ARGUMENT_CHARACTERS} characters`)
    }
    if (required && value === '') throw invalidParams(`argument ${name} is required`)
    if (value !== '') read[name] = value
  }
  return read
}

const promptsGet: McpMethod = {
  async run(parts, visit, params, actor) {
    const prompt = requirePrompt(visit, params.name)
    const messages = await prompt.get(readArguments(prompt, params.arguments), { parts, visit, actor })
    return `"description":${JSON.stringify(prompt.description)},"messages":${JSON.stringify(messages)}`
  },
}

/** By the protocol. */
const MOST_VALUES = 100

const complete: McpMethod = {
  async run(parts, visit, { ref, argument }, actor) {
    if (!isObject(ref) || !isObject(argument)) throw invalidParams('ref and argument must be objects')
    const { name, value = '' } = argument
    if (typeof name !== 'string' || typeof value !== 'string') throw invalidParams('argument must have name and value')
    const completer = findCompleter(visit, ref, name)
    const found = (await completer?.({ parts, visit, actor }, value.slice(0, ARGUMENT_CHARACTERS))) ?? []
    const values = found.slice(0, MOST_VALUES)
    return `"completion":${JSON.stringify({ values, total: found.length, hasMore: found.length > values.length })}`
  },
}

/** What completes an argument of a prompt or a variable of a template; `undefined`: nothing does. */
function findCompleter(visit: McpRequest, ref: Params, argument: string): Completer | undefined {
  const { arguments: known } = ref.type === 'ref/prompt' ? requirePrompt(visit, ref.name) : templateOf(visit, ref)
  if (!Object.hasOwn(known, argument)) throw invalidParams('unknown argument')
  return known[argument]?.complete
}

function templateOf(
  visit: McpRequest,
  { type, uri }: Params,
): { arguments: Readonly<Record<string, { complete?: Completer }>> } {
  if (type !== 'ref/resource') throw invalidParams('ref.type must be ref/prompt or ref/resource')
  const found = offeredTemplates(visit).find(({ uriTemplate }) => uriTemplate === uri)
  if (!found) throw invalidParams('unknown resource template')
  return { arguments: found.variables }
}

export const PROMPT_METHODS = [
  ['prompts/list', promptsList],
  ['prompts/get', promptsGet],
  ['completion/complete', complete],
] as const
