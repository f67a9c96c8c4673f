import { NEVER, TOLD, view, WORDS } from '../../tools/kernel/answers/brief.ts'
import type { RoutedTool } from '../../tools/kernel/define.ts'
import type { Json } from '../../tools/kernel/json-schema.ts'
import { referTo } from './shared.ts'

/** Schemas of answers in brief (PAGE-30, PAGE-31), derived from those of whole answers by the rules that shorten these. */

export const hasBrief = ({ input }: RoutedTool): boolean => Object.values(input.shape).includes(view)

interface Shape extends Json {
  properties: Record<string, Json>
  required: string[]
}

const suffix = 'InBrief'

/** By name the answer `name` in brief and the items it refers to; `named` has the schemas of whole answers. */
export function describeBrief(name: string, named: Readonly<Record<string, Json>>): Record<string, Json> {
  return new Briefs(named).ofAnswer(name)
}

export const briefName = (name: string): string => `${name}${suffix}`

class Briefs {
  private readonly described: Record<string, Json> = {}
  private readonly named: Readonly<Record<string, Json>>

  constructor(named: Readonly<Record<string, Json>>) {
    this.named = named
  }

  ofAnswer(name: string): Record<string, Json> {
    const { properties, required } = this.shapeOf(this.named[name]!)!
    const members = Object.entries(properties).map(([member, { description: _, ...schema }]) => [
      member,
      this.list(schema) ?? schema,
    ])
    this.described[briefName(name)] = { type: 'object', properties: Object.fromEntries(members), required }
    return this.described
  }

  /** `undefined`: no list of objects. */
  private list(schema: Json): Json | undefined {
    const { type, items } = this.follow(schema)
    const item = type === 'array' && this.shapeOf(items as Json) ? this.item(items as Json) : undefined
    return item && { type, items: item }
  }

  private item(schema: Json): Json {
    const name = nameOf(schema)
    if (name === undefined) return this.shortened(schema)
    this.described[briefName(name)] ??= this.shortened(schema)
    return referTo('schemas', briefName(name))
  }

  /** What extends something says in brief what it adds. */
  private shortened(schema: Json): Json {
    const { allOf } = this.follow(schema)
    if (allOf !== undefined) return { allOf: (allOf as Json[]).map(part => this.item(part)) }
    const { properties, required } = this.shapeOf(schema)!
    const members = Object.entries(properties).flatMap(([name, member]): [string, Json][] => {
      const brief = this.member(name, member)
      return brief === undefined ? [] : [[name, brief]]
    })
    const isAlways = (name: string) =>
      required.includes(name) && !this.mayBeNull(properties[name]!) && !NEVER.test(name) && TOLD.test(name)
    const always = members.map(([name]) => name).filter(isAlways)
    const words = Object.keys(properties).some(name => WORDS.has(name)) ? { excerpt: EXCERPT } : {}
    const needed = always.length > 0 ? { required: always } : {}
    return { type: 'object', properties: { ...Object.fromEntries(members), ...words }, ...needed }
  }

  /** As `inBrief` has it of a value. */
  private member(name: string, schema: Json): Json | undefined {
    if (WORDS.has(name)) return undefined
    if (this.shapeOf(schema)) return this.item(withoutNull(schema))
    const list = this.list(schema)
    if (list) return name === 'mentions' ? undefined : list
    const types = [this.follow(schema).type].flat()
    if (!TOLD.test(name) || types.includes('array')) return undefined
    const { description: _, ...brief } = withoutNull(schema)
    return brief
  }

  private follow(schema: Json): Json {
    const name = nameOf(schema)
    return name === undefined ? schema : this.named[name]!
  }

  private mayBeNull(schema: Json): boolean {
    const { type, anyOf } = this.follow(schema)
    return [type].flat().includes('null') || ((anyOf ?? []) as Json[]).some(one => one.type === 'null')
  }

  /** The members of an object that may be null, of a named one or one that extends another; else `undefined`. */
  private shapeOf(schema: Json): Shape | undefined {
    const { type, properties = {}, required = [], allOf } = this.follow(withoutNull(schema)) as Partial<Shape>
    if (allOf !== undefined) {
      const parts = (allOf as Json[]).map(part => this.shapeOf(part)!)
      const all = Object.assign({}, ...parts.map(part => part.properties)) as Shape['properties']
      return { properties: all, required: parts.flatMap(part => part.required) }
    }
    return [type].flat().every(one => one === 'object' || one === 'null') && type !== undefined
      ? { properties, required }
      : undefined
  }
}

const EXCERPT = referTo('schemas', 'Excerpt')

const nameOf = ({ $ref }: Json): string | undefined => (typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined)

/** Of "this, or null" this. */
function withoutNull(schema: Json): Json {
  const { type, anyOf, ...rest } = schema
  if (Array.isArray(type)) {
    const types = type.filter(one => one !== 'null')
    return { ...rest, type: types.length === 1 ? types[0] : types }
  }
  const branches = (anyOf as Json[] | undefined)?.filter(one => one.type !== 'null')
  if (!branches) return schema
  return branches.length === 1 ? branches[0]! : { ...rest, anyOf: branches }
}
