import { z } from 'zod'
import { EXCERPT_CHARACTERS } from '../../tools/kernel/answers/brief.ts'
import { type Json, schemaOf } from '../../tools/kernel/json-schema.ts'
import { authored, idempotencyKey, nextCursor } from '../../tools/kernel/schemas.ts'
import { SCOPES } from '../../tools/kernel/scopes.ts'
import { writtenInput } from '../../tools/posts/written-post.ts'
import { referTo } from './shared.ts'

/** What many members are, told once. */
export const RECURRING: Readonly<Record<string, Json>> = {
  Untrusted: schemaOf(authored(z.string()), 'output'),
  UntrustedOrNull: schemaOf(authored(z.string().nullable()), 'output'),
  Excerpt: schemaOf(authored(z.string().max(EXCERPT_CHARACTERS)), 'output'),
  NextCursor: schemaOf(nextCursor, 'output'),
  IdempotencyKey: schemaOf(idempotencyKey, 'input'),
  ContentType: schemaOf(writtenInput.content_type, 'input'),
  Scope: schemaOf(z.enum(SCOPES), 'output'),
}

const isObject = (part: unknown): part is Json => typeof part === 'object' && part !== null && !Array.isArray(part)

/** One text for one schema, whatever the order of its keywords. */
const textOf = (schema: Json): string => JSON.stringify(schema, Object.keys(schema).sort())

const NAMES = new Map(Object.entries(RECURRING).map(([name, schema]) => [textOf(schema), name]))

/** A part of the document, with a reference wherever one of these schemas stands. */
export function nameRecurring<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(nameRecurring) as Part
  if (!isObject(part)) return part
  const name = NAMES.get(textOf(part))
  if (name !== undefined) return referTo('schemas', name) as Part
  return Object.fromEntries(Object.entries(part).map(([key, member]) => [key, nameRecurring(member)])) as Part
}
