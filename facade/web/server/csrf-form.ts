import { timingSafeEqual } from 'node:crypto'
import { Problem } from '../../../tools/core/problems/problem.ts'
import type { HttpExchange } from '../../http/exchange.ts'
import type { Visitor } from '../page-context.ts'

const FORM_BYTES = 64 * 1024
const OWN_SITE: readonly string[] = ['same-origin', 'none']

/** The fields of a submitted form, after checking its origin and CSRF token. */
export async function readCsrfForm(exchange: HttpExchange, visitor: Visitor | undefined, origin: string) {
  requireOwnSite(exchange, origin)
  const body = await exchange.readBody(FORM_BYTES)
  if (!isFormEncoded(exchange))
    throw new Problem('bad-request', 'Forms must be sent as application/x-www-form-urlencoded.')
  const form = new URLSearchParams(body.toString('utf8'))
  if (visitor && !isSame(form.get('form_token') ?? '', visitor.form_token)) throw foreign()
  return form
}

/** Checks `Sec-Fetch-Site`, or `Origin` for browsers that do not send it. */
function requireOwnSite({ headers }: HttpExchange, origin: string): void {
  const site = headers['sec-fetch-site']
  const isOwn = site === undefined ? headers.origin === undefined || headers.origin === origin : isOneOf(site)
  if (!isOwn) throw foreign()
}

const isOneOf = (site: string | string[]) => typeof site === 'string' && OWN_SITE.includes(site)

const isFormEncoded = ({ headers }: HttpExchange) =>
  /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '')

function isSame(given: string, known: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(known)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const foreign = () =>
  new Problem('bad-request', 'This form is not valid for this browser, or it has expired.', {
    hint: 'Reload the page and submit the form again.',
  })
