import type { Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problems/problems.ts'

/**
 * A URL that may be called as things are now. All that keeps one from it is one refusal: which names lead inside the
 * network of the server is nobody's business.
 */
export async function requireUrl(
  { egress }: Pick<Context, 'egress'>,
  url: string,
): Promise<{ url: string; host: string }> {
  const target = await egress.judge(url).catch(() => {
    throw new Problem('webhook-url-refused', 'This URL is not one of a public host that can be found.')
  })
  return { url: target.href, host: target.host }
}
