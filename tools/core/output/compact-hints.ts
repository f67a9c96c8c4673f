import type { z } from 'zod'

/**
 * What the compact form of an output omits (MCP-190 to MCP-193), beyond null members and, in items, empty ones.
 * Declared with the member, and read by `facade/mcp/compact-output/compact-output.ts`.
 */
export interface CompactHints {
  /** Intended for programs, or implied by other members: omitted from every output, or from all except single ones. */
  omitted?: 'ever' | 'in items'
  /** Omitted if it has this value, as it nearly always does. */
  usual?: string | boolean | number | readonly []
  /** Omitted if the member with this name is present and complete, because it implies this one. */
  impliedBy?: string
  /** An open object: its members that are also members of the enclosing object are omitted. */
  repeats?: true
}

const marked = <Schema extends z.ZodType>(schema: Schema, lean: CompactHints): Schema =>
  schema.meta({ ...schema.meta(), lean })

export const omitted = <Schema extends z.ZodType>(schema: Schema): Schema => marked(schema, { omitted: 'ever' })

export const omittedInItems = <Schema extends z.ZodType>(schema: Schema): Schema =>
  marked(schema, { omitted: 'in items' })

export const omittedIfUsual = <Schema extends z.ZodType>(usual: CompactHints['usual'] & {}, schema: Schema): Schema =>
  marked(schema, { usual })

export const impliedBy = <Schema extends z.ZodType>(name: string, schema: Schema): Schema =>
  marked(schema, { impliedBy: name })

export const repeating = <Schema extends z.ZodType>(schema: Schema): Schema => marked(schema, { repeats: true })
