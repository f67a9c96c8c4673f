import type { Schema } from './family.ts'
import { TEXT, WHOLE } from './schema.ts'
import type { TallyAsked } from './tally.ts'

export const schemaOf = <Place>(asked: readonly TallyAsked<Place>[]): Record<string, Schema> =>
  Object.fromEntries(
    asked.map(({ member, facet }) => [member, facet.kind === 'second' || facet.kind === 'mostAt' ? TEXT : WHOLE]),
  )
