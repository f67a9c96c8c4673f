import { PROBLEMS } from '../../../tools/core/problems/problem.ts'
import type { ErrorResponse } from '../../http/error-response.ts'
import type { HttpExchange } from '../../http/exchange.ts'
import type { ErrorPage } from '../define-page.ts'
import { ErrorPageView, type ErrorView } from '../layout/error-page.tsx'

const UNKNOWN = { title: 'Something went wrong', detail: 'The server cannot respond right now. Try again in a moment.' }

/** The error page for a problem. */
export function describeError({ request_id }: HttpExchange, { problem, reply: { status } }: ErrorResponse): ErrorPage {
  const { slug, message: detail, members } = problem
  const reported =
    slug === 'internal-error'
      ? UNKNOWN
      : { title: slug === 'not-found' ? 'Page not found' : PROBLEMS[slug].title, detail }
  const view: ErrorView = {
    ...reported,
    slug,
    status,
    request_id,
    hint: members.hint,
    head: { title: reported.title, isUnlisted: true },
    isForAgents: status === 401,
  }
  return { status, view, render: ErrorPageView }
}
