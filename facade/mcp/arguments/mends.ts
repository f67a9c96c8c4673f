import { RESOURCE_LIMITS } from '../../../concurrency/resource-limits.ts'

/** What was read as something else than it was written as (MCP-200). */
export const MEND_KINDS = [
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

export type MendKind = (typeof MEND_KINDS)[number]

export interface Mend {
  /** JSON Pointer (RFC 6901) into the arguments, in the tool's own names. */
  path: string
  kind: MendKind
}

/** Member of `_meta` that tells of mends, as JSON without the braces; '' for none. */
export function mendedMeta(mends: readonly Mend[]): string {
  if (mends.length === 0) return ''
  const told = mends.slice(0, RESOURCE_LIMITS.input_faults.limit).map(({ path, kind }) => ({ path, kind }))
  return `"io.colloquy/mended":${JSON.stringify(told)}`
}
