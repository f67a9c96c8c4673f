import type { Data } from './clients/http.ts'
import { readOpenApi } from './clients/openapi.ts'
import { prefix } from './clients/rest.ts'
import type { World } from './world.ts'

export type Schema = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
}

export type Parameter = { name: string; in: 'path' | 'query'; required?: boolean }

/** A route as the served OpenAPI document tells it. */
export type Operation = {
  /** The tool behind it, where MCP offers one of that name. */
  tool: string
  method: string
  /** Below the prefix, with its `{parameters}`. */
  path: string
  parameters: Parameter[]
  /** Of the payload, or of the bare body where no envelope is asked for. */
  payload: Schema
  /** Statuses that it documents. */
  statuses: number[]
  needsEnvelope: boolean
  /** The bucket that its calls count in, beside all requests. */
  bucket: string | undefined
}

/** Every operation below the prefix that a tool may stand behind. */
export async function readOperations({ door }: World): Promise<Operation[]> {
  const { operations, components } = await readOpenApi(door)
  return operations
    .filter(({ template }) => template.startsWith(`${prefix}/`))
    .map(found => ({
      tool: found.operationId,
      method: found.method,
      path: found.template.slice(prefix.length),
      parameters: found.parameters.filter(({ in: place }) => place === 'path' || place === 'query') as Parameter[],
      payload: payloadOf(components, (found.requestBody?.content['application/json']?.schema ?? {}) as Schema),
      statuses: Object.keys(found.responses).map(Number),
      needsEnvelope: found.isSigned,
      bucket: found['x-rate-limit'],
    }))
}

function payloadOf(components: Data, schema: Schema): Schema {
  const schemas = components.schemas as Record<string, Schema>
  const resolve = (one: Schema): Schema => {
    const name = one.$ref?.split('/').at(-1)
    return name === undefined ? one : (schemas[name] ?? {})
  }
  const parts = (one: Schema): Schema[] => {
    const whole = resolve(one)
    return [whole, ...[...(whole.allOf ?? []), ...(whole.anyOf ?? [])].flatMap(parts)]
  }
  const all = parts(schema)
  const signed = all.map(part => part.properties?.payload)
  return resolve(signed.findLast(part => part !== undefined) ?? all[0]!)
}

export type TextField = { name: string; isList: boolean }

/** The members of an object that take text, alone or in a list. */
export function textFields({ properties = {} }: Schema): TextField[] {
  return Object.entries(properties).flatMap(([name, schema]): TextField[] => {
    if (takes(schema, 'string')) return [{ name, isList: false }]
    return takes(schema, 'array') ? [{ name, isList: true }] : []
  })
}

/** A schema that says nothing takes everything. */
function takes(schema: Schema, type: string): boolean {
  if (Object.keys(schema).every(key => key === 'description')) return true
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return [schema.type].flat().includes(type) || parts.some(part => takes(part, type))
}
