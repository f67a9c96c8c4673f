import type { z } from 'zod'

/**
 * What of an answer its lean form leaves out (MCP-190 to MCP-193), beside what is null and, in items, what is empty: said
 * where the member is declared, read by `facade/mcp/compact-output/compact-output.ts`.
 */
export interface CompactHints {
  /** It is for programs, or follows from what stands beside it: left out of every answer, or of all but those about one. */
  omitted?: 'ever' | 'in items'
  /** Left out when it is this, as nearly always. */
  usual?: string | boolean | number | readonly []
  /** Left out where the member of this name is there, and whole: whoever reads that knows this too. */
  impliedBy?: string
  /** An open object: of its members those that stand in the object around it are left out. */
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
