import { type EgressFailureCode, toEgressFailure } from '../../push/egress-failure.ts'
import type { Context } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'

/** Errors that are visible in the URL itself; nothing reveals which names resolve to internal addresses. */
const RULES: Partial<Record<EgressFailureCode, readonly [rule: string, detail: string]>> = {
  'url-not-https': ['scheme', 'The URL of a webhook must begin with https://.'],
  'url-fragment': ['fragment', 'The URL of a webhook must not have a fragment. Remove # and what follows.'],
  'url-characters': ['characters', 'The URL contains a space, a control character or a backslash. Percent-encode it.'],
  'url-malformed': ['form', 'This is not a valid URL.'],
  'url-userinfo': [
    'userinfo',
    'The URL of a webhook must not contain a user name or password. Remove @ and what precedes it.',
  ],
  'url-port': ['port', 'Webhooks cannot use this port. Omit the port to use 443.'],
  'url-is-address': ['address', 'The host is an IP address. Use a public host name that resolves to it.'],
}

const OF_HOST = ['host', 'The host of this URL is not a public host that resolves.'] as const

/** Validates a URL that may be called now; returns the problem if it may not. */
export async function judgeUrl(
  { egress }: Pick<Context, 'egress'>,
  url: string,
): Promise<{ url: string; host: string } | Problem> {
  try {
    const target = await egress.judge(url, { mayBeLocal: true })
    return { url: target.href, host: target.host }
  } catch (error) {
    const [rule, detail] = RULES[toEgressFailure(error).code] ?? OF_HOST
    return new Problem('webhook-url-refused', detail, { rule })
  }
}

/** Checked again in the transaction: a replay is not rejected because of the current resolution of a name. */
export function requireJudged<Judged>(judged: Judged | Problem): Judged {
  if (judged instanceof Problem) throw judged
  return judged
}
