import common from '../wording/common.json' with { type: 'json' }
import type { AmountSource } from './amount.ts'
import type { Draw } from './draw.ts'
import type { Json } from './json.ts'

/** Wording by key: `[this|that]` is a choice, `{slot}` is replaced by a value. */
export interface Wording {
  readonly [key: string]: string | readonly string[] | Wording
}

/** A key of the wording, dotted if nested, with the values of its slots. */
export interface Phrase {
  say: string
  with?: Readonly<Record<string, Slot | undefined>>
}

/** A number is written in digits or words, a list as "a, b and c", text unchanged. */
export type Slot = string | number | Phrase | readonly Slot[]

/** JSON with phrases in place of sentences. */
export type InputOutline =
  | string
  | number
  | Phrase
  | readonly InputOutline[]
  | { readonly [member: string]: InputOutline }

/** The content of a task, before wording is chosen. */
export interface Outline {
  /** Without it, the opening and the body are the prompt. */
  input?: InputOutline
  opening: readonly Phrase[]
  /** Paragraphs. */
  body: readonly (readonly Phrase[])[]
  /** Optional sentences before the body or at the end. */
  notes: readonly Phrase[]
  /** The meaning of the members of the answer. */
  asked: readonly { member: string; what: Phrase }[]
}

export interface TaskText {
  prompt?: string
  input?: Json
  instruction: string
}

/** Maximum characters of a text. */
const MOST = 1_890
const ATTEMPTS = 150

/** The first rendering that is short enough; each attempt chooses other wording. */
export function render(draw: Draw, wording: Wording, outline: () => Outline, amountNote?: string): TaskText {
  let shortest = renderOnce(draw, wording, outline(), amountNote)
  for (let attempt = 0; attempt < ATTEMPTS && lengthOf(shortest) > MOST; attempt++) {
    const text = renderOnce(draw, wording, outline(), amountNote)
    if (lengthOf(text) < lengthOf(shortest)) shortest = text
  }
  return shortest
}

const lengthOf = ({ prompt = '', input, instruction }: TaskText) =>
  prompt.length + (input === undefined ? 0 : JSON.stringify(input).length) + instruction.length

function renderOnce(draw: Draw, wording: Wording, outline: Outline, amountNote?: string): TaskText {
  const { sentence } = writer(draw, wording)
  const notes = draw.shuffle(outline.notes.map(sentence))
  const before = draw.integer(0, notes.length)
  const opening = [...outline.opening.map(sentence), ...notes.slice(0, before)]
  const body = outline.body.map(paragraph => paragraph.map(sentence))
  const asked = [renderAsked(draw, wording, outline.asked)]
  const rest = [...notes.slice(before), ...(amountNote === undefined ? [] : [amountNote])]
  if (outline.input === undefined) {
    return { prompt: paragraphs(opening, ...body), instruction: paragraphs(asked, rest) }
  }
  const middle = draw.isHeads() ? [...body, asked] : [asked, ...body]
  return {
    input: renderInput(outline.input, sentence),
    instruction: paragraphs(opening, ...middle, rest),
  }
}

const paragraphs = (...parts: string[][]): string =>
  parts
    .map(part => part.join(' '))
    .filter(part => part !== '')
    .join('\n\n')

function renderInput(input: InputOutline, sentence: (phrase: Phrase) => string): Json {
  if (typeof input !== 'object') return input
  if (Array.isArray(input)) return input.map(item => renderInput(item, sentence))
  if ('say' in input) return sentence(input as Phrase)
  return Object.fromEntries(Object.entries(input).map(([name, inner]) => [name, renderInput(inner, sentence)]))
}

/** Describes the members of the answer, in any order. */
function renderAsked(draw: Draw, wording: Wording, asked: Outline['asked']): string {
  const { say } = writer(draw, wording)
  const members = draw.shuffle(asked).map(({ member, what }) => ({ member, what: say(what) }))
  // As the last one, a member that lists names of members would be ambiguous.
  const isPlain = members.every(({ what }) => !what.includes('`'))
  const own = writer(draw, common)
  const form = draw.pick([...common.member, ...(isPlain ? common.memberLast : [])])
  const parts = members.map(slots => own.fill(form, slots))
  const list = draw.isHeads()
    ? `${capitalized(parts.join('; '))}.`
    : parts.map(part => `${capitalized(part)}.`).join(' ')
  return `${own.sentence({ say: 'opening' })} ${list}`
}

/** The sentence that defines N in the text of a task. */
export function renderAmount(draw: Draw, amount: number, source?: AmountSource): string {
  const { sentence } = writer(draw, common)
  if (!source) return sentence({ say: 'givenAmount', with: { amount: String(amount) } })
  return sentence({ say: 'earlierAmount', with: { member: source.member, place: common.places[source.task - 1] } })
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Renders phrases of one wording. */
function writer(draw: Draw, wording: Wording) {
  const say = ({ say: key, with: slots = {} }: Phrase): string => fill(draw.pick(formsOf(wording, key)), slots)
  const fill = (form: string, slots: NonNullable<Phrase['with']>): string =>
    form
      .replace(/\[([^\]]*)\]/g, (_, either: string) => draw.pick(either.split('|')))
      .replace(/\{(\w+)\}/g, (_, name: string) => {
        const slot = slots[name]
        if (slot === undefined) throw new Error(`there is no value for {${name}} in ${form}`)
        return write(slot)
      })
  const write = (slot: Slot): string => {
    if (typeof slot === 'string') return slot
    if (typeof slot === 'number') return (draw.isHeads() ? common.small[slot - 2] : undefined) ?? String(slot)
    if ('say' in slot) return say(slot)
    const items = slot.map(write)
    return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
  }
  return { say, fill, sentence: (phrase: Phrase) => capitalized(say(phrase)) }
}

/** The forms under a dotted key. */
export function formsOf(wording: Wording, key: string): readonly string[] {
  let found: Wording[string] | undefined = wording
  for (const part of key.split('.')) found = isNested(found) ? found[part] : undefined
  if (typeof found === 'string') return [found]
  if (!Array.isArray(found)) throw new Error(`the wording has no ${key}`)
  return found
}

const isNested = (value: Wording[string] | undefined): value is Wording =>
  value !== undefined && typeof value === 'object' && !Array.isArray(value)
