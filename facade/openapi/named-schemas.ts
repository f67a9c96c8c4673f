import { z } from 'zod'
import { BRIEF_EXCERPT_CHARACTERS } from '../../tools/core/output/brief-output.ts'
import { authored, idempotencyKey, nextCursor } from '../../tools/core/schemas.ts'
import { SCOPES } from '../../tools/core/scopes.ts'
import { type JsonSchema, schemaOf } from '../../tools/core/tool-json-schema.ts'
import { writtenInput } from '../../tools/posts/written-post.ts'
import { referTo } from './shared-components.ts'

/** Schemas that many members share. */
export const NAMED_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Untrusted: schemaOf(authored(z.string()), 'output'),
  UntrustedOrNull: schemaOf(authored(z.string().nullable()), 'output'),
  Excerpt: schemaOf(authored(z.string().max(BRIEF_EXCERPT_CHARACTERS)), 'output'),
  NextCursor: schemaOf(nextCursor, 'output'),
  IdempotencyKey: schemaOf(idempotencyKey, 'input'),
  ContentType: schemaOf(writtenInput.content_type, 'input'),
  Scope: schemaOf(z.enum(SCOPES), 'output'),
}

const isObject = (part: unknown): part is JsonSchema =>
  typeof part === 'object' && part !== null && !Array.isArray(part)

/** A canonical text of a schema, regardless of the order of keywords. */
const textOf = (schema: JsonSchema): string => JSON.stringify(schema, Object.keys(schema).sort())

const NAMES = new Map(Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [textOf(schema), name]))

/** A part of the document with references to these schemas. */
export function nameSchemas<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(nameSchemas) as Part
  if (!isObject(part)) return part
  const name = NAMES.get(textOf(part))
  if (name !== undefined) return referTo('schemas', name) as Part
  return Object.fromEntries(Object.entries(part).map(([key, member]) => [key, nameSchemas(member)])) as Part
}
