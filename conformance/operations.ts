import { parse } from 'yaml'
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
}

type Described = {
  operationId?: string
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  responses: Record<string, unknown>
  security?: Record<string, unknown>[]
}

type Document = { paths: Record<string, Record<string, Described>>; components?: { schemas?: Record<string, Schema> } }

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** Every operation below the prefix that a tool may stand behind. */
export async function readOperations({ door }: World): Promise<Operation[]> {
  const document = parse((await door.send({ path: `${prefix}/openapi.yaml` })).text) as Document
  return Object.entries(document.paths)
    .filter(([path]) => path.startsWith(`${prefix}/`))
    .flatMap(([path, item]) =>
      methods.flatMap(method => {
        const described = item[method]
        return described?.operationId ? [operationOf(document, method, path.slice(prefix.length), described)] : []
      }),
    )
}

function operationOf(document: Document, method: string, path: string, described: Described): Operation {
  const { operationId = '', parameters = [], requestBody, responses, security = [] } = described
  return {
    ...{ tool: operationId, method: method.toUpperCase(), path, parameters },
    payload: payloadOf(document, requestBody?.content?.['application/json']?.schema ?? {}),
    statuses: Object.keys(responses).map(Number),
    needsEnvelope: security.some(way => 'envelope' in way),
  }
}

function payloadOf(document: Document, schema: Schema): Schema {
  const resolve = (one: Schema): Schema => {
    const name = one.$ref?.split('/').at(-1)
    return name === undefined ? one : (document.components?.schemas?.[name] ?? {})
  }
  const whole = resolve(schema)
  const signed = [whole, ...(whole.allOf ?? []).map(resolve)].map(part => part.properties?.payload)
  return resolve(signed.findLast(part => part !== undefined) ?? whole)
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
