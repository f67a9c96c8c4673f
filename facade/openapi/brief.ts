import type { RoutedTool } from '../../tools/core/define-tool.ts'
import { BRIEF_MEMBERS, NEVER, TEXT_MEMBERS, view } from '../../tools/core/output/brief-output.ts'
import type { JsonSchema } from '../../tools/core/tool-json-schema.ts'
import { referTo } from './shared-components.ts'

/**
 * Schemas of outputs in brief form (PAGE-30, PAGE-31), derived from the full schemas by the rules that shorten outputs.
 */

export const hasBrief = ({ input }: RoutedTool): boolean => Object.values(input.shape).includes(view)

interface Shape extends JsonSchema {
  properties: Record<string, JsonSchema>
  required: string[]
}

const suffix = 'InBrief'

/** The brief form of output `name` and of the items it refers to, by name; `named` has the full schemas. */
export function describeBrief(name: string, named: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  return new Briefs(named).ofOutput(name)
}

export const briefName = (name: string): string => `${name}${suffix}`

class Briefs {
  private readonly described: Record<string, JsonSchema> = {}
  private readonly named: Readonly<Record<string, JsonSchema>>

  constructor(named: Readonly<Record<string, JsonSchema>>) {
    this.named = named
  }

  ofOutput(name: string): Record<string, JsonSchema> {
    const { properties, required } = this.shapeOf(this.named[name]!)!
    const members = Object.entries(properties).map(([member, { description: _, ...schema }]) => [
      member,
      this.list(schema) ?? schema,
    ])
    this.described[briefName(name)] = { type: 'object', properties: Object.fromEntries(members), required }
    return this.described
  }

  /** `undefined`: not a list of objects. */
  private list(schema: JsonSchema): JsonSchema | undefined {
    const { type, items } = this.follow(schema)
    const item = type === 'array' && this.shapeOf(items as JsonSchema) ? this.item(items as JsonSchema) : undefined
    return item && { type, items: item }
  }

  private item(schema: JsonSchema): JsonSchema {
    const name = nameOf(schema)
    if (name === undefined) return this.shortened(schema)
    this.described[briefName(name)] ??= this.shortened(schema)
    return referTo('schemas', briefName(name))
  }

  /** A schema that extends another has its additions in brief form. */
  private shortened(schema: JsonSchema): JsonSchema {
    const { allOf } = this.follow(schema)
    if (allOf !== undefined) return { allOf: (allOf as JsonSchema[]).map(part => this.item(part)) }
    const { properties, required } = this.shapeOf(schema)!
    const members = Object.entries(properties).flatMap(([name, member]): [string, JsonSchema][] => {
      const brief = this.member(name, member)
      return brief === undefined ? [] : [[name, brief]]
    })
    const isAlways = (name: string) =>
      required.includes(name) && !this.mayBeNull(properties[name]!) && !NEVER.test(name) && BRIEF_MEMBERS.test(name)
    const always = members.map(([name]) => name).filter(isAlways)
    const excerpt = Object.keys(properties).some(name => TEXT_MEMBERS.has(name)) ? { excerpt: EXCERPT } : {}
    const needed = always.length > 0 ? { required: always } : {}
    return { type: 'object', properties: { ...Object.fromEntries(members), ...excerpt }, ...needed }
  }

  /** The schema counterpart of `inBrief`. */
  private member(name: string, schema: JsonSchema): JsonSchema | undefined {
    if (TEXT_MEMBERS.has(name)) return undefined
    if (this.shapeOf(schema)) return this.item(withoutNull(schema))
    const list = this.list(schema)
    if (list) return name === 'mentions' ? undefined : list
    const types = [this.follow(schema).type].flat()
    if (!BRIEF_MEMBERS.test(name) || types.includes('array')) return undefined
    const { description: _, ...brief } = withoutNull(schema)
    return brief
  }

  private follow(schema: JsonSchema): JsonSchema {
    const name = nameOf(schema)
    return name === undefined ? schema : this.named[name]!
  }

  private mayBeNull(schema: JsonSchema): boolean {
    const { type, anyOf } = this.follow(schema)
    return [type].flat().includes('null') || ((anyOf ?? []) as JsonSchema[]).some(one => one.type === 'null')
  }

  /** The members of a nullable object, a named one, or one that extends another; otherwise `undefined`. */
  private shapeOf(schema: JsonSchema): Shape | undefined {
    const { type, properties = {}, required = [], allOf } = this.follow(withoutNull(schema)) as Partial<Shape>
    if (allOf !== undefined) {
      const parts = (allOf as JsonSchema[]).map(part => this.shapeOf(part)!)
      const all = Object.assign({}, ...parts.map(part => part.properties)) as Shape['properties']
      return { properties: all, required: parts.flatMap(part => part.required) }
    }
    return [type].flat().every(one => one === 'object' || one === 'null') && type !== undefined
      ? { properties, required }
      : undefined
  }
}

const EXCERPT = referTo('schemas', 'Excerpt')

const nameOf = ({ $ref }: JsonSchema): string | undefined =>
  typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined

/** The schema in "this, or null". */
function withoutNull(schema: JsonSchema): JsonSchema {
  const { type, anyOf, ...rest } = schema
  if (Array.isArray(type)) {
    const types = type.filter(one => one !== 'null')
    return { ...rest, type: types.length === 1 ? types[0] : types }
  }
  const branches = (anyOf as JsonSchema[] | undefined)?.filter(one => one.type !== 'null')
  if (!branches) return schema
  return branches.length === 1 ? branches[0]! : { ...rest, anyOf: branches }
}
