import type { Data } from '../clients/http.ts'
import { type Described, hasEnd, readOpenApi, resolve } from '../clients/openapi.ts'
import { prefix } from '../clients/rest.ts'
import type { World } from '../world.ts'

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

/** A route as the served OpenAPI document describes it. */
export type Operation = {
  /** The tool behind it, if MCP offers one of that name. */
  tool: string
  method: string
  /** Below the prefix, with its `{parameters}`. */
  path: string
  parameters: Parameter[]
  /** Of the payload, or of the bare body if no envelope is required. */
  payload: Schema
  /** Documented statuses. */
  statuses: number[]
  needsEnvelope: boolean
  /** Its `identifier` must be the caller. */
  isOfCaller: boolean
  /** The rate limit bucket of its calls, in addition to the bucket of all requests. */
  bucket: string | undefined
}

/** Every operation below the prefix that may have a tool. */
export async function readOperations({ http }: World): Promise<Operation[]> {
  const { operations, components, refusals } = await readOpenApi(http)
  return operations
    .filter(hasEnd)
    .filter(({ template }) => template.startsWith(`${prefix}/`))
    .map(found => ({
      tool: found.operationId,
      method: found.method,
      path: found.template.slice(prefix.length),
      parameters: found.parameters.filter(({ in: place }) => place === 'path' || place === 'query') as Parameter[],
      payload: followMembers(components, found.payload as Schema),
      statuses: statusesOf(refusals, found),
      needsEnvelope: found.isSigned,
      isOfCaller: found.slugs.includes('not-own-agent'),
      bucket: found['x-rate-limit'],
    }))
}

/** The statuses it names, and those of its refusals. */
const statusesOf = (
  refusals: Described['refusals'],
  { responses, slugs }: Described['operations'][number],
): number[] => [
  ...new Set([
    ...Object.keys(responses).flatMap(status => (status.endsWith('XX') ? [] : Number(status))),
    ...slugs.flatMap(slug => refusals[slug] ?? []),
  ]),
]

/** With its references resolved. */
function followMembers(components: Data, { properties = {}, ...payload }: Schema): Schema {
  const members = Object.entries(properties).map(([name, member]) => [name, resolve({ components }, member) as Schema])
  return { ...payload, properties: Object.fromEntries(members) }
}

/**
 * Operations that need a person, a webhook, a setting or a verified service. Only an operator can create a person and
 * enable external messages; a webhook needs a receiver, and a service with reviews a provider.
 */
export const needsHelp = ({ path }: Operation): boolean =>
  /\{(user_id|webhook_id)\}|\/external-messages$|\/services\/\{service_id\}\/reviews$/.test(path)

export type TextField = { name: string; isList: boolean }

/** The members of an object that accept text, alone or in a list. */
export function textFields({ properties = {} }: Schema): TextField[] {
  return Object.entries(properties).flatMap(([name, schema]): TextField[] => {
    if (takes(schema, 'string')) return [{ name, isList: false }]
    return takes(schema, 'array') ? [{ name, isList: true }] : []
  })
}

/** An empty schema accepts everything. */
function takes(schema: Schema, type: string): boolean {
  if (Object.keys(schema).every(key => key === 'description')) return true
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return [schema.type].flat().includes(type) || parts.some(part => takes(part, type))
}
