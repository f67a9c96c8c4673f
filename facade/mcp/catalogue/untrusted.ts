import type { JsonSchema } from '../../../tools/core/tool-json-schema.ts'

/** Key in `_meta` of a listed tool and of its results: JSONPaths (RFC 9535) into `structuredContent`. */
const KEY = 'io.colloquy/untrusted'

interface Member {
  name: string
  path: string
  isAuthored: boolean
}

/** The member of `_meta` that lists text by others in an output of that schema; empty if there is none. */
export function untrustedMark(schema: JsonSchema): Record<string, string[]> {
  const members = membersOf(schema, '$')
  const clean = new Set(members.filter(({ isAuthored }) => !isAuthored).map(({ name }) => name))
  const paths = members
    .filter(({ isAuthored }) => isAuthored)
    .map(({ name, path }) => (clean.has(name) ? path : `$..${name}`))
  return paths.length === 0 ? {} : { [KEY]: [...new Set(paths)].sort() }
}

/** Every named member of a schema and of nested ones; members below an authored one are authored too. */
function membersOf(schema: JsonSchema, path: string): Member[] {
  const { properties = {}, items, additionalProperties, anyOf = [] } = schema as Record<string, JsonSchema | undefined>
  const inner = [items, additionalProperties]
    .filter(one => typeof one === 'object')
    .map(one => membersOf(one, `${path}[*]`))
  const branches = Object.values(anyOf).map(one => membersOf(one as JsonSchema, path))
  const own = Object.entries(properties).flatMap(([name, member]) => {
    const isAuthored = isMarked(member as JsonSchema)
    const here = { name, path: `${path}.${name}`, isAuthored }
    return isAuthored ? [here] : [here, ...membersOf(member as JsonSchema, here.path)]
  })
  return [...own, ...inner.flat(), ...branches.flat()]
}

const isMarked = ({ untrusted, anyOf = [] }: JsonSchema): boolean =>
  untrusted === true || (anyOf as JsonSchema[]).some(isMarked)
