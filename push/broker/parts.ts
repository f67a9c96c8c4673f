import { z } from 'zod'

/** Exactly one of `text`, `data`, `url` and `raw` (base64) is present. All strings are text of the provider. */
export interface A2aPart {
  text?: string
  data?: unknown
  url?: string
  raw?: string
  mediaType: string | undefined
  filename: string | undefined
  /** Its index among the parts that the provider sent; for joined parts, the index of the first. */
  index: number
}

/** Readable parts, and our warnings about the others. */
export interface A2aParts {
  parts: A2aPart[]
  warnings: string[]
}

export interface A2aArtifact extends A2aParts {
  artifactId: string
  name: string | undefined
}

const MAX_ARTIFACTS = 200
/** For all artifacts together. */
const MAX_PARTS = 1_000
const MAX_NAME = 256
const MAX_WARNINGS = 20

const CONTENTS = ['text', 'data', 'url', 'raw'] as const

const name = z.string().min(1).max(MAX_NAME)

/** A name is reduced to one line, so that it cannot inject a header line. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu
const label = name
  .transform(text => text.replace(CONTROLS, ' ').trim() || undefined)
  .optional()
  .catch(undefined)

/** A media type with its parameters (RFC 9110, 8.3.1) in visible ASCII; anything else counts as absent. */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+[ \t]*(;[\x20-\x7e]*)?$/
const mediaType = name.regex(MEDIA_TYPE).optional().catch(undefined)
const members = z.record(z.string(), z.unknown())

/**
 * The readable parts of a message or an artifact: null counts as absent, and an invalid part becomes a warning without
 * text of the provider (TASK-56).
 */
export function readParts(given: unknown): A2aParts {
  if (given === undefined || given === null) return { parts: [], warnings: [] }
  if (!Array.isArray(given)) return { parts: [], warnings: ['Its parts are not a list.'] }
  const parts: A2aPart[] = []
  const warnings: string[] = []
  for (const [index, one] of given.entries()) {
    const part = readPart(one, index)
    if (typeof part === 'string') warnings.push(`Part ${index} was omitted: ${part}.`)
    else parts.push(part)
  }
  return { parts, warnings: shortened(warnings) }
}

const shortened = (warnings: string[]): string[] =>
  warnings.length <= MAX_WARNINGS
    ? warnings
    : [...warnings.slice(0, MAX_WARNINGS), `${warnings.length - MAX_WARNINGS} more parts were omitted.`]

function readPart(given: unknown, index: number): A2aPart | string {
  const part = members.safeParse(given).data
  if (!part) return 'it is not an object'
  const contents = CONTENTS.filter(content => part[content] !== undefined && part[content] !== null)
  const [content] = contents
  if (content === undefined) {
    return 'file' in part ? 'it is a file part of A2A 0.3' : 'it has none of text, data, url and raw'
  }
  if (contents.length > 1) return `it has ${contents.join(' and ')}, where one is allowed`
  const value = part[content]
  if (content !== 'data' && typeof value !== 'string') return `its ${content} is not a string`
  if (content === 'raw' && !isBase64(value as string)) return 'its raw is not base64'
  return { [content]: value, mediaType: mediaType.parse(part.mediaType), filename: label.parse(part.filename), index }
}

/** Base64 in either alphabet, with correct padding or none (as in JSON of Protocol Buffers). */
function isBase64(text: string): boolean {
  if (!/^(?:[A-Za-z0-9+/]*|[A-Za-z0-9_-]*)={0,2}$/.test(text)) return false
  const bare = text.replace(/=+$/, '')
  if (bare !== text && text.length % 4 !== 0) return false
  return Buffer.from(bare, 'base64url').toString('base64url') === bare.replaceAll('+', '-').replaceAll('/', '_')
}

/** The artifacts of a task; `undefined` if there are more artifacts or parts than are accepted. */
export function readArtifactParts(given: readonly unknown[]): A2aArtifact[] | undefined {
  const artifacts = joinArtifacts(given.map(readArtifact))
  const parts = artifacts.reduce((sum, { parts }) => sum + parts.length, 0)
  return artifacts.length > MAX_ARTIFACTS || parts > MAX_PARTS ? undefined : artifacts
}

function readArtifact(given: unknown, index: number): A2aArtifact {
  const artifact = members.safeParse(given).data
  const artifactId = label.parse(artifact?.artifactId) ?? `artifact-${index}`
  if (!artifact) return { artifactId, name: undefined, parts: [], warnings: [`Artifact ${index} is not an object.`] }
  const { parts, warnings } = readParts(artifact.parts)
  const isEmpty = parts.length === 0 && warnings.length === 0
  return {
    artifactId,
    name: label.parse(artifact.name),
    parts: joinTexts(parts),
    warnings: isEmpty ? [`Artifact ${index} has no parts.`] : warnings,
  }
}

/** A message that is returned instead of a task; `undefined` if it has more parts than are accepted. */
export function joinMessage({ parts, warnings }: A2aParts): A2aParts | undefined {
  const joined = joinTexts(parts)
  return joined.length > MAX_PARTS ? undefined : { parts: joined, warnings }
}

/** Joins consecutive items for which `isJoined` holds by concatenating their texts. */
function join<Item>(items: Item[], isJoined: (one: Item, next: Item) => boolean, merge: (run: Item[]) => Item): Item[] {
  const runs: Item[][] = []
  for (const item of items) {
    const run = runs.at(-1)
    if (run && isJoined(run[0]!, item)) run.push(item)
    else runs.push([item])
  }
  return runs.map(run => (run.length === 1 ? run[0]! : merge(run)))
}

const isText = ({ text }: A2aPart): boolean => text !== undefined

/** A stream appends its text in pieces (TASK-57). */
const joinTexts = (parts: A2aPart[]): A2aPart[] =>
  join(
    parts,
    (one, next) => isText(one) && isText(next) && one.mediaType === next.mediaType && one.filename === next.filename,
    run => ({ ...run[0]!, text: run.map(({ text }) => text).join('') }),
  )

/** Other streams send each piece as an artifact with the same id or name. */
const joinArtifacts = (artifacts: A2aArtifact[]): A2aArtifact[] =>
  join(
    artifacts,
    (one, next) =>
      isPiece(one) && isPiece(next) && isSame(one, next) && joinTexts([one.parts[0]!, next.parts[0]!]).length === 1,
    run => ({ ...run[0]!, parts: joinTexts(run.flatMap(({ parts }) => parts)) }),
  )

const isPiece = ({ parts, warnings }: A2aArtifact): boolean =>
  warnings.length === 0 && parts.length === 1 && isText(parts[0]!)

const isSame = (one: A2aArtifact, next: A2aArtifact): boolean =>
  one.artifactId === next.artifactId || (one.name !== undefined && one.name === next.name)
