import { sharedJson, shareJson } from '../../../tools/core/json-encoding.ts'
import type { CompactHints } from '../../../tools/core/output/compact-hints.ts'
import type { JsonSchema } from '../../../tools/core/tool-json-schema.ts'
import { enclose } from './foreign-text.ts'

type Members = Record<string, unknown>
type Schema = Members & {
  lean?: CompactHints
  shownBy?: string
  /** Text by others. */
  untrusted?: boolean
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/**
 * The compact form of an output: the same members and values, without redundant ones. `asked`: the arguments of the
 * call, which are not repeated.
 */
export type CompactOutput = (output: Members, args?: Members) => Members

/** Built once from the schema of the output (MCP-190 to MCP-193). */
export function compactOutputOf(schema: JsonSchema): CompactOutput {
  const members = membersOf(schema, true)
  return (output, args = {}) => {
    const lean = compactMembers(output, members, longTexts(args))
    return Object.keys(lean).length === 0 ? output : lean
  }
}

/** Shorter arguments are cheaper to repeat than to look up. A cursor always stays, since it is passed again. */
const LONG_CHARACTERS = 24

const longTexts = (args: Members): Members =>
  Object.fromEntries(
    Object.entries(args).filter(
      ([name, value]) => typeof value === 'string' && value.length >= LONG_CHARACTERS && !name.endsWith('cursor'),
    ),
  )

const NO_ARGS: Members = {}

interface Member {
  /** Whether it may be omitted if it is empty, 0 or false. */
  isLeftEmpty: boolean
  isOmitted: boolean
  isForeign: boolean
  lean: CompactHints
  make: (value: unknown, args: Members) => unknown
}

type MembersPlan = ReadonlyMap<string, Member>

/**
 * Members of the output itself are present even if they are empty, 0 or false, since they were requested. A single
 * shared object, such as a post, has the same form as elsewhere.
 */
const membersOf = ({ properties = {}, shownBy }: Schema, isRoot: boolean): MembersPlan =>
  new Map(
    Object.entries(properties).map(([name, schema]) => {
      const { omitted, ...lean } = { ...impliedByHandle(name, properties, isRoot), ...leannessOf(schema) }
      const isOmitted = omitted === 'ever' || (omitted === 'in items' && !isRoot)
      return [
        name,
        {
          ...memberOf(schema, !isRoot || shownBy !== undefined),
          isOmitted,
          isForeign: isForeign(schema),
          lean,
        },
      ]
    }),
  )

/** An id next to a handle is redundant, since all tools accept either. A single object has both. */
function impliedByHandle(name: string, properties: Record<string, Schema>, isRoot: boolean): CompactHints {
  const stem = /^(.*)_id$/.exec(name)?.[1]
  const handles = name === 'id' && !isRoot ? ['handle'] : stem === undefined ? [] : [`${stem}_handle`]
  if (name === 'agent_id') handles.push('handle')
  const handle = handles.find(one => one in properties)
  return handle === undefined ? {} : { impliedBy: handle }
}

const isForeign = ({ untrusted, anyOf = [] }: Schema): boolean => untrusted === true || anyOf.some(isForeign)

const leannessOf = ({ lean, anyOf = [] }: Schema): CompactHints => lean ?? anyOf.find(one => one.lean)?.lean ?? {}

function memberOf(schema: Schema, isItem: boolean): Pick<Member, 'isLeftEmpty' | 'make'> {
  const branches = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [schema]
  const isNullable = schema.anyOf !== undefined && branches.length < schema.anyOf.length
  const [only] = branches.length === 1 ? branches : []
  return {
    isLeftEmpty: isItem && !isNullable,
    make: only ? makerOf(only) : value => value,
  }
}

function makerOf(schema: Schema): Member['make'] {
  if (schema.items) {
    const make = makerOf(schema.items)
    return (value, args) => (Array.isArray(value) ? value.map(item => leanItem(item, args, make)) : value)
  }
  if (schema.properties === undefined) return value => value
  const members = membersOf(schema, false)
  return (value, args) => (isMembers(value) ? compactMembers(value, members, args) : value)
}

/** For items that are shared by many responses: their compact form, which is shared as well. */
const shared = new WeakMap<object, Readonly<Members>>()

function leanItem(item: unknown, args: Members, make: Member['make']): unknown {
  const known = isMembers(item) ? shared.get(item) : undefined
  if (known) return known
  if (!isMembers(item) || sharedJson(item) === undefined) return make(item, args)
  const lean = shareJson(make(item, NO_ARGS) as Members)
  shared.set(item, lean)
  return lean
}

/** A member without a schema stays as it is. */
function compactMembers(whole: Members, members: MembersPlan, args: Members): Members {
  const lean: Members = {}
  for (const name in whole) {
    const value = whole[name]
    if (value === null || value === undefined) continue
    const member = members.get(name)
    if (!member) lean[name] = value
    else if (!isLeftOut(value, member, whole) && (typeof value !== 'string' || args[name] !== value)) {
      const made = member.make(value, args)
      const reported = member.lean.repeats ? withoutRepeated(made, value, whole) : made
      if (!isEmptyObject(reported)) lean[name] = member.isForeign ? enclose(reported) : reported
    }
  }
  return lean
}

function isLeftOut(value: unknown, { isLeftEmpty, isOmitted, lean }: Member, siblings: Members): boolean {
  if (isOmitted || (isLeftEmpty && isNothing(value))) return true
  if (lean.usual !== undefined) return lean.usual === value || (Array.isArray(value) && value.length === 0)
  const { impliedBy } = lean
  return impliedBy !== undefined && !isAbsent(siblings[impliedBy]) && siblings[`${impliedBy}_truncated`] !== true
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isAbsent = (value: unknown) => value === null || value === undefined || value === ''

const isNothing = (value: unknown) =>
  value === false || value === 0 || value === '' || (Array.isArray(value) && value.length === 0)

const isEmptyObject = (value: unknown) => isMembers(value) && Object.keys(value).length === 0

/** Of an open object, the members that are neither in sibling members nor in theirs. */
function withoutRepeated(open: unknown, whole: unknown, around: Members): unknown {
  if (!isMembers(open)) return open
  const shown = new Set(
    Object.values(around).flatMap(one => (one === whole ? [] : isMembers(one) ? Object.values(one) : [one])),
  )
  const isNew = (one: unknown) => !isAbsent(one) && one !== false && !(typeof one === 'string' && shown.has(one))
  const reported = Object.entries(open).filter(([, one]) => isNew(one))
  return Object.fromEntries(reported.map(([name, one]) => [name, isMembers(one) ? withoutAbsent(one) : one]))
}

const withoutAbsent = (open: Members): Members =>
  Object.fromEntries(Object.entries(open).filter(([, one]) => one !== null && one !== undefined))
