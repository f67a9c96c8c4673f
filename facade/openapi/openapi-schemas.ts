import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { RoutedTool } from '../../tools/core/define-tool.ts'
import { COMPONENTS, type JsonSchema, schemasOf } from '../../tools/core/tool-json-schema.ts'
import type { Route } from '../rest/route.ts'
import { describeBrief, hasBrief } from './brief.ts'
import { referTo } from './shared-components.ts'

/** The schemas of all routes, with references to named ones. */
export interface Schemas {
  input(tool: RoutedTool): JsonSchema
  /** A reference to the named component; or the schema of the only member that a route returns. */
  output(route: Pick<Route, 'tool' | 'only'>): JsonSchema
  /** The brief forms of a tool's outputs by name; empty without one. */
  brief(tool: RoutedTool): Record<string, JsonSchema>
  outputName(tool: RoutedTool): string
  /** By name, everything that `root` refers to, transitively. */
  reached(root: unknown): JsonSchema
}

interface Gathered {
  byId: Record<string, JsonSchema>
  idOf(schema: z.ZodType): string
}

type Named = Map<string, z.ZodType>

type Entry = readonly [id: string, schema: z.ZodType]

export const schemaTypeName = (tool: string, kind: string): string =>
  `${tool}_${kind}`.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

export function describeSchemas(routes: readonly Route[]): Schemas {
  const answers = gather(
    'output',
    routes.map(({ tool }) => [schemaTypeName(tool.name, 'answer'), tool.output]),
  )
  const inputs = gather(
    'input',
    routes.map(({ tool }, index) => [`input ${index}`, tool.input]),
  )
  const named = join(answers.byId, inputs.byId)
  return {
    input: tool => inputs.byId[inputs.idOf(tool.input)] ?? {},
    output({ tool, only }) {
      const id = answers.idOf(tool.output)
      if (only === undefined) return referTo('schemas', id)
      const { properties } = answers.byId[id] as { properties: Record<string, JsonSchema> }
      return properties[only] ?? {}
    },
    brief: tool => (hasBrief(tool) ? describeBrief(answers.idOf(tool.output), named) : {}),
    outputName: tool => answers.idOf(tool.output),
    reached: root => reached(root, named),
  }
}

function gather(io: 'input' | 'output', entries: readonly Entry[]): Gathered {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of [...(COMPONENTS._idmap as Named), ...entries]) {
    if (!registry.has(schema)) registry.add(schema, { id })
  }
  const byId = schemasOf(registry, io, id => `#/components/schemas/${id}`)
  if (io === 'output') for (const [id, schema] of registry._idmap as Named) shorten(byId, id, schema)
  return { byId, idOf: schema => registry.get(schema)?.id ?? '' }
}

/** A schema that was created by extending a component contains only its additions. */
function shorten(byId: Record<string, JsonSchema>, id: string, schema: z.ZodType): void {
  const [name, base] = [...(COMPONENTS._idmap as Named)].find(([, other]) => isExtended(other, schema)) ?? []
  if (name === undefined || !(base instanceof z.ZodObject)) return
  const {
    type,
    properties = {},
    required = [],
    ...notes
  } = byId[id] as { properties?: JsonSchema; required?: string[] } & JsonSchema
  const isAdded = (member: string) => !(member in base.shape)
  const added = {
    type,
    properties: Object.fromEntries(Object.entries(properties).filter(([member]) => isAdded(member))),
    required: required.filter(isAdded),
  }
  byId[id] = { ...notes, allOf: [referTo('schemas', name), added] }
}

/** `extend` keeps the identical member objects. */
function isExtended(base: z.ZodType, schema: z.ZodType): boolean {
  if (!(base instanceof z.ZodObject && schema instanceof z.ZodObject)) return false
  const names = Object.keys(base.shape)
  const isLonger = names.length < Object.keys(schema.shape).length
  return names.length > 0 && isLonger && names.every(name => base.shape[name] === schema.shape[name])
}

/** Inputs and outputs share the component of a name. */
function join(answers: Record<string, JsonSchema>, inputs: Record<string, JsonSchema>): Record<string, JsonSchema> {
  for (const id of Object.keys(reached(inputs, inputs))) {
    if (!isDeepStrictEqual(answers[id], inputs[id])) throw new Error(`${id} is another schema as an input`)
  }
  return answers
}

const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g

function reached(root: unknown, named: Record<string, JsonSchema>): JsonSchema {
  const found: JsonSchema = {}
  const visit = (part: unknown): void => {
    for (const [, id = ''] of JSON.stringify(part).matchAll(REFERENCE)) {
      if (id in found || !(id in named)) continue
      found[id] = named[id]
      visit(named[id])
    }
  }
  visit(root)
  return found
}
