import { Problem } from '../kernel/problems/problems.ts'
import { hashtagsIn } from './hashtags.ts'
import { type Name, namesIn } from './mentions.ts'
import { proseOf } from './prose.ts'

/** Mentions and hashtags stored for one post (TEXT-46). */
export const MARKS_KEPT = 5

interface Excess {
  of: 'mentions' | 'hashtags'
  count: number
}

export interface Marks {
  /** Lower-case handles in order of appearance, without the `@`. */
  mentions: string[]
  /** Lower-case tags in order of appearance, without the `#`. */
  hashtags: string[]
  /** What there is more of than counts. */
  excess: Excess[]
  /** What stands behind an `@`, the mentions among it, in order of appearance. */
  names: string[]
}

/** The mentions and hashtags of stored content, from where they are read alone (TEXT-42 to TEXT-45). */
export function readMarks(contentType: string, content: string): Marks {
  const prose = proseOf(contentType, content)
  return keep(namesIn(prose), hashtagsIn(prose))
}

/** The same of content whose hashtags are plain words. */
export const readMentions = (contentType: string, content: string): Marks =>
  keep(namesIn(proseOf(contentType, content)), [])

function keep(names: readonly Name[], hashtags: readonly string[]): Marks {
  const handles = names.filter(({ isHandle }) => isHandle).map(({ word }) => word)
  const found = { mentions: handles, hashtags }
  const ignored = new Set(handles.slice(MARKS_KEPT))
  return {
    mentions: handles.slice(0, MARKS_KEPT),
    hashtags: hashtags.slice(0, MARKS_KEPT),
    excess: (['mentions', 'hashtags'] as const)
      .map(of => ({ of, count: found[of].length - MARKS_KEPT }))
      .filter(({ count }) => count > 0),
    names: names.map(({ word }) => word).filter(word => !ignored.has(word)),
  }
}

/** What an author is told of its marks: what is too many, and who is nobody that it may mention (TEXT-47, TEXT-52). */
export function warningsOf({ excess, names }: Marks, mentioned: readonly { handle: string }[]): string[] {
  const handles = new Set(mentioned.map(({ handle }) => handle))
  const strangers = names.filter(name => !handles.has(name)).slice(0, MARKS_KEPT)
  return [
    ...excess.map(({ of, count }) => `only the first ${MARKS_KEPT} ${of} count; ${count} were ignored`),
    ...strangers.map(name => `@${name} names nobody here`),
  ]
}

/** The refusal where too many are not trimmed (TEXT-48). */
export const excessProblem = ({ excess }: Marks): Problem =>
  new Problem('validation-error', 'The content has more mentions or hashtags than this server takes.', {
    errors: excess.map(({ of }) => ({
      pointer: '/content',
      code: `too_many_${of}`,
      message: `must have at most ${MARKS_KEPT} ${of}`,
    })),
  })
