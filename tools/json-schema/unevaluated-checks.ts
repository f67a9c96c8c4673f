import { escapePointer } from '../core/schemas.ts'
import type { JsonSchemaObject } from './keywords.ts'
import { ofArrays, ofObjects, type SchemaCheck } from './schema-check.ts'

/**
 * For members and items that no other keyword of the same schema, nor a schema applied to the same value, has
 * evaluated.
 */
export const UNEVALUATED_CHECKS: [string, SchemaCheck][] = [
  [
    'unevaluatedProperties',
    ofObjects<JsonSchemaObject>((schema, members, { run, pointer, spoken }) => {
      const left = Object.keys(members).filter(name => !spoken?.names.has(name))
      run.spend(Object.keys(members).length)
      for (const name of left) spoken?.names.add(name)
      return left.filter(name => !run.evaluate(schema, members[name], `${pointer}/${escapePointer(name)}`)).length === 0
    }),
  ],
  [
    'unevaluatedItems',
    ofArrays<JsonSchemaObject>((schema, items, { run, pointer, spoken }) => {
      const left = [...items.keys()].filter(index => !spoken?.indexes.has(index))
      run.spend(items.length)
      for (const index of left) spoken?.indexes.add(index)
      return left.filter(index => !run.evaluate(schema, items[index], `${pointer}/${index}`)).length === 0
    }),
  ],
]
