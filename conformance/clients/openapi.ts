import { parse } from 'yaml'
import { z } from 'zod'
import type { Data, Door } from './http.ts'
import { prefix } from './rest.ts'

const example = z.looseObject({ value: z.unknown().optional(), $ref: z.string().optional() })
const media = z.looseObject({ schema: z.looseObject({}), examples: z.record(z.string(), example) })
const content = z.record(z.string(), media)

const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string().min(10),
  'x-action': z.string().optional(),
  'x-rate-limit': z.string().optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), example: z.unknown().optional() })).default([]),
  requestBody: z.looseObject({ content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: content.default({}) })),
})

const document = z.looseObject({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()), examples: z.record(z.string(), example) }),
})

export interface Operation extends z.infer<typeof operation> {
  method: string
  /** With its `{parameters}`. */
  template: string
  /** With the examples of its parameters in it. */
  path: string
  /** Of the query, by its parameters: the documented example of each, if it has one. */
  query: Record<string, unknown>
  isSigned: boolean
}

export interface Described {
  operations: Operation[]
  /** Refusals by slug, as the document shows them. */
  refusals: Record<string, unknown>
  /** Where `$ref` in schemas leads. */
  components: Data
}

/** The served description of the REST routes. */
export async function readOpenApi(door: Door): Promise<Described> {
  const reply = await door.send({ path: `${prefix}/openapi.yaml` })
  const { paths, components } = document.parse(parse(reply.text))
  return {
    operations: Object.entries(paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, found]) => operationAt(template, method, found)),
    ),
    refusals: Object.fromEntries(Object.entries(components.examples).map(([slug, { value }]) => [slug, value])),
    components,
  }
}

function operationAt(template: string, method: string, found: z.infer<typeof operation>): Operation {
  const exampleOf = (name: string) => found.parameters.find(each => each.in === 'path' && each.name === name)?.example
  const path = template.replace(/\{([a-z_]+)\}/g, (_, name: string) => String(exampleOf(name)))
  const inQuery = found.parameters.filter(each => each.in === 'query')
  const query = Object.fromEntries(inQuery.map(({ name, example }) => [name, example]))
  return { ...found, method: method.toUpperCase(), template, path, query, isSigned: found.security.length > 0 }
}

/** The payload that the document shows for a call. */
export function documentedPayload({ requestBody, isSigned }: Operation): Data {
  const examples = requestBody?.content['application/json']?.examples ?? {}
  const value = (isSigned ? examples.signed : examples.request)?.value as Data | undefined
  return ((isSigned ? value?.payload : value) ?? {}) as Data
}
