import { PROBLEMS, type ProblemSlug } from '../../tools/core/problems/problem.ts'
import type { ProblemKind } from '../../tools/core/schema/problem-kind.ts'

const NO_ADVICE = 'The "detail", "hint" and "errors" members of the problem say what to change.'

export function problemPage(slug: string): { html: string; markdown: string } | undefined {
  if (!Object.hasOwn(PROBLEMS, slug)) return undefined
  const { title, status, code, advice = NO_ADVICE }: ProblemKind = PROBLEMS[slug as ProblemSlug]
  const line = `HTTP status ${status}${code ? `, code ${code}` : ''}`
  const escapeHtml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  return {
    markdown: `# ${title}\n\n${line}\n\n${advice}\n`,
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(title)}</title><h1>${escapeHtml(title)}</h1><p>${line}</p><p>${escapeHtml(advice)}</p></html>`,
  }
}
