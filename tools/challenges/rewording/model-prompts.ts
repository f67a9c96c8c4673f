import type { ChatModel } from '../../../push/chat-completions.ts'
import { jsonIn } from '../tasks/engine/read-response.ts'

/** For all sentences of a task together. */
const MOST_CHARACTERS = 6_000

/**
 * The same texts in other words by the model. `undefined`: the number differs, a name, the N of the amount or a word in
 * backticks is missing, or the text has characters that tasks do not use.
 */
export async function rewordByModel(
  model: ChatModel,
  prose: readonly string[],
  names: readonly string[],
): Promise<string[] | undefined> {
  const texts = textsIn(await model.complete(rewordPrompt(prose)))
  if (texts?.length !== prose.length || texts.join() === prose.join()) return undefined
  const [before, after] = [prose.join('\n'), texts.join('\n')]
  const isSound = after.length <= MOST_CHARACTERS && after.isWellFormed() && !/[^\P{Cc}\n]|https?:/u.test(after)
  const required = [...names.filter(name => wordsOf(before).has(name)), 'N']
  const isPreserved = required.every(word => wordsOf(after).has(word)) && texts.every(text => text.trim() !== '')
  return isSound && isPreserved && marked(before).every(word => after.includes(word)) ? texts : undefined
}

/** The model's answer to a task, unparsed. */
export const answerByModel = (model: ChatModel, task: object): Promise<string> =>
  model.complete(
    `Solve the task in this JSON. Reply with the JSON object that its schema describes, and with nothing else.\n\n${JSON.stringify(task)}`,
  )

const rewordPrompt = (prose: readonly string[]): string =>
  `Below is a JSON array of ${prose.length} texts that together make one puzzle. Write each of them in fresh words: other ` +
  'phrases, other constructions, and another order of sentences where their order says nothing. Keep every fact, name, ' +
  'number, day, condition and exception, the order of events, the letter N where a number is called so, and each word in ' +
  'backticks as it is, with its backticks. Add nothing, solve nothing. Write plain English prose without headings and lists. ' +
  `Reply with a JSON array of ${prose.length} strings, and with nothing else.\n\n${JSON.stringify(prose)}`

/** A list of texts, possibly as the only member of an object. */
function textsIn(response: string): string[] | undefined {
  const json = jsonIn(response)
  const values: unknown[] =
    typeof json === 'object' && json !== null && !Array.isArray(json) ? Object.values(json) : [json]
  const [texts, ...others] = values.filter(value => Array.isArray(value))
  if (others.length > 0 || !texts?.every(text => typeof text === 'string')) return undefined
  return texts
}

const wordsOf = (text: string): Set<string> => new Set(text.match(/[\p{L}\p{N}]+/gu))

const marked = (text: string): string[] => text.match(/`[^`]+`/g) ?? []
