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
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({}))),
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
  /** Its body is a form, not JSON. */
  isForm: boolean
}

/** The key of what describes a status that an operation does not name, such as 4XX. */
export const rangeOf = (status: number): string => `${Math.floor(status / 100)}XX`

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
  const described = document.parse(parse(reply.text))
  const { paths, components } = described
  return {
    operations: Object.entries(paths)
      .flatMap(([template, methods]) =>
        Object.entries(methods).map(([method, found]) =>
          operationAt(template, method, operation.parse(resolveParts(described, found))),
        ),
      )
      .filter(hasEnd),
    refusals: Object.fromEntries(Object.entries(components.examples).map(([slug, { value }]) => [slug, value])),
    components,
  }
}

/** A stream is no answer that a check could wait for. */
const hasEnd = ({ responses }: Operation): boolean => responses['200']?.content['text/event-stream'] === undefined

/** What a `$ref` leads to, or the thing itself. */
export function resolve(root: Data, found: unknown): unknown {
  const { $ref } = (found ?? {}) as { $ref?: unknown }
  if (typeof $ref !== 'string') return found
  const steps = $ref.replace(/^#\//, '').split('/')
  const target = steps.reduce<unknown>((part, step) => (part as Data | undefined)?.[step], root)
  if (target === undefined) throw new Error(`the document has nothing at ${$ref}`)
  return resolve(root, target)
}

/** An operation with its parameters, body and responses in place of references to them. */
const resolveParts = (root: Data, { parameters = [], requestBody, responses = {}, ...found }: Data): Data => ({
  ...found,
  parameters: (parameters as unknown[]).map(each => resolve(root, each)),
  ...(requestBody === undefined ? {} : { requestBody: resolve(root, requestBody) }),
  responses: Object.fromEntries(Object.entries(responses as Data).map(([key, each]) => [key, resolve(root, each)])),
})

function operationAt(template: string, method: string, found: z.infer<typeof operation>): Operation {
  const exampleOf = (name: string) => found.parameters.find(each => each.in === 'path' && each.name === name)?.example
  const path = template.replace(/\{([a-z_]+)\}/g, (_, name: string) => String(exampleOf(name)))
  const inQuery = found.parameters.filter(each => each.in === 'query')
  const query = Object.fromEntries(inQuery.map(({ name, example }) => [name, example]))
  const isForm = found.requestBody?.content[FORM] !== undefined
  return { ...found, method: method.toUpperCase(), template, path, query, isSigned: found.security.length > 0, isForm }
}

const FORM = 'application/x-www-form-urlencoded'

/** The payload that the document shows for a call. */
export function documentedPayload({ requestBody, isForm }: Operation): Data {
  const { signed, bearer, request } = requestBody?.content[isForm ? FORM : 'application/json']?.examples ?? {}
  const payload = bearer?.value ?? request?.value ?? (signed?.value as Data | undefined)?.payload
  return (payload ?? {}) as Data
}
