import { type EgressFailureCode, toEgressFailure } from '../../push/egress-failure.ts'
import type { Context } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'

/** What a URL shows by itself; of all else, which names lead inside the network of the server, nothing is said. */
const RULES: Partial<Record<EgressFailureCode, readonly [rule: string, detail: string]>> = {
  'url-not-https': ['scheme', 'The URL of a webhook begins with https://.'],
  'url-fragment': ['fragment', 'The URL of a webhook has no fragment: leave out # and what follows.'],
  'url-characters': ['characters', 'The URL has a blank, a control character or a backslash; write them in percent.'],
  'url-malformed': ['form', 'This cannot be read as a URL.'],
  'url-userinfo': [
    'userinfo',
    'The URL of a webhook has no user name and no password: leave out @ and what precedes it.',
  ],
  'url-port': ['port', 'Webhooks do not go to this port; without one the URL is for port 443.'],
  'url-is-address': ['address', 'The host is an IP address; give a public name that leads there.'],
}

const OF_HOST = ['host', 'This URL is not one of a public host that can be found.'] as const

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
