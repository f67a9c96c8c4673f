import { z } from 'zod'

/** The claims of a provider's card about itself and the skill. They are signed, but not verified. */
export interface Claims {
  name: string
  description: string
  version: string
  provider: { organization: string; url: string } | null
  skill: { id: string; name: string; description: string; tags: string[]; examples: string[] }
  fetched_at: string
}

/** PostgreSQL can store neither U+0000 nor lone surrogates. */
const storable = (text: string, most: number): string =>
  [...text.replaceAll('\0', '').toWellFormed()].slice(0, most).join('')

const LABEL = 200
const PROSE = 4_000

const claimText = (most: number) =>
  z
    .string()
    .catch('')
    .transform(text => storable(text, most))

const claimList = (most: number, characters: number) =>
  z
    .array(z.unknown())
    .catch([])
    .transform(items =>
      items.flatMap(item => (typeof item === 'string' && item !== '' ? storable(item, characters) : [])).slice(0, most),
    )

const TAGS = 32
const TAG = 64
const EXAMPLES = 16
const MODES = 32

const skill = z.object({
  id: z.string(),
  name: claimText(LABEL),
  description: claimText(PROSE),
  tags: claimList(TAGS, TAG),
  examples: claimList(EXAMPLES, 1_000),
  inputModes: claimList(MODES, LABEL),
  outputModes: claimList(MODES, LABEL),
})

const card = z.object({
  name: claimText(LABEL),
  description: claimText(PROSE),
  version: claimText(LABEL),
  provider: z
    .object({ organization: claimText(LABEL), url: claimText(2_048) })
    .nullable()
    .catch(null),
  skills: z.array(z.looseObject({ id: z.string() })),
  defaultInputModes: claimList(MODES, LABEL),
  defaultOutputModes: claimList(MODES, LABEL),
})

/** Reads the claims of a verified canonical payload; overlong values are truncated. */
export function readClaims(text: string, skillId: string, fetchedAt: string) {
  const { skills, defaultInputModes, defaultOutputModes, ...rest } = card.parse(JSON.parse(text))
  const { inputModes, outputModes, ...named } = skill.parse(skills.find(({ id }) => id === skillId))
  const claims: Claims = { ...rest, skill: named, fetched_at: fetchedAt }
  return {
    claims,
    input_modes: inputModes.length > 0 ? inputModes : defaultInputModes,
    output_modes: outputModes.length > 0 ? outputModes : defaultOutputModes,
  }
}
