import { type EgressFailureCode, toEgressFailure } from '../../push/egress-failure.ts'
import type { Context } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'

/** What a URL shows by itself; of all else, which names lead inside the network of the server, nothing is said. */
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

/** A URL that may be called as things are now; what keeps one from it comes back as its refusal. */
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

/** Whether what was asked for may be done, asked in its transaction: a repeat is not refused for what a name leads to by then. */
export function requireJudged<Judged>(judged: Judged | Problem): Judged {
  if (judged instanceof Problem) throw judged
  return judged
}
