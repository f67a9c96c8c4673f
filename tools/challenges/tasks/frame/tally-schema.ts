import type { Schema } from './family.ts'
import { listOf, setOf, TEXT, WHOLE } from './schema.ts'
import type { TallyAsked, TallyFacet } from './tally.ts'

const NAMES: readonly TallyFacet<unknown>['kind'][] = ['best', 'second', 'third', 'worst', 'mostAt', 'leastAt']

function facetSchema({ kind }: TallyFacet<unknown>): Schema {
  if (kind === 'ranking') return listOf(TEXT)
  if (kind === 'over' || kind === 'changed') return setOf(TEXT)
  return NAMES.includes(kind) ? TEXT : WHOLE
}

export const schemaOf = <Place>(asked: readonly TallyAsked<Place>[]): Record<string, Schema> =>
  Object.fromEntries(asked.map(({ member, facet }) => [member, facetSchema(facet)]))
