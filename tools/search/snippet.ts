import { visibleEnd } from '../core/text/plain-excerpt.ts'
import { lengthAt, segmentsOf } from '../text-search/segment-tokens.ts'
import type { PostQuery } from './post-query.ts'

/** Length of a snippet, and of the context before its first hit, in characters. */
const LENGTH = 240
const AHEAD = 40
const HITS = 20
/** Maximum hits of a text that are examined. */
const SEEN = 500

export interface Snippet {
  text: string
  hits: { start: number; length: number }[]
}

interface Hit {
  start: number
  end: number
  token: string
}

/** The part of a text with the most different hits, with whitespace collapsed; positions in characters. */
export function snippetOf(text: string, fits: PostQuery['fits']): Snippet {
  const hits = hitsIn(text, fits)
  const first = hits[densest(hits)]
  const start = first === undefined || first.start <= AHEAD ? 0 : wordStart(text, first.start - AHEAD, first.start)
  const end = visibleEnd(text, start + LENGTH)
  const within = joined(hits.filter(hit => hit.start >= start && hit.end <= end)).slice(0, HITS)
  const part = text.slice(start, end)
  const before = (unit: number) => [...part.slice(0, unit - start)].length
  return {
    text: part.replace(/\s/g, ' '),
    hits: within.map(hit => ({ start: before(hit.start), length: before(hit.end) - before(hit.start) })),
  }
}

function hitsIn(text: string, fits: PostQuery['fits']): Hit[] {
  const hits: Hit[] = []
  for (const { tokens, start, end } of segmentsOf(text)) {
    const token = tokens.find(fits)
    if (token === undefined) continue
    hits.push({ start, end: fits(token) === 'first' ? start + lengthAt(text, start) : end, token })
    if (hits.length === SEEN) break
  }
  return hits
}

/** The hit from which on a snippet contains the most different terms. */
function densest(hits: readonly Hit[]): number {
  let best = 0
  let most = 0
  for (const [index, { start }] of hits.entries()) {
    const tokens = new Set<string>()
    for (let at = index; at < hits.length && hits[at]!.end <= start + LENGTH - AHEAD; at++) tokens.add(hits[at]!.token)
    if (tokens.size > most) [best, most] = [index, tokens.size]
  }
  return best
}

/** Bigrams overlap. */
function joined(hits: readonly Hit[]): Hit[] {
  const runs: Hit[] = []
  for (const hit of hits) {
    const last = runs.at(-1)
    if (last && hit.start < last.end) last.end = Math.max(last.end, hit.end)
    else runs.push({ ...hit })
  }
  return runs
}

function wordStart(text: string, from: number, to: number): number {
  const blank = text.slice(from, to).search(/\s\S/)
  return blank === -1 ? visibleEnd(text, from) : from + blank + 1
}
