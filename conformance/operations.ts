import type { Data } from './clients/http.ts'
import { type Described, readOpenApi, resolve } from './clients/openapi.ts'
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
  const described = await readOpenApi(door)
  const { operations, components } = described
  return operations
    .filter(({ template }) => template.startsWith(`${prefix}/`))
    .map(found => ({
      tool: found.operationId,
      method: found.method,
      path: found.template.slice(prefix.length),
      parameters: found.parameters.filter(({ in: place }) => place === 'path' || place === 'query') as Parameter[],
      payload: payloadOf(components, (found.requestBody?.content['application/json']?.schema ?? {}) as Schema),
      statuses: statusesOf(described, found),
      needsEnvelope: found.isSigned,
      bucket: found['x-rate-limit'],
    }))
}

/** Those it names, and those of the refusals in its ranges. */
function statusesOf({ refusals }: Described, { responses }: Described['operations'][number]): number[] {
  const statusOf = (slug: string) => (refusals[slug] as { status: number }).status
  return Object.entries(responses).flatMap(([status, { content }]) =>
    status.endsWith('XX')
      ? Object.values(content).flatMap(({ examples }) => Object.keys(examples).map(statusOf))
      : Number(status),
  )
}

function payloadOf(components: Data, schema: Schema): Schema {
  const follow = (one: Schema) => resolve({ components }, one) as Schema
  const parts = (one: Schema): Schema[] => {
    const whole = follow(one)
    return [whole, ...[...(whole.allOf ?? []), ...(whole.anyOf ?? [])].flatMap(parts)]
  }
  const all = parts(schema)
  const signed = all.map(part => part.properties?.payload)
  const { properties = {}, ...payload } = follow(signed.findLast(part => part !== undefined) ?? all[0]!)
  const members = Object.entries(properties).map(([name, member]) => [name, follow(member)])
  return { ...payload, properties: Object.fromEntries(members) }
}

/** It takes a person, whom only an operator enters, or a webhook, which needs somewhere to lead to. */
export const needsHelp = ({ path }: Operation): boolean => /\{(user_id|webhook_id)\}/.test(path)

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
