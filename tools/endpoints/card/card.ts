import { z } from 'zod'
import { unstorableText } from '../../kernel/schemas.ts'
import { JsonReading } from '../../kernel/text/canonical-json.ts'
import { CARD } from './shape.ts'

/** Signers leave out what is empty. */
const text = z.string().default('')
const texts = z.array(z.string()).default([])
/** How a call must prove itself beside the broker's signature. */
const requirements = z.array(z.unknown()).default([])

const agentInterface = z.object({ url: text, protocolBinding: text, protocolVersion: text, tenant: text })
const extension = z.object({
  uri: text,
  required: z.boolean().default(false),
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

/** What is read of a card of A2A 1.0: words of its provider, none of them checked. */
const card = z.object({
  name: text,
  description: text,
  version: text,
  provider: z.object({ url: text, organization: text }).nullish(),
  supportedInterfaces: z.array(agentInterface).default([]),
  capabilities: z.object({ extensions: z.array(extension).default([]) }).default({ extensions: [] }),
  defaultInputModes: texts,
  defaultOutputModes: texts,
  securityRequirements: requirements,
  skills: z.array(skill).default([]),
})

export type Card = z.output<typeof card>

export type CardFault = 'CARD_MALFORMED' | 'CARD_VERSION_UNSUPPORTED'

/** A card as it is served: what it says, and the object that its signatures are of. */
export type ServedCard = { served: Readonly<Record<string, unknown>>; card: Card }

const MEMBERS = Object.entries(CARD).flatMap(([name, { isRequired }]) => (isRequired ? [name] : []))

/** Our sentence for each way in which a body is no card of A2A 1.0. */
export function readServedCard(body: Buffer): ServedCard | { fault: CardFault; detail: string } {
  const reading = new JsonReading(body)
  const value = reading.document().ok ? reading.value() : undefined
  if (!value?.ok || unstorableText(value.value)) return malformed('The card cannot be read as one JSON object.')
  const served = value.value as Readonly<Record<string, unknown>>
  // Served by 0.3; 1.0 has both in its interfaces.
  if ('url' in served || 'protocolVersion' in served) {
    return { fault: 'CARD_VERSION_UNSUPPORTED', detail: 'This is a card of A2A 0.3; serve one of A2A 1.0.' }
  }
  const missing = MEMBERS.filter(name => served[name] === undefined || served[name] === null)
  if (missing.length > 0) return malformed(`The card lacks what A2A 1.0 requires: ${missing.join(', ')}.`)
  const parsed = card.safeParse(served)
  if (!parsed.success) return malformed(`The card has what A2A 1.0 does not allow at ${placeOf(parsed.error)}.`)
  return { served, card: parsed.data }
}

/** A card as it is stored, in whatever form was signed. */
export const readCard = (canonical: string): Card => card.parse(JSON.parse(canonical))

const malformed = (detail: string) => ({ fault: 'CARD_MALFORMED' as const, detail })

/** Names of ours and places in lists alone, never the names of others. */
function placeOf({ issues: [issue] }: z.ZodError): string {
  return `/${(issue?.path ?? []).join('/')}`
}
