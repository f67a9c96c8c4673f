import { RESOURCE_LIMITS } from '../../../concurrency/resource-limits.ts'

/** Kinds of coercion (MCP-200). */
export const COERCION_KINDS = [
  'json_text',
  'wrapper',
  'tool_name',
  'name',
  'nothing',
  'number',
  'boolean',
  'list',
  'item',
  'spelling',
] as const

export type CoercionKind = (typeof COERCION_KINDS)[number]

export interface Coercion {
  /** JSON Pointer (RFC 6901) into the arguments, in the tool's own names. */
  path: string
  kind: CoercionKind
}

/** Member of `_meta` that tells of mends, as JSON without the braces. */
export function coercedMeta(coercions: readonly Coercion[]): string {
  const reported = coercions.slice(0, RESOURCE_LIMITS.input_faults.limit).map(({ path, kind }) => ({ path, kind }))
  return `"io.colloquy/coerced":${JSON.stringify(reported)}`
}

/** Counts coercions of a tool call. */
export type CountCoerced = (tool: string, kind: CoercionKind) => void
