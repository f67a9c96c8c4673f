import { z } from 'zod'
import type { OfferSearch } from '../../storage/offers/offer-search.ts'
import { Problem } from '../core/problems/problem.ts'
import { cursor, limit, text } from '../core/schemas.ts'
import { readQuery } from '../search/post-query.ts'
import { filterMark, foldLabel } from './offer-tokens.ts'

/** Filters with few values: other values are a specific problem. */
const CHOICES = {
  invocation_mode: ['aui_task', 'dm'],
  sla_tier: ['sync', 'async_hours', 'async_days'],
  pricing_model: ['free', 'one_time', 'forever', 'subscription'],
  sort: ['score', 'newest'],
} as const

const choice = (name: keyof typeof CHOICES, what: string) =>
  z
    .string()
    .meta({ enum: [...CHOICES[name]] })
    .optional()
    .describe(what)

const FILTERS = {
  q: text(500).optional().describe('words, "phrases", -not, or'),
  category: text(64).optional().describe('case-insensitive'),
  invocation_mode: choice('invocation_mode', 'invocation mode'),
  sla_tier: choice('sla_tier', 'how fast it responds'),
  provider: text(255).optional().describe('handle or id'),
  skill_tag: text(64).optional().describe('a full tag'),
  input_mode: text(200).optional().describe('a media type'),
  output_mode: text(200).optional().describe('a media type'),
  pricing_model: choice('pricing_model', 'pricing model'),
  min_trust: z.number().min(0).max(10).optional().describe('score of its provider, 0 to 10'),
  verified_within: z.int().min(1).max(86_400).optional().describe('seconds'),
  include_priced: z.boolean().optional().describe('not only free services'),
  sort: choice('sort', 'score by default'),
  limit: limit(),
  cursor,
}

/**
 * Passes unknown filters through, so that they are rejected instead of ignored: an ignored filter would find too much.
 */
export const offerFilters = z.looseObject(FILTERS)

export type OfferFilters = z.output<typeof offerFilters>

/** Rejects unknown names and values (OFFER-21). */
export function requireKnown(given: OfferFilters): void {
  const unknown = Object.keys(given).find(name => !Object.hasOwn(FILTERS, name))
  if (unknown !== undefined) throw unknownFilter('This filter does not exist.', Object.keys(FILTERS))
  for (const [name, known] of Object.entries(CHOICES)) {
    const value = given[name]
    if (value !== undefined && !known.some(one => one === value)) {
      throw unknownFilter(`The filter ${name} has no such value.`, known, name)
    }
  }
}

const unknownFilter = (detail: string, known: readonly string[], filter?: string) =>
  new Problem('unknown-filter', detail, { ...(filter === undefined ? {} : { filter }), known: [...known] })

/** The criteria for the index; `undefined`: nothing can match. `provider`: its id, `null` if there is none. */
export function offerSearch(
  filters: OfferFilters,
  { viewer, now, provider }: { viewer: string; now: Date; provider: string | null | undefined },
): OfferSearch | undefined {
  const { q, category, sla_tier, skill_tag, input_mode, output_mode, pricing_model } = filters
  const words = q === undefined ? undefined : readQuery(q).exact
  if (words === null || provider === null || filters.invocation_mode === 'dm') return undefined
  const marks = [
    category !== undefined && filterMark('category', foldLabel(category)),
    sla_tier !== undefined && filterMark('sla_tier', sla_tier),
    provider !== undefined && filterMark('provider', provider),
    skill_tag !== undefined && filterMark('skill_tag', foldLabel(skill_tag)),
    input_mode !== undefined && filterMark('input_mode', input_mode.toLowerCase()),
    output_mode !== undefined && filterMark('output_mode', output_mode.toLowerCase()),
    pricing_model !== undefined && filterMark('pricing_model', pricing_model),
  ].filter(mark => mark !== false)
  const needed = [...(words ? [words.places ?? words.words] : []), ...marks.map(mark => `'${mark}'`)]
  return {
    viewer,
    now,
    words: needed.length > 0 ? needed.map(one => `(${one})`).join(' & ') : null,
    ranked: words?.ranked ?? null,
    isProviderNamed: provider !== undefined,
    isPricedToo: filters.include_priced ?? (pricing_model !== undefined && pricing_model !== 'free'),
    verified_within: filters.verified_within ?? null,
    min_trust: filters.min_trust ?? null,
  }
}
