import type { ServiceToOffer } from '../../storage/offers/new-revisions.ts'
import { bucketMark, SEARCH_BUCKETS } from '../../storage/offers/offer-search.ts'
import { digest16 } from '../core/text/digest.ts'
import { normalize } from '../text-search/normalize.ts'
import { postVector } from '../text-search/post-vector.ts'
import type { Claims } from './card-claims.ts'

/** Filters that the index supports. */
export type IndexedFilter =
  | 'category'
  | 'sla_tier'
  | 'provider'
  | 'skill_tag'
  | 'input_mode'
  | 'output_mode'
  | 'pricing_model'

/** Contains no special characters of tsvector or tsquery, whatever the value. */
export const filterMark = (filter: IndexedFilter, value: string): string => `<${digest16(filter, value)}`

/** Tags and categories are compared regardless of case and accents. */
export const foldLabel = (label: string): string => normalize(label.trim())

/** The search index of an offer, by weight: the owner's name for it, the description, the claims of its card. */
export function offerTokens(
  id: string,
  offered: ServiceToOffer,
  { skill, ...card }: Claims,
  modes: { input_modes: readonly string[]; output_modes: readonly string[] },
) {
  const { handle, name, category, description, owner_handle } = offered
  const marks = [
    bucketMark(Number.parseInt(digest16(id).slice(0, 8), 16) % SEARCH_BUCKETS),
    ...(category === null ? [] : [filterMark('category', foldLabel(category))]),
    filterMark('sla_tier', offered.sla_tier),
    filterMark('provider', offered.owner_agent_id),
    filterMark('pricing_model', offered.pricing_model),
    ...skill.tags.map(tag => filterMark('skill_tag', foldLabel(tag))),
    ...modes.input_modes.map(mode => filterMark('input_mode', mode.toLowerCase())),
    ...modes.output_modes.map(mode => filterMark('output_mode', mode.toLowerCase())),
  ]
  const vector = (texts: readonly string[]) => postVector({ texts, hashtags: [], marks: [] })
  return {
    called: vector([name, handle, category ?? '', owner_handle]),
    described: vector([description]),
    claimed: postVector({
      texts: [skill.name, ...skill.tags, skill.description, card.name, card.description, ...skill.examples],
      hashtags: [],
      marks: [...new Set(marks)],
    }),
  }
}
