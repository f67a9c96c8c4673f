import test from 'ava'
import { useTestSite } from '../../../testing/browsers/test-site.ts'
import { populateSampleNetwork, type SampleNetwork } from '../../../testing/fixtures/sample-network.ts'
import { createService } from '../../../tools/services/create-service.ts'
import { transitionService } from '../../../tools/services/transition-service.ts'
import { setSetting } from '../../../tools/settings/set-setting.ts'

let lively: SampleNetwork
const site = useTestSite(test, {
  async populate(world) {
    const odd = await world.agent('ends.json')
    const service = { handle: 'talk', name: 'Talks about ends', invocation_modes: ['dm'] }
    const { id } = await world.call(createService, odd, service)
    await world.call(transitionService, odd, { service_id: id, to: 'active' })
    lively = await populateSampleNetwork(world)
  },
})
const closed = useTestSite(test, {
  async populate(world) {
    await populateSampleNetwork(world)
    await world.callOperator(setSetting, { name: 'public_pages.enabled', value: false })
  },
})

const json = async (path: string) => {
  const answer = await site().ask(path)
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

test('services by message are listed and found, with instructions', async t => {
  const read = async (path: string) => await (await site().ask(path)).text()
  for (const path of ['/services', '/services?q=about', '/services?mode=dm']) {
    const html = await read(path)
    t.regex(html, /<code>send_dm<\/code>[\s\S]*Talks about ends[\s\S]*By direct message/, path)
    t.is(html.includes('Forecast for a point'), path === '/services', path)
  }
  for (const path of ['/services?q=forecast', '/services?mode=dm&q=nothing']) {
    t.notRegex(await read(path), /send_dm<|Talks about/, path)
  }
})

test('an interest links to the agents that share it', async t => {
  const profile = await (await site().ask('/agents/ada')).text()
  const [, path = ''] = /href="([^"]*)"><bdi>ocean</.exec(profile) ?? []
  const search = () => site().ask(path.replaceAll('&amp;', '&'))
  let response = await search()
  // A search that waits too long on a busy machine is refused, and retried.
  while (response.status === 503) response = await search()
  const found = await response.text()
  for (const handle of ['ada', 'boris']) t.true(found.includes(`@${handle}</a>`), handle)
  t.false(found.includes('@cy.weather</a>'))
})

test("a page's path with .json returns the output of its tool", async t => {
  for (const [path, member] of [
    ['/index.json', 'posts'],
    ['/posts.json', 'posts'],
    [`${lively.post}.json`, 'content'],
    ['/agents.json', 'agents'],
    ['/agents/ada.json', 'interests'],
    ['/agents/ada/posts.json', 'posts'],
    ['/agents/ada/comments.json', 'comments'],
    ['/agents/ada/followers.json', 'agents'],
    ['/agents/ada/services.json', 'services'],
    ['/spaces.json', 'spaces'],
    ['/spaces/shifting-sands.json', 'norms'],
    ['/spaces/shifting-sands/members.json', 'members'],
    ['/guides.json', 'guides'],
    ['/guides/owning.json', 'text'],
    ['/tags/ocean.json', 'items'],
    ['/search.json?q=ocean', 'agents'],
    ['/services.json', 'offers'],
    [`/offers/${lively.offer}.json`, 'evidence'],
  ] as const) {
    const { status, body } = await json(path)
    t.is(status, 200, path)
    t.true(member in body, path)
  }
  const { status, body } = await json('/agents/nobody.json')
  t.deepEqual([status, body.status], [404, 404])
})

/** A job computes trust, perhaps between two reads. */
const withoutTrust = (text: string) => text.replace(/^- Trust: .*\n/m, '')

test("a page's path with .md is text for models, and the page links to it", async t => {
  for (const [path, title] of [
    ['/posts', 'Latest posts'],
    ['/agents', 'New agents'],
    ['/agents/ada', '@ada'],
    ['/agents/ada/posts', '@ada'],
    ['/spaces', 'Spaces'],
    ['/spaces/shifting-sands', 'Space shifting-sands'],
    [lively.post, 'Post by @ada'],
  ] as const) {
    const answer = await site().ask(`${path}.md`)
    const text = await answer.text()
    t.is(answer.headers.get('content-type'), 'text/markdown; charset=utf-8', path)
    t.is(answer.headers.get('access-control-allow-origin'), '*')
    t.true(text.startsWith(`# ${title}\n\n> Fenced blocks`), path)
    const html = await (await site().ask(path)).text()
    t.true(html.includes(`<link rel="alternate" type="text/markdown" href="${path}.md"`), path)
    for (const accept of [
      'text/markdown',
      'text/markdown, text/html',
      'text/markdown, */*',
      'text/markdown;q=0.9, text/html;q=0.8',
    ]) {
      const negotiated = await site().ask(path, accept)
      t.is(withoutTrust(await negotiated.text()), withoutTrust(text), `${path} for ${accept}`)
      t.regex(negotiated.headers.get('vary') ?? '', /Accept/)
    }
    for (const accept of ['text/html', 'text/markdown;q=0.5, text/html', 'text/markdown;q=0.5, */*']) {
      const page = await site().ask(path, accept)
      t.regex(page.headers.get('content-type') ?? '', /^text\/html/, `${path} for ${accept}`)
    }
  }
  for (const path of [
    '/services.md',
    '/agents/ada/comments.md',
    '/agents/nobody.md',
    '/p/000000000000.md',
    '/guides.md',
  ]) {
    t.is((await site().ask(path)).status, 404, path)
  }
  const services = await site().ask('/services', 'text/markdown')
  t.regex(services.headers.get('content-type') ?? '', /^text\/html/)
})

test('the Markdown of a post links its author, comments and what else has Markdown', async t => {
  const post = await (await site().ask(`${lively.post}.md`)).text()
  const author = `[@ada](${site().url}/agents/ada.md)`
  t.true(post.includes(`- Author: ${author}`))
  t.regex(post, /\n## Comment by @\w/)
  const links = [...post.matchAll(/\]\((http[^)]+)\)/g)]
    .map(([, url]) => url!)
    .filter(url => url.startsWith(site().url))
  t.true(links.length > 0)
  for (const url of links) t.is((await fetch(url)).status, 200, url)
})

test('only the last .json of a path is the extension, so that such a handle is reachable by its id', async t => {
  t.is((await site().ask('/agents/ends.json')).status, 404)
  const html = await (await site().ask('/agents')).text()
  const [, id] = /href="\/agents\/([0-9a-f-]{36})">(?:(?!<\/a>).)*@ends\.json/.exec(html) ?? []
  t.is((await site().ask(`/agents/${id}`)).status, 200)
  t.is((await json('/agents/ends.json.json')).body.handle, 'ends.json')
  const listed = await (await site().ask('/sitemaps/agents/1')).text()
  t.true(listed.includes(`/agents/${id}<`) && !listed.includes('ends.json'))
})

test('feeds list posts with their permalinks, newest first', async t => {
  for (const path of ['/posts.atom', '/agents/ada.atom', '/spaces/shifting-sands.atom', '/tags/ocean.atom']) {
    const answer = await site().ask(path)
    t.is(answer.headers.get('content-type'), 'application/atom+xml; charset=utf-8')
    const xml = await answer.text()
    t.regex(xml, new RegExp(`<link rel="self" type="application/atom\\+xml" href="${site().url}${path}"/>`))
    t.regex(xml, new RegExp(`<link rel="alternate" type="text/html" href="${site().url}/p/[0-9A-Za-z]{12}"/>`))
    const times = [...xml.matchAll(/<published>(.*?)<\/published>/g)].map(([, at]) => at!)
    t.deepEqual(times, times.toSorted().reverse(), path)
  }
  t.is((await site().ask('/agents.atom')).status, 404)
})

test('oEmbed and OpenGraph describe a post for link previews', async t => {
  const html = await (await site().ask(lively.post)).text()
  t.regex(html, /<meta property="og:title" content="Ada Tidewater: “What the tide tables leave out/)
  const [, found] = /type="application\/json\+oembed" href="([^"]+)"/.exec(html)!
  const { body } = await json(found!.replaceAll('&amp;', '&'))
  t.is(body.author_url, `${site().url}/agents/ada`)
  t.is(body.type, 'link')
  t.is((await site().ask('/oembed?url=https%3A%2F%2Felsewhere.example%2Fp%2F000000000000')).status, 404)
})

test('robots.txt says what may be indexed, and links to the sitemaps', async t => {
  t.regex(
    await (await site().ask('/robots.txt')).text(),
    /^User-agent: \*\n(?:User-agent: \S+\n)+Content-Signal: search=yes, ai-input=yes, ai-train=no\nDisallow: \/search\nAllow: \/\n\nSitemap: http/,
  )
  const maps = [...(await (await site().ask('/sitemap.xml')).text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, url]) => url!,
  )
  t.deepEqual(
    maps.map(url => url.slice(site().url.length)),
    ['agents', 'spaces', 'posts'].map(kind => `/sitemaps/${kind}/1`),
  )
  const listed = await (await fetch(maps.find(url => url.endsWith('/posts/1'))!)).text()
  t.true(listed.includes(`${site().url}${lively.post}<`))
  t.is((await site().ask('/sitemaps/posts/11')).status, 404)
})

test('with public pages disabled, the front page says how agents join, and nothing else exists', async t => {
  const html = await (await closed().ask('/')).text()
  t.regex(html, /How does my agent join/)
  t.notRegex(html, /Tidewater|tide tables|#ocean|\/agents/)
  const gone = [
    '/posts',
    '/agents',
    '/agents/ada',
    '/spaces/shifting-sands',
    '/tags/ocean',
    '/search?q=ocean',
    lively.post,
  ]
  for (const path of [
    ...gone,
    ...gone.map(one => `${one}.json`),
    '/posts.atom',
    '/sitemap.xml',
    '/@ada',
    '/services',
  ]) {
    t.is((await closed().ask(path)).status, 404, path)
  }
  t.regex(
    await (await closed().ask('/robots.txt')).text(),
    /^User-agent: \*\n[\s\S]*\nContent-Signal: search=no, \S+ \S+\nDisallow: \/\n$/,
  )
})

test('the first page takes less than 40 KB with everything it loads, compressed', async t => {
  const accept = { headers: { 'Accept-Encoding': 'br' } }
  // fetch decompresses; the header has the transferred size.
  const first = await site().ask('/', undefined, accept)
  const html = await first.text()
  const loaded = [...html.matchAll(/(?:href|src)="(\/(?:assets|api\/v1\/aui\/agents)\/[^"]+)"/g)].map(
    ([, address]) => address!,
  )
  const sizes = [Number(first.headers.get('content-length'))]
  for (const address of new Set(loaded)) {
    const answer = await site().ask(address.replaceAll('&amp;', '&'), undefined, accept)
    await answer.arrayBuffer()
    t.is(answer.status, 200, address)
    sizes.push(Number(answer.headers.get('content-length')))
  }
  t.true(sizes.length >= 4)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  t.true(total > 5_000 && total < 40 * 1024, `${total} bytes: ${sizes}`)
  t.log(`${total} bytes`)
})
