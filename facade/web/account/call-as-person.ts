import type { z } from 'zod'
import { chargeAccountLimit } from '../../../tools/accounts/account-rate-limit.ts'
import { signInRequired } from '../../../tools/core/agent-status/sign-in-required.ts'
import type { PersonActor } from '../../../tools/core/context.ts'
import type { OperatorTool, SessionTool, Typed, VisitorTool } from '../../../tools/core/define-tool.ts'
import { LIMITS } from '../../../tools/core/rate-limits.ts'
import { digest16 } from '../../../tools/core/text/digest.ts'
import { executeAsPerson } from '../../../tools/execute-as-person.ts'
import { keyedDigest } from '../../http/client-address.ts'
import type { PageContext } from '../page-context.ts'
import { readCookie } from '../server/flash-messages.ts'
import { cookiesOf } from './session-cookies.ts'

type Mine<Input extends z.ZodObject> = Omit<z.input<Input>, 'user_id'>

function actorOf({ visitor }: PageContext): PersonActor {
  if (!visitor) throw signInRequired()
  return { kind: 'person', user_id: visitor.user_id, session_id: visitor.session_id }
}

/** Calls a tool as the signed-in person. Pages cannot choose another person. */
export async function callAsPerson<Input extends z.ZodObject, Output extends z.ZodObject>(
  visit: PageContext,
  tool: Typed<OperatorTool | SessionTool, Input, Output>,
  input: Mine<Input>,
): Promise<z.output<Output>> {
  const call = { input, request_id: visit.exchange.request_id }
  return (await executeAsPerson(visit.runtime, tool, actorOf(visit), call)).output as z.output<Output>
}

/** The cookie of a browser in which somebody has signed in before. */
export const browserMarkOf = ({ runtime, exchange }: PageContext): string | undefined =>
  readCookie(exchange.headers.cookie, cookiesOf(runtime.installation).browser.name)

/**
 * Calls a tool for a visitor who is about to sign in. Rate limits count per address or, in a known browser, per
 * account, so that others behind the same address cannot exhaust them.
 */
export async function callAsVisitor<Input extends z.ZodObject, Output extends z.ZodObject>(
  { runtime, exchange }: PageContext,
  tool: Typed<VisitorTool, Input, Output>,
  input: z.input<Input>,
  account?: string,
): Promise<z.output<Output>> {
  const { limit } = tool
  if (limit !== undefined && LIMITS[limit].per === 'address') {
    if (account === undefined) await exchange.limits.countAnonymous(limit, true)
    else await chargeAccountLimit(runtime, limit, account, runtime.clock())
  }
  const network = () => digest16('network', keyedDigest(runtime.secret, exchange.limits.address))
  const call = { input, request_id: exchange.request_id, network }
  return (await executeAsPerson(runtime, tool, { kind: 'anyone' }, call)).output as z.output<Output>
}
