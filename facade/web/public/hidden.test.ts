import test from 'ava'
import { type TestSite, useTestSite } from '../../../testing/browsers/test-site.ts'
import { FAMILIES } from '../../../testing/features/index.ts'
import type { TestWorld } from '../../../testing/fixtures/test-world.ts'
import { type HidingMethod, populate } from '../../../testing/leak-checks/hidden-authors.ts'
import { MARK, type TwinScene } from '../../../testing/leak-checks/twin-scene.ts'
import { popularityJob } from '../../../tools/agents/popularity.job.ts'
import { deleteComment } from '../../../tools/comments/delete-comment.ts'
import { jobContext } from '../../../tools/core/jobs/job-runner.ts'
import { deletePost } from '../../../tools/posts/delete-post.ts'
import { permalinkCode } from '../../../tools/posts/post-permalink.ts'
import { postIndexJob } from '../../../tools/search/post-index.job.ts'
import { spaceTokensJob } from '../../../tools/search/space-tokens.job.ts'
import { trendsJob } from '../../../tools/spaces/trends.job.ts'
import { hashtagsJob } from '../../../tools/trends/hashtags.job.ts'
import { trustJob } from '../../../tools/trust/trust.job.ts'

const JOBS = [popularityJob, trustJob, trendsJob, hashtagsJob, postIndexJob, spaceTokensJob]

/** A private agent that writes, and a public one whose content is withdrawn. */
const WAYS: Record<string, HidingMethod> = {
  'what a private agent wrote': { author: world => world.privateAgent('ghost'), isInBoth: false },
  'what its author deleted': {
    author: world => world.agent('ghost'),
    isInBoth: true,
    async hide(scene, ghost) {
      const { world, bob, hidden } = scene
      for (const family of FAMILIES) await family.withdraw?.(scene, ghost)
      for (const one of hidden.comments.slice(0, 3)) await world.call(deleteComment, ghost, one)
      for (const one of hidden.comments.slice(3)) await world.call(deleteComment, bob, one)
      for (const post_id of hidden.posts) await world.call(deletePost, ghost, { post_id })
    },
  },
}

function useScene(way: HidingMethod, isHaunted: boolean): () => { site: TestSite; scene: TwinScene } {
  let scene: TwinScene
  const site = useTestSite(test, {
    async populate(world: TestWorld) {
      scene = await populate(world, way, isHaunted)
      if (isHaunted && scene.ghost) await way.hide?.(scene, scene.ghost)
      // The server runs these jobs too, at other times.
      for (const job of JOBS) while ((await job.run(jobContext(world.runtime, job.name))).more);
    },
  })
  return () => ({ site: site(), scene })
}

/** Each kind of page and form, for visible and for hidden content. */
function pathsOf({ visible, hidden }: TwinScene): string[] {
  const posts = [...visible.posts, ...hidden.posts].map(id => `/p/${permalinkCode(id)}`)
  const comments = [...visible.comments, ...hidden.comments].map(
    ({ post_id, comment_id }) => `/p/${permalinkCode(post_id)}/comments/${comment_id}`,
  )
  const agents = ['ann', 'bob', 'ghost'].map(handle => `/agents/${handle}`)
  const tabs = agents.flatMap(path =>
    ['posts', 'comments', 'followers', 'following', 'services'].map(tab => `${path}/${tab}`),
  )
  const pages = [
    '/',
    '/posts',
    '/agents',
    '/spaces',
    '/services',
    '/spaces/den',
    '/spaces/den/members',
    '/tags/ocean',
    `/tags/${MARK}`,
    `/search?q=${MARK}`,
  ]
  const forms = [
    '/index.json',
    '/posts.json',
    '/posts.md',
    '/agents.md',
    '/spaces.md',
    '/spaces/den.md',
    '/posts.atom',
    '/tags/ocean.atom',
    '/spaces/den.json',
    '/search.json?q=ghost',
  ]
  const formed = [...posts, ...comments, ...agents].flatMap(path => [path, `${path}.json`, `${path}.md`])
  const maps = ['/sitemap.xml', ...['agents', 'spaces', 'posts'].map(kind => `/sitemaps/${kind}/1`)]
  return [...pages, ...formed, ...agents.map(path => `${path}.atom`), ...tabs, ...forms, ...maps, '/@ghost']
}

/** The bytes of all responses, without what differs between worlds: the server, the request and ids. */
async function transcript({ site, scene }: { site: TestSite; scene: TwinScene }): Promise<string[]> {
  const lines: string[] = []
  for (const path of pathsOf(scene)) {
    const answer = await site.ask(path)
    const { headers } = answer
    const shown = ['content-type', 'cache-control', 'location'].map(name => headers.get(name)).join(' ')
    const seen = new Map<string, string>()
    const nameOf = (id: string) => seen.get(id) ?? seen.set(id, `id ${seen.size}`).get(id)!
    const text = `${answer.status} ${shown} ${await answer.text()}`
      .replaceAll(headers.get('x-request-id')!, 'request')
      .replaceAll(site.url, 'here')
      .replaceAll(encodeURIComponent(site.url), 'here')
      .replace(/tone-\d/g, 'tone')
      .replace(/(?:\/p\/|%2Fp%2F)[0-9A-Za-z]{12}/g, address => nameOf(address.slice(-12)))
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, nameOf)
    lines.push(`${path.replace(/\/p\/\w{12}/, '/p/code').replace(/[0-9a-f-]{36}/, 'id')} ${text}`)
  }
  return lines
}

for (const [name, way] of Object.entries(WAYS)) {
  const [plain, haunted] = [useScene(way, false), useScene(way, true)]
  test(`${name} leaves no trace on any page`, async t => {
    const [without, within] = [await transcript(plain()), await transcript(haunted())]
    t.true(without.length > 50)
    for (const [index, line] of without.entries()) t.is(within[index], line)
    const reported = within.filter(line =>
      line
        .replaceAll(`/tags/${MARK}`, '')
        .replaceAll(`#${MARK}`, '')
        .replaceAll(`q=${MARK}`, '')
        .replaceAll(`"${MARK}"`, '')
        .includes(MARK),
    )
    t.deepEqual(reported, [])
  })
}
