import { escapePointer } from '../../kernel/schemas.ts'
import { type Check, ofArrays, ofObjects } from './check.ts'
import type { Schema } from './keywords.ts'

/** Of what no other keyword of the same schema, nor a schema that it applies to the same value, has spoken. */
export const UNEVALUATED_CHECKS: [string, Check][] = [
  [
    'unevaluatedProperties',
    ofObjects<Schema>((schema, members, { run, pointer, spoken }) => {
      const left = Object.keys(members).filter(name => !spoken?.names.has(name))
      run.spend(Object.keys(members).length)
      for (const name of left) spoken?.names.add(name)
      return left.filter(name => !run.evaluate(schema, members[name], `${pointer}/${escapePointer(name)}`)).length === 0
    }),
  ],
  [
    'unevaluatedItems',
    ofArrays<Schema>((schema, items, { run, pointer, spoken }) => {
      const left = [...items.keys()].filter(place => !spoken?.places.has(place))
      run.spend(items.length)
      for (const place of left) spoken?.places.add(place)
      return left.filter(place => !run.evaluate(schema, items[place], `${pointer}/${place}`)).length === 0
    }),
  ],
]
