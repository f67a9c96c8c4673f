import type { Json } from './json.ts'
import type { TaskText } from './render.ts'

/** The sentences of a task that may be rewritten: its prompt, the `text` of messages, its instruction. */
export function proseOf({ prompt, input, instruction }: TaskText): string[] {
  return [...(prompt === undefined ? [] : [prompt]), ...messagesOf(input).map(({ text }) => text), instruction]
}

/** The same task with other sentences; as many as `proseOf` returns. */
export function withProse(text: TaskText, prose: readonly string[]): TaskText {
  const left = [...prose]
  const prompt = text.prompt === undefined ? {} : { prompt: left.shift()! }
  const messages = messagesOf(text.input).map(message => ({ ...message, text: left.shift()! }))
  const input = messages.length > 0 ? messages : text.input
  return { ...prompt, ...(input === undefined ? {} : { input }), instruction: left.shift()! }
}

type Message = { [member: string]: Json } & { text: string }

const messagesOf = (input: Json | undefined): Message[] =>
  Array.isArray(input) && input.every(isMessage) ? (input as Message[]) : []

const isMessage = (item: Json): boolean =>
  item !== null && typeof item === 'object' && !Array.isArray(item) && typeof item.text === 'string'
