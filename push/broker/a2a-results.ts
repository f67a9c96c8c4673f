import { z } from 'zod'
import { readBoundedJson } from './bounded-json.ts'
import { joinMessage, readArtifactParts, readParts } from './parts.ts'

const MAX_NAME = 256
const MAX_LISTED = 100

const id = z.string().min(1).max(MAX_NAME)
const name = z
  .string()
  .max(MAX_NAME)
  .nullish()
  .transform(text => text || undefined)

const message = z
  .object({ messageId: z.string().max(MAX_NAME).nullish(), parts: z.unknown() })
  .transform(({ messageId, parts }) => ({ messageId, ...readParts(parts) }))

/** The limits apply after texts are joined. */
const boundedMessage = message.transform((given, { issues }) => {
  const joined = joinMessage(given)
  if (!joined) issues.push(tooMany(given))
  return { ...given, ...joined }
})

const artifacts = z
  .array(z.unknown())
  .nullish()
  .transform((given, { issues }) => {
    const read = readArtifactParts(given ?? [])
    if (!read) issues.push(tooMany(given))
    return read ?? []
  })

const tooMany = (input: unknown) => ({ code: 'too_big', origin: 'array', maximum: 0, input }) as const

const task = z.object({
  id,
  contextId: name,
  status: z.object({
    state: z.string().max(MAX_NAME),
    message: message.optional().catch(undefined),
  }),
  artifacts,
})

/** All strings are text of the provider. */
export type A2aMessage = z.output<typeof message>
/** `state` is whatever the provider sends. */
export type A2aTask = z.output<typeof task>

const SHAPES = {
  sent: z.union([
    z.object({ task }).transform(found => ({ kind: 'task' as const, task: found.task })),
    z.object({ message: boundedMessage }).transform(found => ({ kind: 'message' as const, message: found.message })),
  ]),
  task: task.transform(found => ({ kind: 'task' as const, task: found })),
  tasks: z
    .object({ tasks: z.array(task).max(MAX_LISTED).nullish() })
    .transform(({ tasks }) => ({ kind: 'tasks' as const, tasks: tasks ?? [] })),
}

/** The possible results of a call. */
export type A2aShape = keyof typeof SHAPES
export type A2aResult<Shape extends A2aShape> = z.output<(typeof SHAPES)[Shape]>

export type UnusableResult =
  | { kind: 'error'; code: number; message: string }
  | { kind: 'malformed'; detail: string }
  | { kind: 'too_large' }

const response = z.object({ jsonrpc: z.literal('2.0'), id: z.union([z.string(), z.number(), z.null()]).optional() })
const failure = response.extend({ error: z.object({ code: z.int(), message: z.string() }) })
const success = response.extend({ result: z.unknown() })

/** Parses the response to the call with this id. */
export function readA2aResult<Shape extends A2aShape>(
  body: Buffer,
  id: string,
  shape: Shape,
): A2aResult<Shape> | UnusableResult {
  const read = readBoundedJson(body)
  if ('unreadable' in read) {
    if (read.unreadable === 'too deep') return { kind: 'too_large' }
    return { kind: 'malformed', detail: `The response is ${read.unreadable}.` }
  }
  const failed = failure.safeParse(read.value)
  // The id is null if the provider could not read the request (JSON-RPC 2.0, 5).
  if (failed.success && [id, null, undefined].includes(failed.data.id as string)) {
    return { kind: 'error', ...failed.data.error }
  }
  const answered = success.safeParse(read.value)
  if (!answered.success) return { kind: 'malformed', detail: 'The response is not a JSON-RPC 2.0 response.' }
  if (answered.data.id !== id) return { kind: 'malformed', detail: 'The response has the id of another call.' }
  const result = SHAPES[shape].safeParse(answered.data.result)
  if (result.success) return result.data as A2aResult<Shape>
  if (hasTooMany(result.error.issues)) return { kind: 'too_large' }
  return { kind: 'malformed', detail: 'The result is not a valid A2A 1.0 result of this method.' }
}

const hasTooMany = (issues: z.core.$ZodIssue[]): boolean =>
  issues.some(
    issue =>
      (issue.code === 'too_big' && issue.origin === 'array') ||
      (issue.code === 'invalid_union' && issue.errors.some(hasTooMany)),
  )
