import { toEgressFailure } from '../../push/egress-failure.ts'
import type { Context } from '../core/context.ts'
import { outboundUrlRule } from '../core/network/outbound-url-rules.ts'
import { Problem } from '../core/problems/problem.ts'

/** Validates a URL that may be called now; returns the problem if it may not. */
export async function judgeUrl(
  { egress }: Pick<Context, 'egress'>,
  url: string,
): Promise<{ url: string; host: string } | Problem> {
  try {
    const target = await egress.judge(url, { mayBeLocal: true })
    return { url: target.href, host: target.host }
  } catch (error) {
    const [rule, detail] = outboundUrlRule(toEgressFailure(error).code)
    return new Problem('webhook-url-refused', detail, { rule })
  }
}

/** Checked again in the transaction: a replay is not rejected because of the current resolution of a name. */
export function requireJudged<Judged>(judged: Judged | Problem): Judged {
  if (judged instanceof Problem) throw judged
  return judged
}
