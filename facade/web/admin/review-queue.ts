import { Problem, type ProblemSlug } from '../../../tools/core/problems/problem.ts'
import type { Redirect } from '../define-page.ts'

/** Redirects to the next pending item, or to the queue if there is none. */
export function toNextInQueue(path: string, done: string, waiting: readonly string[], decided: string): Redirect {
  const next = waiting.find(id => id !== decided)
  return next === undefined
    ? { to: path, flash: `${done} The queue is empty.` }
    : { to: `${path}/${next}`, flash: `${done} Showing the next one.` }
}

/** Ignores the problem `slug`, which means that somebody else has already made the decision. */
export async function ignoreIfDone(slug: ProblemSlug, act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof Problem && error.slug === slug)) throw error
  }
}

export const noteOr = (form: URLSearchParams, otherwise: string): string => form.get('note')?.trim() || otherwise

export const unknownDecision = () =>
  new Problem('bad-request', 'This form does not contain a valid decision.', {
    hint: 'Reload the page and choose a decision.',
  })
