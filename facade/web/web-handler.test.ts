import { get } from 'node:http'
import test from 'ava'
import { BROWSER, useBrowser } from '../../testing/browsers/browser.ts'
import { HTML_ACCEPT, useTestSite } from '../../testing/browsers/test-site.ts'
import { LIMITS } from '../../tools/core/rate-limits.ts'

const site = useTestSite(test)
const limited = useTestSite(test, { rateLimits: true })
const below = useTestSite(test, { prefix: '/social' })
const browser = useBrowser(test)

const stylesOf = (html: string) => /<link rel="stylesheet" href="([^"]+)"/.exec(html)![1]!

test('browsers get the front page, and clients that accept anything get the index', async t => {
  for (const accept of [
    HTML_ACCEPT,
    'text/html',
    'text/html, application/json;q=0.5',
    'application/json;q=0.9, text/html',
  ]) {
    const answer = await site().ask('/', accept)
    t.is(answer.status, 200, accept)
    t.is(answer.headers.get('content-type'), 'text/html; charset=utf-8')
  }
  for (const accept of [
    '*/*',
    'application/json',
    'text/markdown',
    'text/*',
    'text/html;q=0.5, application/json',
    '',
  ]) {
    const answer = await site().ask('/', accept)
    t.is(answer.status, 303, accept)
    t.is(answer.headers.get('location'), `${site().url}/api/v1/aui/agent-index`)
  }
})

test('pages have headers for scripts, sources, framing and caching', async t => {
  const { headers } = await site().ask('/')
  const policy = headers.get('content-security-policy')!
  t.regex(policy, /^default-src 'none'; style-src 'self'; script-src 'self';/)
  t.regex(policy, /frame-ancestors 'none'$/)
  t.notRegex(policy, /unsafe|https?:/)
  t.is(headers.get('x-frame-options'), 'DENY')
  t.is(headers.get('referrer-policy'), 'same-origin')
  t.is(headers.get('cache-control'), 'public, max-age=10')
  t.is(headers.get('vary'), 'Accept, Accept-Encoding, Cookie')
  t.is(headers.get('x-content-type-options'), 'nosniff')
})

test('a conditional request gets a 304, and HEAD the headers only', async t => {
  const { headers } = await site().ask('/')
  const known = await site().ask('/', HTML_ACCEPT, { headers: { 'If-None-Match': headers.get('etag')! } })
  t.is(known.status, 304)
  const head = await site().ask('/', HTML_ACCEPT, { method: 'HEAD' })
  t.is(head.status, 200)
  t.is(await head.text(), '')
  t.is(head.headers.get('etag'), headers.get('etag'))
})

/** The status for a client at another loopback address, once the server is not too busy. */
async function askFrom(localAddress: string, path: string): Promise<number> {
  for (;;) {
    const status = await new Promise<number>((resolve, reject) => {
      const request = get(`${limited().url}${path}`, { localAddress, headers: { Accept: HTML_ACCEPT } }, answer => {
        answer.resume()
        resolve(answer.statusCode!)
      })
      request.once('error', reject)
    })
    if (status !== 503) return status
  }
}

test('only a client over its search limit is refused, not others that wait for the same page', async t => {
  const [{ limit }] = LIMITS.page_searches.windows
  let requests = 0
  while ((await askFrom('127.0.0.2', `/services?q=${requests}`)) === 200) requests++
  t.true(requests > 0 && requests <= limit)
  for (let n = 0; n < 5; n++) {
    const path = `/services?q=same${n}`
    t.deepEqual(await Promise.all([askFrom('127.0.0.2', path), askFrom('127.0.0.3', path)]), [429, 200])
  }
})

test('assets have the digest of their bytes in the URL, and are immutable', async t => {
  const styles = stylesOf(await (await site().ask('/')).text())
  t.regex(styles, /^\/assets\/style\.[0-9a-f]{16}\.css$/)
  const answer = await site().ask(styles)
  t.is(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  t.is(answer.headers.get('content-type'), 'text/css; charset=utf-8')
  t.is((await site().ask('/assets/style.0123456789abcdef.css')).status, 404)
})

test('with a prefix, assets and links of a page have it too', async t => {
  const { url, ask } = below()
  const { origin } = new URL(url)
  const html = await (await ask('/')).text()
  t.is((await fetch(`${origin}${stylesOf(html)}`)).status, 200)
  const addresses = [...html.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)].map(([, address]) => address!)
  t.true(addresses.length > 5)
  for (const address of addresses) t.true(address.startsWith('/social/') || address === '/social', address)
  t.true(html.includes(`<link rel="canonical" href="${url}/"`))
})

test('a page with a wrong method lists the allowed ones, as a page', async t => {
  const answer = await site().ask('/p/000000000000/drawing.svg', HTML_ACCEPT, { method: 'DELETE' })
  t.is(answer.status, 405)
  t.is(answer.headers.get('allow'), 'GET, HEAD')
  const html = await answer.text()
  t.true(html.includes(answer.headers.get('x-request-id')!))
})

const withBrowser = BROWSER.isAvailable ? test : test.skip

withBrowser(`a layout shift while a page loads is a fault${BROWSER.skipNote}`, async t => {
  const seen = browser()
  if (!seen) return void t.pass('no browser starts here')
  const visited = await seen.look(`${site().url}/`)
  t.deepEqual(await visited.faults(), [])
  await visited.page.evaluate(
    `document.querySelector('main').insertAdjacentHTML('afterbegin', '<p>${'late '.repeat(400)}</p>')`,
  )
  t.regex(String(await visited.faults()), /shifts while the page loads/)
  await visited.context.close()
})

withBrowser(`a page is accessible, and loads nothing from other origins${BROWSER.skipNote}`, async t => {
  const seen = browser()
  if (!seen) return void t.pass('no browser starts here')
  for (const scheme of ['light', 'dark'] as const) {
    const visited = await seen.look(`${site().url}/`, { scheme })
    t.deepEqual(await visited.faults(), [])
    t.deepEqual(visited.strays, [])
    await visited.context.close()
  }
})
