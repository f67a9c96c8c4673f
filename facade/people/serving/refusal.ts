import type { Runtime } from '../../../tools/kernel/context.ts'
import { PROBLEMS, Problem } from '../../../tools/kernel/problems/problems.ts'
import type { Exchange, Reply } from '../../http/exchange.ts'
import { refusalOf } from '../../http/refusal.ts'
import type { Shower } from '../page.ts'
import { type Refusal, RefusalPage } from '../shell/refusal-page.tsx'

const UNKNOWN = { title: 'Something went wrong here', detail: 'The server cannot answer now; try again in a moment.' }

/** What a person is shown of an error, and the headers that it has wherever it is answered. */
export async function describeRefusal(
  runtime: Runtime,
  exchange: Exchange,
  error: unknown,
): Promise<{ reply: Reply; shower: Shower & { view: Refusal } }> {
  const reply = await refusalOf(runtime, exchange, error)
  const told =
    error instanceof Problem
      ? { title: PROBLEMS[error.slug].title, detail: error.message, hint: error.members.hint }
      : { ...UNKNOWN, hint: undefined }
  const { status } = reply
  const head = { title: told.title, isUnlisted: true }
  const view = { ...told, head, status, request_id: exchange.request_id }
  return { reply, shower: { status, view, render: RefusalPage } }
}
