import { isMembers, type JsonSchemaObject } from './keywords.ts'
import { appliedBy, referrer } from './subschemas.ts'

export interface Extent {
  /** The number of schemas, including itself, after replacing every reference by its target. */
  schemas: number
  depth: number
}

const ONE: Extent = { schemas: 1, depth: 0 }

/** The sizes of schemas; 'endless' if one applies itself. Each is computed once, however often it is referenced. */
export function measurer(
  subschemas: ReadonlyMap<string, JsonSchemaObject>,
): (schema: JsonSchemaObject) => Extent | 'endless' {
  const refersTo = referrer(subschemas)
  const known = new Map<JsonSchemaObject, Extent | 'under way'>()
  const measure = (schema: JsonSchemaObject): Extent | 'endless' => {
    if (!isMembers(schema)) return ONE
    const before = known.get(schema)
    if (before === 'under way') return 'endless'
    if (before) return before
    known.set(schema, 'under way')
    const sum = { ...ONE }
    for (const applied of appliedBy(schema, refersTo)) {
      const extent = measure(applied)
      if (extent === 'endless') return 'endless'
      sum.schemas += extent.schemas
      sum.depth = Math.max(sum.depth, extent.depth + 1)
    }
    known.set(schema, sum)
    return sum
  }
  return measure
}
