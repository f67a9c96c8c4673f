import { isMembers, type JsonSchemaObject } from './keywords.ts'
import { appliedBy, referrer } from './subschemas.ts'

export interface Extent {
  /** Schemas, itself included, once every reference is replaced with what it refers to. */
  schemas: number
  depth: number
}

const ONE: Extent = { schemas: 1, depth: 0 }

/** How far schemas extend; 'endless' where one comes to apply itself. Each is looked at once, however often it is met. */
export function measurer(
  places: ReadonlyMap<string, JsonSchemaObject>,
): (schema: JsonSchemaObject) => Extent | 'endless' {
  const refersTo = referrer(places)
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
