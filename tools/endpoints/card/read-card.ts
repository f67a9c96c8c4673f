import { z } from 'zod'
import { unstorableText } from '../../core/schemas.ts'
import { JsonReading } from '../../core/text/canonical-json.ts'
import { CARD } from './card-shape.ts'

/** Signers omit empty values; null counts as absent. */
const text = z
  .string()
  .nullish()
  .transform(value => value ?? '')
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform(value => value ?? [])
const texts = listOf(z.string())
/** Required authentication in addition to the broker's signature. */
const requirements = listOf(z.unknown())

const agentInterface = z.object({ url: text, protocolBinding: text, protocolVersion: text, tenant: text })
const extension = z.object({
  uri: text,
  required: z
    .boolean()
    .nullish()
    .transform(value => value ?? false),
  params: z.record(z.string(), z.unknown()).nullish(),
})
const skill = z.object({
  id: text,
  name: text,
  description: text,
  tags: texts,
  examples: texts,
  inputModes: texts,
  outputModes: texts,
  securityRequirements: requirements,
})

/** The parts of an A2A 1.0 card that are used: text of its provider, not verified. */
const card = z.object({
  name: text,
  description: text,
  version: text,
  provider: z.object({ url: text, organization: text }).nullish(),
  supportedInterfaces: listOf(agentInterface),
  capabilities: z.object({ extensions: listOf(extension) }).default({ extensions: [] }),
  defaultInputModes: texts,
  defaultOutputModes: texts,
  securityRequirements: requirements,
  skills: listOf(skill),
})

export type Card = z.output<typeof card>

export type CardFault = 'CARD_MALFORMED' | 'CARD_VERSION_UNSUPPORTED'

/** A served card: its content, and the object that its signatures cover. */
export type ServedCard = { served: Readonly<Record<string, unknown>>; card: Card }

const MEMBERS = Object.entries(CARD).flatMap(([name, { isRequired }]) => (isRequired ? [name] : []))

const VERSION = /^1\.0(?:\.\d+)?$/

/** The interface to call: the first with JSON-RPC and A2A 1.0. */
export const findInterface = ({ supportedInterfaces }: Pick<Card, 'supportedInterfaces'>) =>
  supportedInterfaces.find(
    ({ protocolBinding, protocolVersion }) => protocolBinding === 'JSONRPC' && VERSION.test(protocolVersion),
  )

/**
 * A sentence for each reason why a body is not an A2A 1.0 card. Members of 0.3 next to those of 1.0 are ignored
 * (ENDP-16).
 */
export function readServedCard(body: Buffer): ServedCard | { fault: CardFault; detail: string } {
  const reading = new JsonReading(withoutBom(body))
  const value = reading.document().ok ? reading.value() : undefined
  if (!value?.ok || unstorableText(value.value)) return malformed('The card is not a single valid JSON object.')
  const served = value.value as Readonly<Record<string, unknown>>
  const missing = MEMBERS.filter(name => served[name] === undefined || served[name] === null)
  const parsed = missing.length === 0 ? card.safeParse(served) : undefined
  if (parsed?.success && (findInterface(parsed.data) || !isLegacy(served))) return { served, card: parsed.data }
  if (isLegacy(served) && !isCurrent(served)) return LEGACY
  if (parsed?.error)
    return malformed(`The card contains something that A2A 1.0 does not allow at ${pointerOf(parsed.error)}.`)
  return malformed(`The card lacks members that A2A 1.0 requires: ${missing.join(', ')}.`)
}

const LEGACY = {
  fault: 'CARD_VERSION_UNSUPPORTED' as const,
  detail: 'This is an A2A 0.3 card. Declare an A2A 1.0 interface with JSONRPC in supportedInterfaces.',
}

/** In 1.0 both are in its interfaces. */
const isLegacy = (served: object) => 'url' in served || 'protocolVersion' in served

const interfaces = z.object({ supportedInterfaces: listOf(agentInterface) })

const isCurrent = (served: object): boolean => {
  const parsed = interfaces.safeParse(served)
  return parsed.success && findInterface(parsed.data) !== undefined
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf])

const withoutBom = (body: Buffer) => (body.subarray(0, BOM.length).equals(BOM) ? body.subarray(BOM.length) : body)

/** The card as stored, in the signed form. */
export const readCard = (canonical: string): Card => card.parse(JSON.parse(canonical))

const malformed = (detail: string) => ({ fault: 'CARD_MALFORMED' as const, detail })

/** Lists only names of the schema and indexes, never names from the card. */
function pointerOf({ issues: [issue] }: z.ZodError): string {
  return `/${(issue?.path ?? []).join('/')}`
}
