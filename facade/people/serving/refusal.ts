import { PROBLEMS } from '../../../tools/kernel/problems/problems.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Refused } from '../../http/refusal.ts'
import type { Shower } from '../page.ts'
import { type Refusal, RefusalPage } from '../shell/refusal-page.tsx'

const UNKNOWN = { title: 'Something went wrong here', detail: 'The server cannot answer now; try again in a moment.' }

/** What a person is shown of a refusal. */
export function describeRefusal({ request_id }: Exchange, { problem, reply: { status } }: Refused): Shower {
  const { slug, message: detail, members } = problem
  const told = slug === 'internal-error' ? UNKNOWN : { title: PROBLEMS[slug].title, detail }
  const view: Refusal = {
    ...told,
    status,
    request_id,
    hint: members.hint,
    head: { title: told.title, isUnlisted: true },
    isForAgents: status === 401,
  }
  return { status, view, render: RefusalPage }
}
