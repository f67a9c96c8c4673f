import type { Scope } from '../../../tools/core/scopes.ts'
import { nearestOf } from '../../../tools/core/text/nearest-name.ts'
import type { Catalogue } from '../mcp-methods.ts'
import { TOOLS_BY_COMMON_NAME } from './common-names.ts'
import { bareName, plainName } from './tool-names.ts'

/** Maximum number of suggestions. */
const SUGGESTIONS = 3

/** Maximum edit distance, as a share of the longer name; a third of a tool's name would make it a different one. */
const SHARE = 1 / 3

/** The error for an unknown tool: similar tools among those that its token may call. */
export function unknownTool(
  name: string,
  catalogue: Catalogue,
  scopes: readonly Scope[],
): { message: string; data?: { tools: string[]; rest_only: string[] } } {
  const here = catalogue.names(scopes)
  const remarks = new Map([...here.map(one => [one, ''] as const), ...restRemarks(catalogue)])
  const names = meantBy(name, [...remarks.keys()]).slice(0, SUGGESTIONS)
  if (names.length === 0) return { message: 'Unknown tool; tools/list returns the available names' }
  const isHere = (one: string) => remarks.get(one) === ''
  return {
    message: `Unknown tool; did you mean ${names.map(one => one + remarks.get(one)).join(' or ')}?`,
    data: { tools: names.filter(isHere), rest_only: names.filter(one => !isHere(one)) },
  }
}

const restRemarks = ({ onOtherAddress }: Catalogue) =>
  onOtherAddress.map(({ name, scopes }) => [name, scopes === null ? ' (signed REST only)' : ' (REST only)'] as const)

function meantBy(name: string, names: readonly string[]): readonly string[] {
  const plain = plainName(name)
  const same = names.filter(known => plainName(known) === plain)
  const common = TOOLS_BY_COMMON_NAME.get(plain)
  if (same.length > 0 || common) return [...same, ...(common ?? []).filter(known => names.includes(known))]
  return nearestOf(bareName(name), names, { count: SUGGESTIONS, share: SHARE })
}
