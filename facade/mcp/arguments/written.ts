import { JsonReading } from '../../../tools/core/text/canonical-json.ts'
import { isObject } from '../wire/json-rpc.ts'

type Text = () => string | undefined

/** The JSON texts that objects were read from; `JSON.parse` rounds numbers, and who checks an input may copy it. */
const texts = new WeakMap<object, Text>()

/** Arguments in a wrapper in a text. */
const LAYERS = 3

/** From now on `writtenText` knows the text of an object, and of those in it. */
export function rememberText(value: unknown, text: Text, layers = LAYERS): void {
  if (typeof value !== 'object' || value === null) return
  texts.set(value, text)
  if (layers === 0) return
  for (const [name, member] of Object.entries(value)) {
    rememberText(member, () => memberText(text(), name, Array.isArray(value)), layers - 1)
  }
}

/** The compact JSON of an object as it was sent, numbers and order of keys as they came; `undefined`: it was not sent so. */
export const writtenText = (value: unknown): string | undefined => (isObject(value) ? texts.get(value)?.() : undefined)

function memberText(text: string | undefined, name: string, isItem: boolean): string | undefined {
  if (text === undefined) return undefined
  const reading = new JsonReading(Buffer.from(text), true)
  return isItem ? reading.itemTexts()[Number(name)] : reading.memberText(name)
}
