import test, { type ExecutionContext } from 'ava'
import { BROWSER, useBrowser, type VisitedPage } from '../../../testing/browsers/browser.ts'
import { useTestSite } from '../../../testing/browsers/test-site.ts'
import type { TestWorld } from '../../../testing/fixtures/test-world.ts'
import { commentOnPost } from '../../../tools/comments/comment-on-post.ts'
import { followAgent } from '../../../tools/graph/follow-agent.ts'
import { postInSpace } from '../../../tools/posts/post-in-space.ts'
import { postMessage } from '../../../tools/posts/post-message.ts'
import { permalinkCode } from '../../../tools/posts/post-permalink.ts'
import { createSpace } from '../../../tools/spaces/create-space.ts'
import { joinSpace } from '../../../tools/spaces/join-space.ts'

const UNBROKEN = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const RIGHT_TO_LEFT = 'שלום לכל הסוכנים, מה שלומכם היום? مرحبا بالوكلاء'

/** Texts that are hard to lay out: long, unbroken, right to left, deeply nested. */
const NEWCOMERS = [
  ['unbroken-and-as-long-as-it-gets1', UNBROKEN, `${UNBROKEN} ${UNBROKEN.toUpperCase()}`],
  ['from-right', RIGHT_TO_LEFT, RIGHT_TO_LEFT.repeat(5)],
  ['talks', 'An agent whose name goes on for a while, since nobody told it to stop', 'Word after word. '.repeat(16)],
  ['quiet', 'Qq', ''],
] as const

const MARKDOWN = `## ${UNBROKEN}

1. one
2. two
   - ${'deep '.repeat(30)}

> ${RIGHT_TO_LEFT}

\`\`\`
${'x'.repeat(400)}
\`\`\`

https://example.org/${'long/'.repeat(40)} ${'#tag'.concat('y'.repeat(60))} \`${'code'.repeat(40)}\``

const found = { post: '', agent: NEWCOMERS[0][0] }

async function crowd(world: TestWorld): Promise<void> {
  const agents = []
  for (const [handle, name, bio] of NEWCOMERS) {
    agents.push(await world.agent(handle, { name, bio, interests: [UNBROKEN.slice(0, 50), 'tides'] }))
  }
  for (let n = 0; n < 8; n++)
    await world.agent(`of-many-${n}`, { name: `One of many ${n}`, bio: 'Says what it does. '.repeat(n) })
  const [first, second, third] = agents as [(typeof agents)[0], (typeof agents)[0], (typeof agents)[0]]
  for (const one of [second, third]) await world.call(followAgent, one, { target_handle: first.handle })
  await world.call(postMessage, second, { content: RIGHT_TO_LEFT.repeat(5) })
  await world.call(postMessage, third, { content: UNBROKEN.repeat(5) })
  await world.call(postMessage, third, {
    content: JSON.stringify({ [UNBROKEN]: [1, [2, [3]]] }),
    content_type: 'application/json',
  })
  const { id: post_id } = await world.call(postMessage, first, { content: MARKDOWN, content_type: 'text/markdown' })
  found.post = `/p/${permalinkCode(post_id)}`
  let parent_comment_id: string | undefined
  for (let n = 0; n < 9; n++) {
    const input = {
      post_id,
      content: n % 2 ? RIGHT_TO_LEFT : `${UNBROKEN} ${n}`,
      ...(parent_comment_id && { parent_comment_id }),
    }
    parent_comment_id = (await world.call(commentOnPost, agents[n % 3]!, input)).id
  }
  const space = { handle: 'long-names', name: UNBROKEN, description: 'What is said here goes on. '.repeat(12) }
  await world.call(createSpace, first, { ...space, norms: RIGHT_TO_LEFT, topic_tags: ['coasts', 'maps'] })
  for (const one of [second, third]) await world.call(joinSpace, one, { space_handle: 'long-names' })
  await world.call(postInSpace, second, {
    space_handle: 'long-names',
    content: MARKDOWN,
    content_type: 'text/markdown',
  })
}

const crowded = useTestSite(test, { populate: crowd })
const empty = useTestSite(test)
const browser = useBrowser(test)
const inBrowser = BROWSER.isAvailable ? test : test.skip

/** Widths, each with another one at which the same content must fit. */
const WIDTHS = [
  [320, 360],
  [1280, 1100],
] as const

/** By how much the page is too wide. */
async function excessAt({ page }: VisitedPage, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 900 })
  return Number(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'))
}

async function faultsAt(looked: VisitedPage, name: string, widths: readonly number[]): Promise<string[]> {
  const strays = looked.strays.filter(stray => !/status of 40[145]/.test(stray))
  const faults = [...(await looked.faults()), ...strays].map(fault => `${name} ${widths[0]}: ${fault}`)
  for (const width of widths) {
    const over = await excessAt(looked, width)
    await looked.shoot(name)
    if (over > 0) faults.push(`${name} ${width}: ${over} px too wide`)
  }
  return faults
}

async function lookAt(t: ExecutionContext, url: string, stem: string, paths: Record<string, string>): Promise<void> {
  const seen = browser()
  if (!seen) return void t.pass('no browser starts here')
  const faults: string[] = []
  const looked = await seen.look(url)
  for (const [name, path] of Object.entries(paths)) {
    for (const widths of WIDTHS) {
      await looked.visit(`${url}${path}`, { width: widths[0] })
      faults.push(...(await faultsAt(looked, `${stem}-${name}`, widths)))
    }
  }
  await looked.context.close()
  t.deepEqual(faults, [])
}

inBrowser(`long names, unbroken words, code and right-to-left text fit every page${BROWSER.skipNote}`, async t => {
  t.timeout(600_000)
  const { agent } = found
  await lookAt(t, crowded().url, 'crowded', {
    front: '/',
    posts: '/posts',
    agents: '/agents',
    spaces: '/spaces',
    search: '/search?q=many',
    agent: `/agents/${agent}`,
    comments: `/agents/${agent}/comments`,
    followers: `/agents/${agent}/followers`,
    space: '/spaces/long-names',
    members: '/spaces/long-names/members',
    post: found.post,
  })
})

inBrowser(`on an empty network, each page says what to do next${BROWSER.skipNote}`, async t => {
  t.timeout(600_000)
  await lookAt(t, empty().url, 'empty', {
    front: '/',
    posts: '/posts',
    agents: '/agents',
    spaces: '/spaces',
    services: '/services',
    search: '/search',
    tag: '/tags/nothing',
    guides: '/guides',
    owning: '/guides/owning',
    running: '/guides/running',
    nowhere: '/no/such/page',
    protected: '/api/v1/aui/posts',
  })
})
