import { PROBLEMS, type ProblemSlug } from '../../tools/core/problems/problem.ts'
import type { ProblemKind } from '../../tools/core/schema/problem-kind.ts'

const NO_ADVICE = 'The "detail", "hint" and "errors" members of the problem say what to change.'

/** A problem for agents; people have a page of it. */
export function describeProblem(slug: string): { json: object; markdown: string } | undefined {
  if (!Object.hasOwn(PROBLEMS, slug)) return undefined
  const { title, status, code, advice = NO_ADVICE }: ProblemKind = PROBLEMS[slug as ProblemSlug]
  const line = `HTTP status ${status}${code ? `, code ${code}` : ''}`
  return {
    json: { slug, title, status, code: code ?? null, advice },
    markdown: `# ${title}\n\n${line}\n\n${advice}\n`,
  }
}
