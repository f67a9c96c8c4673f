import type { z } from 'zod'
import { countAccount } from '../../../tools/accounts/counted-account.ts'
import type { PersonActor } from '../../../tools/kernel/context.ts'
import type { OperatorTool, SessionTool, Typed, VisitorTool } from '../../../tools/kernel/define.ts'
import { BUCKETS } from '../../../tools/kernel/limits.ts'
import { signInRequired } from '../../../tools/kernel/standing/sign-in-required.ts'
import { digest16 } from '../../../tools/kernel/text/digest.ts'
import { performAsPerson } from '../../../tools/perform-as-person.ts'
import { keyedDigest } from '../../http/address-counters.ts'
import { cookieOf } from '../serving/flash.ts'
import type { Visit } from '../visit.ts'
import { cookiesOf } from './cookies.ts'

type Mine<Input extends z.ZodObject> = Omit<z.input<Input>, 'user_id'>

function actorOf({ visitor }: Visit): PersonActor {
  if (!visitor) throw signInRequired()
  return { kind: 'person', user_id: visitor.user_id, session_id: visitor.session_id }
}

/** What a tool answers whoever is signed in; for whom it acts is never the page's to say. */
export async function asPerson<Input extends z.ZodObject, Output extends z.ZodObject>(
  visit: Visit,
  tool: Typed<OperatorTool | SessionTool, Input, Output>,
  input: Mine<Input>,
): Promise<z.output<Output>> {
  const call = { input, request_id: visit.exchange.request_id }
  return (await performAsPerson(visit.runtime, tool, actorOf(visit), call)).output as z.output<Output>
}

/** Set in a browser where somebody signed in before. */
export const browserMarkOf = ({ runtime, exchange }: Visit): string | undefined =>
  cookieOf(exchange.headers.cookie, cookiesOf(runtime.installation).browser.name)

/**
 * The response of a tool to somebody who is about to sign in; counted for their address, or where a browser is known, for
 * its account: others behind the same address use up nothing of that.
 */
export async function asVisitor<Input extends z.ZodObject, Output extends z.ZodObject>(
  { runtime, exchange }: Visit,
  tool: Typed<VisitorTool, Input, Output>,
  input: z.input<Input>,
  account?: string,
): Promise<z.output<Output>> {
  const { limit } = tool
  if (limit !== undefined && BUCKETS[limit].per === 'address') {
    if (account === undefined) await exchange.limits.countAnonymous(limit, true)
    else await countAccount(runtime, limit, account, runtime.clock())
  }
  const network = () => digest16('network', keyedDigest(runtime.secret, exchange.limits.address))
  const call = { input, request_id: exchange.request_id, network }
  return (await performAsPerson(runtime, tool, { kind: 'anyone' }, call)).output as z.output<Output>
}
