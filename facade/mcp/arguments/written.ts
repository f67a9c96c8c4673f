import { JsonReading } from '../../../tools/core/text/canonical-json.ts'
import { isObject } from '../wire/json-rpc.ts'

type Text = () => string | undefined

/** The JSON texts that objects were parsed from; `JSON.parse` rounds numbers, and validators may copy the input. */
const texts = new WeakMap<object, Text>()

/** Levels of arguments in a wrapper in a text. */
const LAYERS = 3

/** Registers the text of an object and of those inside it for `writtenText`. */
export function rememberText(value: unknown, text: Text, layers = LAYERS): void {
  if (typeof value !== 'object' || value === null) return
  texts.set(value, text)
  if (layers === 0) return
  for (const [name, member] of Object.entries(value)) {
    rememberText(member, () => memberText(text(), name, Array.isArray(value)), layers - 1)
  }
}

/**
 * The compact JSON of an object as it was sent, with numbers and key order as received; `undefined` if it was not sent
 * in this form.
 */
export const writtenText = (value: unknown): string | undefined => (isObject(value) ? texts.get(value)?.() : undefined)

function memberText(text: string | undefined, name: string, isItem: boolean): string | undefined {
  if (text === undefined) return undefined
  const reading = new JsonReading(Buffer.from(text), true)
  return isItem ? reading.itemTexts()[Number(name)] : reading.memberText(name)
}
