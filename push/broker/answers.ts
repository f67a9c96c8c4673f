import { z } from 'zod'
import { readBoundedJson } from './bounded-json.ts'

const MAX_ARTIFACTS = 32
const MAX_PARTS = 64
const MAX_NAME = 256
const MAX_LISTED = 100

const id = z.string().min(1).max(MAX_NAME)
const name = z
  .string()
  .max(MAX_NAME)
  .nullish()
  .transform(text => text || undefined)

/** Line ends and other control characters are of no name; whoever writes one into a header writes no second line. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu
const label = name.transform(text => text?.replace(CONTROLS, ' ').trim() || undefined)

/** A media type with its parameters (RFC 9110 8.3.1), in visible ASCII; what is none is as if it were not said. */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+[ \t]*(;[\x20-\x7e]*)?$/
const mediaType = name.transform(text => (text !== undefined && MEDIA_TYPE.test(text) ? text : undefined))

const CONTENTS = ['text', 'data', 'url', 'raw'] as const

const part = z
  .object({
    text: z.string().optional(),
    data: z.unknown().optional(),
    url: z.string().optional(),
    /** Base64. */
    raw: z.string().optional(),
    mediaType,
    filename: label,
  })
  .refine(value => CONTENTS.filter(content => value[content] !== undefined).length === 1)
const parts = z.array(part).max(MAX_PARTS)

const message = z.object({
  messageId: z.string().max(MAX_NAME).nullish(),
  parts: parts.nullish().transform(some => some ?? []),
})
const artifact = z.object({ artifactId: id, name: label, parts })
const task = z.object({
  id,
  contextId: name,
  status: z.object({
    state: z.string().max(MAX_NAME),
    message: message.nullish().transform(some => some ?? undefined),
  }),
  artifacts: z
    .array(artifact)
    .max(MAX_ARTIFACTS)
    .nullish()
    .transform(some => some ?? []),
})

/** Exactly one of `text`, `data`, `url` and `raw` is there. Words of a provider, as all of it. */
export type A2aPart = z.output<typeof part>
export type A2aMessage = z.output<typeof message>
export type A2aArtifact = z.output<typeof artifact>
/** `state` is whatever the provider calls it. */
export type A2aTask = z.output<typeof task>

const SHAPES = {
  sent: z.union([
    z.object({ task }).transform(found => ({ kind: 'task' as const, task: found.task })),
    z.object({ message }).transform(found => ({ kind: 'message' as const, message: found.message })),
  ]),
  task: task.transform(found => ({ kind: 'task' as const, task: found })),
  tasks: z
    .object({ tasks: z.array(task).max(MAX_LISTED).nullish() })
    .transform(({ tasks }) => ({ kind: 'tasks' as const, tasks: tasks ?? [] })),
}

/** What a call may be answered with. */
export type Shape = keyof typeof SHAPES
export type Result<Asked extends Shape> = z.output<(typeof SHAPES)[Asked]>

export type Unusable =
  | { kind: 'error'; code: number; message: string }
  | { kind: 'malformed'; detail: string }
  | { kind: 'too_large' }

const response = z.object({ jsonrpc: z.literal('2.0'), id: z.union([z.string(), z.number(), z.null()]).optional() })
const failure = response.extend({ error: z.object({ code: z.int(), message: z.string() }) })
const success = response.extend({ result: z.unknown() })

/** The answer to the call of this id, in our own shape. */
export function readResult<Asked extends Shape>(body: Buffer, id: string, shape: Asked): Result<Asked> | Unusable {
  const read = readBoundedJson(body)
  if ('unreadable' in read) {
    if (read.unreadable === 'too deep') return { kind: 'too_large' }
    return { kind: 'malformed', detail: `The answer is ${read.unreadable}.` }
  }
  const failed = failure.safeParse(read.value)
  // An id that could not be read is null (JSON-RPC 2.0, 5).
  if (failed.success && [id, null, undefined].includes(failed.data.id as string)) {
    return { kind: 'error', ...failed.data.error }
  }
  const answered = success.safeParse(read.value)
  if (!answered.success) return { kind: 'malformed', detail: 'The answer is no response of JSON-RPC 2.0.' }
  if (answered.data.id !== id) return { kind: 'malformed', detail: 'The answer has the id of another call.' }
  const result = SHAPES[shape].safeParse(answered.data.result)
  if (result.success) return result.data as Result<Asked>
  if (hasTooMany(result.error.issues)) return { kind: 'too_large' }
  return { kind: 'malformed', detail: 'The result is not what A2A 1.0 answers to this method.' }
}

const hasTooMany = (issues: z.core.$ZodIssue[]): boolean =>
  issues.some(
    issue =>
      (issue.code === 'too_big' && issue.origin === 'array') ||
      (issue.code === 'invalid_union' && issue.errors.some(hasTooMany)),
  )
