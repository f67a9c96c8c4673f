import { equal, ok } from 'node:assert/strict'
import { z } from 'zod'
import type { Data, Reply } from '../clients/http.ts'
import type { Refusal } from '../resource.ts'
import { REFUSALS } from '../resources/index.ts'

/** Status and code of each checked refusal (ENV-76 to ENV-85, PROB-6). */
export const catalogue = REFUSALS

export type Slug = keyof typeof catalogue

export const problemShape = z.looseObject({
  type: z.string(),
  title: z.string().min(1),
  status: z.int(),
  detail: z.string().min(1),
  instance: z.string(),
  code: z.string().optional(),
  request_id: z.string().optional(),
  errors: z.array(z.looseObject({ pointer: z.string(), code: z.string(), message: z.string() })).optional(),
})

type ProblemBody = z.infer<typeof problemShape>

/** Fails unless the reply is that refusal: status, media type, slug and code. */
export function requireProblem(reply: Reply, ...slugs: [Slug, ...Slug[]]): ProblemBody {
  const named = slugs.map(slug => `${catalogue[slug][0]} ${slug}`).join(' or ')
  const described = `expected ${named}, got ${reply.describe()}`
  const statuses: number[] = slugs.map(slug => catalogue[slug][0])
  if (!statuses.includes(429)) reply.requireUnlimited()
  ok(statuses.includes(reply.status), described)
  equal(reply.type, 'application/problem+json')
  const body = reply.as(problemShape)
  equal(body.status, reply.status, 'the member status equals the HTTP status')
  requireSlug(body, described, ...slugs)
  return body
}

/** The same for a problem in another place, such as `structuredContent.error` in MCP. */
export function requireSlug(body: ProblemBody, described: string, ...slugs: [Slug, ...Slug[]]): void {
  const slug = slugs.find(candidate => body.type.endsWith(`/errors/${candidate}`))
  ok(slug, described)
  const [status, code]: Refusal = catalogue[slug]
  equal(body.status, status, described)
  equal(body.code, code, described)
}

/** A 422 that points at the member. The pointer may start at the payload or at the body. */
export function requireInvalid(reply: Reply, pointer: string, slug: Slug = 'validation-error'): void {
  const { errors } = requireProblem(reply, slug)
  const pointers = (errors ?? []).map(error => error.pointer)
  ok(
    pointers.some(found => found.endsWith(pointer)),
    `no error points at ${pointer}: ${reply.describe()}`,
  )
}

/** A body without the members that differ between requests. */
export function masked(body: Data): Data {
  const { instance: _instance, request_id: _requestId, ...rest } = body
  return rest
}

export function requireStatus(reply: Reply, status: number): Reply {
  if (status !== 429) reply.requireUnlimited()
  equal(reply.status, status, `expected ${status}, got ${reply.describe()}`)
  return reply
}
