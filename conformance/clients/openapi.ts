import { parse } from 'yaml'
import { z } from 'zod'
import type { Data, HttpClient } from './http.ts'
import { prefix } from './rest.ts'

const content = z.record(z.string(), z.looseObject({ schema: z.looseObject({}) }))
const slugs = z.array(z.string()).default([])

const security = z.array(z.record(z.string(), z.array(z.string())))

const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string().default(''),
  description: z.string().default(''),
  'x-action': z.string().optional(),
  'x-rate-limit': z.string().optional(),
  security: security.optional(),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), example: z.unknown().optional() })).default([]),
  requestBody: z.looseObject({ content }).optional(),
  'x-problems': slugs,
  responses: z.record(z.string(), z.looseObject({ 'x-problems': slugs, content: content.default({}) })),
})

const scheme = z.looseObject({ type: z.string(), scheme: z.string().optional(), name: z.string().optional() })

const document = z.looseObject({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({}))),
  'x-problems': z.record(z.string(), z.array(z.string())).default({}),
  security: security.default([]),
  components: z
    .looseObject({ securitySchemes: z.record(z.string(), scheme).default({}) })
    .default({ securitySchemes: {} }),
})

export interface Operation extends z.infer<typeof operation> {
  method: string
  /** With its `{parameters}`. */
  template: string
  /** With the examples of its parameters. */
  path: string
  /** The query: the documented example of each parameter, if it has one. */
  query: Record<string, unknown>
  isSigned: boolean
  /** It accepts tokens. */
  isBearer: boolean
  /** It accepts signatures of RFC 9421. */
  isMessageSigned: boolean
  /** The proofs it accepts, by security scheme name. */
  proofs: string[]
  /** Its body is a form, not JSON. */
  isForm: boolean
  /** The request schema, without the envelope. */
  payload: Data
  /** Every refusal it may answer, its own and those of its kind of request. */
  slugs: string[]
}

/** The key that describes statuses an operation does not name, such as 4XX. */
export const rangeOf = (status: number): string => `${Math.floor(status / 100)}XX`

export interface Described {
  operations: Operation[]
  /** The status of each refusal, by slug. */
  refusals: Record<string, number>
  /** The target of `$ref` in schemas. */
  components: Data
}

/** The served description of the REST routes. */
export async function readOpenApi(http: HttpClient): Promise<Described> {
  const reply = await http.send({ path: `${prefix}/openapi.yaml` })
  const described = document.parse(parse(reply.text))
  const { paths, components } = described
  return {
    operations: Object.entries(paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, found]) =>
        operationAt(described, template, method, operation.parse(resolveParts(described, found))),
      ),
    ),
    refusals: Object.fromEntries(
      Object.entries(described['x-problems']).flatMap(([status, slugs]) => slugs.map(slug => [slug, Number(status)])),
    ),
    components,
  }
}

/** A check cannot wait for the end of a stream. */
export const hasEnd = ({ responses }: Operation): boolean =>
  responses['200']?.content['text/event-stream'] === undefined

/** The target of a `$ref`, or the object itself. */
export function resolve(root: Data, found: unknown): unknown {
  const { $ref } = (found ?? {}) as { $ref?: unknown }
  if (typeof $ref !== 'string') return found
  const steps = $ref.replace(/^#\//, '').split('/')
  const target = steps.reduce<unknown>((part, step) => (part as Data | undefined)?.[step], root)
  if (target === undefined) throw new Error(`the document has nothing at ${$ref}`)
  return resolve(root, target)
}

/** An operation with references in its parameters, body and responses resolved. */
const resolveParts = (root: Data, { parameters = [], requestBody, responses = {}, ...found }: Data): Data => ({
  ...found,
  parameters: (parameters as unknown[]).map(each => resolve(root, each)),
  ...(requestBody === undefined ? {} : { requestBody: resolve(root, requestBody) }),
  responses: Object.fromEntries(Object.entries(responses as Data).map(([key, each]) => [key, resolve(root, each)])),
})

type Root = z.infer<typeof document>

const isOfTokens = (found: z.infer<typeof scheme> | undefined): boolean =>
  found !== undefined &&
  (found.type === 'oauth2' || (found.type === 'http' && found.scheme?.toLowerCase() === 'bearer'))

const isOfMessages = (found: z.infer<typeof scheme> | undefined): boolean =>
  found?.type === 'apiKey' && found.name?.toLowerCase() === 'signature'

function operationAt(root: Root, template: string, method: string, found: z.infer<typeof operation>): Operation {
  const exampleOf = (name: string) => found.parameters.find(each => each.in === 'path' && each.name === name)?.example
  const path = template.replace(/\{([a-z_]+)\}/g, (_, name: string) => String(exampleOf(name)))
  const inQuery = found.parameters.filter(each => each.in === 'query')
  const content = found.requestBody?.content ?? {}
  const proofs = (found.security ?? root.security).flatMap(each => Object.keys(each))
  const { securitySchemes } = root.components
  return {
    ...found,
    method: method.toUpperCase(),
    template,
    path,
    query: Object.fromEntries(inQuery.map(({ name, example }) => [name, example])),
    isSigned: found['x-action'] !== undefined,
    isBearer: proofs.some(name => isOfTokens(securitySchemes[name])),
    isMessageSigned: proofs.some(name => isOfMessages(securitySchemes[name])),
    proofs,
    isForm: content[FORM] !== undefined,
    payload: payloadOf(root, Object.values(content)[0]?.schema ?? {}),
    slugs: [...found['x-problems'], ...Object.values(found.responses).flatMap(each => each['x-problems'])],
  }
}

/**
 * A schema that can be sent with or without an envelope: the schema inside the envelope, or the alternative without
 * one.
 */
function payloadOf(root: Data, schema: Data): Data {
  const parts = ((schema.allOf ?? schema.anyOf ?? [schema]) as unknown[]).map(part => resolve(root, part) as Data)
  const within = parts.map(({ properties }) => (properties as Data | undefined)?.payload)
  const isAround = schema.allOf !== undefined || parts.length === 1
  const last = isAround ? (within.at(-1) ?? parts.at(-1)) : parts.at(-1)
  return resolve(root, last) as Data
}

const FORM = 'application/x-www-form-urlencoded'

/** The documented example payload of a call. */
export const documentedPayload = ({ payload }: Operation): Data =>
  ((payload.examples as Data[] | undefined)?.[0] ?? {}) as Data
