import type { Actor, Runtime } from '../context.ts'
import { Problem } from '../problems/problem.ts'

/**
 * Reads from a standby that has everything committed when the actor was admitted, so that hidden content stays hidden;
 * from the primary if there is none, or if the standby fails.
 */
export async function readFromStandby<Result>(
  runtime: Runtime,
  actor: Actor,
  read: (from: Runtime) => Promise<Result>,
): Promise<Result> {
  const position = actor.kind === 'agent' ? actor.position : undefined
  const standby = position && (await runtime.standbys?.at(position))
  if (!standby) return await read(runtime)
  try {
    return await read({ ...runtime, ...standby.reads })
  } catch (error) {
    if (isRefusal(error)) throw error
    const isThere = await standby.isThere()
    if (isThere && error instanceof Problem) throw error
    return await read(runtime)
  }
}

/** The primary would fail in the same way. */
const isRefusal = (error: unknown) => error instanceof Problem && error.status < 500
