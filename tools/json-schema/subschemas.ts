import { escapePointer } from '../core/schemas.ts'
import { HOLDERS, isMembers, isStore, type JsonSchemaObject, type Members } from './keywords.ts'

export interface Subschema {
  keyword: string
  pointer: string
  schema: unknown
}

/** The values at the schema positions of a schema, valid or not. */
export function* subschemasBy(schema: Members, pointer = ''): Generator<Subschema> {
  for (const [keyword, value] of Object.entries(schema)) {
    const holds = HOLDERS.get(keyword)
    if (holds === undefined) continue
    const at = `${pointer}/${escapePointer(keyword)}`
    if (holds === 'one') yield { keyword, pointer: at, schema: value }
    else if (typeof value === 'object' && value !== null) {
      for (const [name, held] of Object.entries(value)) {
        yield { keyword, pointer: `${at}/${escapePointer(name)}`, schema: held }
      }
    }
  }
}

/** All schemas within a schema by pointer, itself at ''; those deeper than `deepest` are omitted. */
export function subschemasOf(root: JsonSchemaObject, deepest: number): Map<string, JsonSchemaObject> {
  const subschemas = new Map<string, JsonSchemaObject>([['', root]])
  const walk = (schema: JsonSchemaObject, pointer: string, depth: number): void => {
    if (!isMembers(schema) || depth > deepest) return
    for (const held of subschemasBy(schema, pointer)) {
      subschemas.set(held.pointer, held.schema as JsonSchemaObject)
      walk(held.schema as JsonSchemaObject, held.pointer, depth + 1)
    }
  }
  walk(root, '', 0)
  return subschemas
}

/** Positions named by `$anchor`. */
export function anchorsOf(subschemas: ReadonlyMap<string, JsonSchemaObject>): Map<string, JsonSchemaObject> {
  const anchors = new Map<string, JsonSchemaObject>()
  for (const schema of subschemas.values()) {
    if (isMembers(schema) && typeof schema.$anchor === 'string') anchors.set(schema.$anchor, schema)
  }
  return anchors
}

/** Resolves a `$ref` to a schema in the same document. */
export function referrer(
  subschemas: ReadonlyMap<string, JsonSchemaObject>,
): (ref: string) => JsonSchemaObject | undefined {
  const anchors = anchorsOf(subschemas)
  return ref => {
    if (!ref.startsWith('#')) return undefined
    const fragment = decodedFragment(ref)
    return subschemas.get(fragment) ?? anchors.get(fragment)
  }
}

function decodedFragment(ref: string): string {
  try {
    return decodeURIComponent(ref.slice(1))
  } catch {
    return ref
  }
}

/** The schemas that are applied along with this one: nested ones, and targets of references. */
export function appliedBy(
  schema: Members,
  refersTo: (ref: string) => JsonSchemaObject | undefined,
): JsonSchemaObject[] {
  const applied: JsonSchemaObject[] = []
  for (const held of subschemasBy(schema)) if (!isStore(held.keyword)) applied.push(held.schema as JsonSchemaObject)
  const target = typeof schema.$ref === 'string' ? refersTo(schema.$ref) : undefined
  if (target !== undefined) applied.push(target)
  return applied
}
