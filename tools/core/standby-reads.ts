import type { Actor, Runtime } from './context.ts'
import { Problem } from './problems/problem.ts'

/**
 * Reads from a standby that has all that was committed when the actor was admitted, so also what hides something; from
 * the primary where none has, and whatever a standby fails at.
 */
export async function readFromStandby<Result>(
  runtime: Runtime,
  actor: Actor,
  read: (from: Runtime) => Promise<Result>,
): Promise<Result> {
  const position = actor.kind === 'agent' ? actor.position : undefined
  const lent = position && (await runtime.standbys?.at(position))
  if (!lent) return await read(runtime)
  try {
    return await read({ ...runtime, ...lent.reads })
  } catch (error) {
    if (isRefusal(error)) throw error
    const isThere = await lent.isThere()
    if (isThere && error instanceof Problem) throw error
    return await read(runtime)
  }
}

/** It would be the primary's too. */
const isRefusal = (error: unknown) => error instanceof Problem && error.status < 500
