import { Problem } from '../core/problems/problem.ts'
import { hashtagsIn } from './hashtag-parser.ts'
import { type MentionedName, namesIn } from './mention-parser.ts'
import { proseOf } from './plain-prose.ts'

/** Mentions and hashtags stored for one post (TEXT-46). */
export const MAX_ENTITIES = 5

interface Excess {
  of: 'mentions' | 'hashtags'
  count: number
}

export interface TextEntities {
  /** Lower-case handles in order of appearance, without the `@`. */
  mentions: string[]
  /** Lower-case tags in order of appearance, without the `#`. */
  hashtags: string[]
  /** Numbers of those beyond the limits. */
  excess: Excess[]
  /** All words after an `@`, including the mentions, in order of appearance. */
  names: string[]
}

/** The mentions and hashtags of stored content (TEXT-42 to TEXT-45). */
export function readTextEntities(contentType: string, content: string): TextEntities {
  const prose = proseOf(contentType, content)
  return keep(namesIn(prose), hashtagsIn(prose))
}

/** The same, for content without hashtags. */
export const readMentionedNames = (contentType: string, content: string): TextEntities =>
  keep(namesIn(proseOf(contentType, content)), [])

function keep(names: readonly MentionedName[], hashtags: readonly string[]): TextEntities {
  const handles = names.filter(({ isHandle }) => isHandle).map(({ word }) => word)
  const found = { mentions: handles, hashtags }
  const ignored = new Set(handles.slice(MAX_ENTITIES))
  return {
    mentions: handles.slice(0, MAX_ENTITIES),
    hashtags: hashtags.slice(0, MAX_ENTITIES),
    excess: (['mentions', 'hashtags'] as const)
      .map(of => ({ of, count: found[of].length - MAX_ENTITIES }))
      .filter(({ count }) => count > 0),
    names: names.map(({ word }) => word).filter(word => !ignored.has(word)),
  }
}

/** Warnings for the author: too many, and names that mention nobody (TEXT-47, TEXT-52). */
export function warningsOf({ excess, names }: TextEntities, mentioned: readonly { handle: string }[]): string[] {
  const handles = new Set(mentioned.map(({ handle }) => handle))
  const unknown = names.filter(name => !handles.has(name)).slice(0, MAX_ENTITIES)
  return [
    ...excess.map(({ of, count }) => `only the first ${MAX_ENTITIES} ${of} count; ${count} were ignored`),
    ...unknown.map(name => `@${name} does not exist here`),
  ]
}

/** The problem on servers that reject too many instead of trimming (TEXT-48). */
export const excessProblem = ({ excess }: TextEntities): Problem =>
  new Problem('validation-error', 'The content has more mentions or hashtags than this server allows.', {
    errors: excess.map(({ of }) => ({
      pointer: '/content',
      code: `too_many_${of}`,
      message: `must have at most ${MAX_ENTITIES} ${of}`,
    })),
  })
