import { z } from 'zod'
import { isEmptyValue } from './coerce-value.ts'

/** Properties of a schema that are relevant for coercion. */
export interface Notes {
  types: ReadonlySet<unknown>
  /** All allowed values, if these are texts. */
  enumTexts: readonly unknown[]
  /** Whether it has few allowed values, or is a list of such. */
  isChoice: boolean
  /** Whether it has a pattern or format, so that it is not free text. */
  isFormal: boolean
  /** Whether the server issued it, so that a text for absence is never a value. */
  isIssued: boolean
  /** Whether it is optional. */
  isOptional: boolean
}

const known = new WeakMap<z.ZodType, Notes>()

export function notesOf(schema: z.ZodType): Notes {
  let notes = known.get(schema)
  if (!notes) known.set(schema, (notes = note(schema)))
  return notes
}

function note(schema: z.ZodType): Notes {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as z.core.JSONSchema.BaseSchema
  const branches = [json, ...(json.anyOf ?? [])] as z.core.JSONSchema.BaseSchema[]
  const values = branches.flatMap(enumValuesOf)
  const items = branches.flatMap(({ items }) => (items ? [items as z.core.JSONSchema.BaseSchema] : []))
  return {
    types: new Set(branches.flatMap(({ type }) => type ?? [])),
    enumTexts: values,
    isChoice: values.length > 0 || items.some(item => enumValuesOf(item).length > 0),
    isFormal: branches.some(({ pattern, format }) => pattern !== undefined || format !== undefined),
    isIssued: branches.some(({ issued }) => issued === true),
    isOptional: schema.safeParse(undefined).success,
  }
}

const enumValuesOf = (schema: z.core.JSONSchema.BaseSchema): readonly unknown[] =>
  schema.enum ?? (schema.const === undefined ? [] : [schema.const])

/** Whether the schema accepts a value that it does not document: the tool rejects it itself. */
export function isStray(schema: z.ZodType, value: unknown): boolean {
  if (typeof value !== 'string') return false
  const { enumTexts, isIssued } = notesOf(schema)
  return (isIssued && isEmptyValue(value)) || (enumTexts.length > 0 && !enumTexts.includes(value))
}

/** The inner schema, without optionality, defaults and transformations. */
export function coreOf(schema: z.ZodType): z.ZodType {
  const inner = innerOf(schema)
  return inner === undefined ? schema : coreOf(inner)
}

function innerOf(schema: z.ZodType): z.ZodType | undefined {
  if (schema instanceof z.ZodPipe) return (schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType
  if (schema instanceof z.ZodLazy) return schema.unwrap() as z.ZodType
  const isWrapping =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  return isWrapping ? (schema.unwrap() as z.ZodType) : undefined
}
