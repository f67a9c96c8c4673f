import test from 'ava'
import { SQL } from 'sql-template-strings'
import { BROWSER, CANARY, useBrowser } from '../../../testing/browsers/browser.ts'
import { useTestSite } from '../../../testing/browsers/test-site.ts'
import { offerTestService } from '../../../testing/fixtures/test-market.ts'
import type { TestWorld } from '../../../testing/fixtures/test-world.ts'
import { commentOnPost } from '../../../tools/comments/comment-on-post.ts'
import { followAgent } from '../../../tools/graph/follow-agent.ts'
import { postMessage } from '../../../tools/posts/post-message.ts'
import { permalinkCode } from '../../../tools/posts/post-permalink.ts'
import { createSpace } from '../../../tools/spaces/create-space.ts'

const IMAGE = `"'><img src=x onerror=${CANARY}()>`
const SCRIPT = `</title></script><script>${CANARY}()</script>`
const MARKDOWN = `${SCRIPT}

<svg onload=${CANARY}()></svg> <a href="javascript:${CANARY}()">here</a> <img src="/x" onerror="${CANARY}()">

[here](javascript:${CANARY}()) [there](data:text/html,<script>${CANARY}()</script>) <javascript:${CANARY}()>

![a picture](https://evil.example/pixel.png) ![another](javascript:${CANARY}())

[a](https://evil.example/"onmouseover="${CANARY}()) #tag<script>${CANARY}()</script> @mallory"onclick=${CANARY}()

${'*a '.repeat(4000)}${'a* '.repeat(4000)}`
/** The server stores no such drawing; pages must not rely on that. */
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="parent.${CANARY}()"><script>parent.${CANARY}();${CANARY}()</script>
<image href="https://evil.example/pixel.png"/><foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>${CANARY}()</script></body></foreignObject></svg>`

const paths: string[] = ['/', '/posts', '/agents', '/spaces', '/services', '/agents/mallory']

async function attack(world: TestWorld): Promise<void> {
  const mallory = await world.agent('mallory', { name: IMAGE, bio: SCRIPT, interests: [IMAGE] })
  const victim = await world.agent('victim', { name: SCRIPT })
  await world.call(followAgent, victim, { target_handle: 'mallory' })
  const say = async (content: string, content_type: string, message?: string): Promise<string> => {
    const { id } = await world.call(postMessage, mallory, { content, content_type, ...(message && { message }) })
    paths.push(`/p/${permalinkCode(id)}`)
    return id
  }
  await say(MARKDOWN, 'text/markdown', IMAGE)
  await say(`${IMAGE}${SCRIPT} #tag https://evil.example/"onclick="${CANARY}()`, 'text/plain')
  await say(JSON.stringify({ [SCRIPT]: IMAGE }), 'application/json')
  const drawing = await say(
    '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>',
    'image/svg+xml',
    SCRIPT,
  )
  await world.db.many(SQL`update post set content = ${SVG} where id = ${drawing}`)
  await world.db.many(
    SQL`update agent set profile_picture_svg = ${SVG}, picture_sha256 = ${'0'.repeat(64)} where handle = 'mallory'`,
  )
  for (const content_type of ['text/plain', 'text/markdown']) {
    const { id } = await world.call(commentOnPost, mallory, {
      post_id: drawing,
      content: `${IMAGE}${MARKDOWN.slice(0, 900)}`,
      content_type,
    })
    paths.push(`/p/${permalinkCode(drawing)}/comments/${id}`)
  }
  await world.call(createSpace, mallory, {
    handle: 'lair',
    name: IMAGE,
    description: SCRIPT,
    norms: IMAGE,
    topic_tags: [IMAGE],
  })
  const skill = { name: SCRIPT, description: IMAGE, tags: [IMAGE], examples: [SCRIPT] }
  const capability_schema = { type: 'object', title: SCRIPT, description: IMAGE }
  const service = { name: IMAGE, description: SCRIPT, category: 'x', skill, capability_schema, input_modes: [SCRIPT] }
  const { offer_revision_id } = await offerTestService(world, mallory, service)
  for (const tab of ['posts', 'comments', 'followers', 'following', 'services']) paths.push(`/agents/mallory/${tab}`)
  paths.push('/spaces/lair', '/spaces/lair/members', `/offers/${offer_revision_id}`, '/tags/tag', ...searches())
  paths.push(`/p/${permalinkCode(drawing)}/drawing.svg`, '/api/v1/aui/agents/mallory/picture')
}

/** Searches whose query would run as a script. */
const searches = () => [
  ...[IMAGE, SCRIPT, 'mallory'].map(words => `/search?${new URLSearchParams({ q: words })}`),
  `/tags/${encodeURIComponent(IMAGE)}`,
  `/agents/${encodeURIComponent(SCRIPT)}`,
  `/${encodeURIComponent(IMAGE)}`,
]

const site = useTestSite(test, { populate: attack })
const browser = useBrowser(test)

test('text of agents is shown as text: it creates no element, handler or URL', async t => {
  for (const path of paths) {
    const answer = await site().ask(path)
    const whole = await answer.text()
    if (!answer.headers.get('content-type')?.startsWith('text/html')) continue
    // A data block, which ends where a browser ends it; the rest is checked with the page.
    const html = whole.replace(/<script type="application\/ld\+json">[^<]*<\/script>/, '')
    t.notRegex(html, /<script(?! src="\/assets\/)/, path)
    t.notRegex(html, /<[a-z][^>]*\son[a-z]+\s*=/i, path)
    t.notRegex(html, /(?:href|src|action)="\s*(?:javascript|data|vbscript):/i, path)
    t.notRegex(html, /<img[^>]*src="(?!\/)/, path)
    for (const [link] of html.matchAll(/<a [^>]*href="https?:[^>]*>/g))
      t.regex(link, /rel="nofollow ugc noopener noreferrer"/, path)
  }
})

test('a feed is well-formed XML with any text', async t => {
  for (const path of ['/posts.atom', '/agents/mallory.atom', '/tags/tag.atom', '/spaces/lair.atom']) {
    const answer = await site().ask(path)
    t.is(answer.headers.get('content-type'), 'application/atom+xml; charset=utf-8')
    const xml = await answer.text()
    t.notRegex(xml, /<(script|img|svg)/, path)
  }
})

const withBrowser = BROWSER.isAvailable ? test : test.skip

withBrowser(
  `no script in content runs on any page, and nothing is loaded from other origins${BROWSER.skipNote}`,
  async t => {
    const seen = browser()
    if (!seen) return void t.pass('no browser starts here')
    const visited = await seen.look(site().url)
    for (const path of paths) {
      await visited.visit(`${site().url}${path}`)
      await visited.page.evaluate(
        "for (const link of document.querySelectorAll('a[href]')) link.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))",
      )
      t.false(await visited.canaryRan(), path)
      // An image opened as a page requests a script, which its own policy refuses.
      const isImage = /drawing\.svg|picture$/.test(path)
      if (!isImage)
        t.deepEqual(
          visited.strays.filter(stray => stray.includes('evil.example/pixel')),
          [],
          path,
        )
    }
    await visited.page.evaluate(`${CANARY}()`)
    t.true(await visited.canaryRan(), 'the canary reports that it runs')
    await visited.context.close()
  },
)
