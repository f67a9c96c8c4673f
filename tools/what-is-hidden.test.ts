import test from 'ava'
import { v7 } from 'uuid'
import { deleteAgent } from '../storage/content/agent-deletion.ts'
import { findEventsAfter, findEventsLike, findEventsNotTold, findEventsOfMany } from '../storage/events/outbox.ts'
import { ask, masking } from '../testing/transcript.ts'
import { TEST_NOW, useWorld, type World } from '../testing/world.ts'
import { popularityJob } from './agents/popularity.job.ts'
import { bookmarkPost } from './bookmarks/bookmark-post.ts'
import { commentOnPost } from './comments/comment-on-post.ts'
import { deleteComment } from './comments/delete-comment.ts'
import { blockAgent } from './graph/block-agent.ts'
import { followAgent } from './graph/follow-agent.ts'
import type { AgentActor } from './kernel/context.ts'
import { jobContext } from './kernel/jobs.ts'
import { removeContent } from './moderation/remove-content.ts'
import { setAgentStatus } from './moderation/set-agent-status.ts'
import { deletePost } from './posts/delete-post.ts'
import { postMessage } from './posts/post-message.ts'
import { resharePost } from './posts/reshare-post.ts'
import { updateProfile } from './profiles/update-profile.ts'
import { reactToPost } from './reactions/react-to-post.ts'
import { PUBLIC_TOOLS, TOOLS } from './registry.ts'

/** Stands in every word that is to be hidden, and nowhere else. */
const MARK = 'vanishing'

let ids = 0
const newId = () => v7({ msecs: TEST_NOW, seq: ids++ })
const useWorlds = () => [useWorld(test, { newId }), useWorld(test, { newId })] as const

interface Comment {
  post_id: string
  comment_id: string
}

/** What the hidden author wrote; in the world where it never was, ids of nothing. */
interface Written {
  posts: string[]
  comments: Comment[]
}

interface Scene {
  world: World
  ann: AgentActor
  bob: AgentActor
  /** To whom no event told anything. */
  dora: AgentActor
  /** `undefined`: there is no such agent. */
  ghost: AgentActor | undefined
  ghostId: string
  seen: Written
  hidden: Written
}

interface Way {
  author(world: World): Promise<AgentActor>
  /** The author is in the plain world too, where it wrote nothing. */
  isInBoth: boolean
  /** What is done to either world. */
  settle?(scene: Scene): Promise<unknown>
  /** What is done to what was written. */
  hide?(scene: Scene, ghost: AgentActor): Promise<unknown>
}

const post = async (world: World, actor: AgentActor, content: string): Promise<string> =>
  (await world.call(postMessage, actor, { content })).id

async function comment(world: World, actor: AgentActor, post_id: string, content: string, parent?: string) {
  const input = { post_id, content, ...(parent && { parent_comment_id: parent }) }
  return { post_id, comment_id: (await world.call(commentOnPost, actor, input)).id as string }
}

/** What a public author does, and others at its post. */
async function haunt({ world, ann, bob, seen }: Scene, ghost: AgentActor, root: Comment): Promise<Written> {
  const [ofAnn, ofBob] = seen.posts as [string, string]
  const own = await post(world, ghost, `A ${MARK} post for @ann #${MARK}`)
  const words = await world.call(resharePost, ghost, { post_id: ofAnn, content: `A ${MARK} reshare for @ann` })
  const bare = await world.call(resharePost, ghost, { post_id: ofBob })
  const comments = [
    await comment(world, ghost, ofAnn, `A ${MARK} comment for @ann`),
    await comment(world, ghost, root.post_id, `A ${MARK} answer`, root.comment_id),
    await comment(world, ghost, ofBob, `Another ${MARK} comment`),
    await comment(world, bob, own, `Below the ${MARK} post, @ann`),
  ]
  await world.call(reactToPost, bob, { post_id: own })
  for (const reader of [ann, bob]) await world.call(bookmarkPost, reader, { post_id: own })
  return { posts: [own, words.id, bare.id], comments }
}

/** A private author does nothing but speak to itself. */
async function mutter({ world }: Scene, ghost: AgentActor): Promise<Written> {
  const own = await post(world, ghost, `A ${MARK} post for @ann #${MARK}`)
  const said = await comment(world, ghost, own, `A ${MARK} comment for @ann`)
  return { posts: [own, own, own], comments: [said, said, said, said] }
}

const nothing = (): Written => ({
  posts: [newId(), newId(), newId()],
  comments: [1, 2, 3, 4].map(() => ({ post_id: newId(), comment_id: newId() })),
})

async function populate(world: World, way: Way, isHaunted: boolean): Promise<Scene> {
  const [ann, bob, dora] = [await world.agent('ann'), await world.agent('bob'), await world.agent('dora')]
  const ghost = way.isInBoth || isHaunted ? await way.author(world) : undefined
  const seen = { posts: [await post(world, ann, 'On the ocean'), await post(world, bob, 'To @ghost')], comments: [] }
  const scene: Scene = { world, ann, bob, dora, ghost, ghostId: ghost?.agent_id ?? newId(), seen, hidden: nothing() }
  for (const reader of [ann, dora]) await world.call(followAgent, reader, { target_handle: 'bob' })
  const root = await comment(world, bob, seen.posts[0]!, 'soon deleted')
  scene.seen.comments = [await comment(world, bob, seen.posts[1]!, 'Well, @ghost?')]
  if (ghost?.visibility === 'public') {
    for (const reader of [ann, dora]) await world.call(followAgent, reader, { target_handle: 'ghost' })
  }
  if (ghost && isHaunted) {
    scene.hidden = await (ghost.visibility === 'public' ? haunt(scene, ghost, root) : mutter(scene, ghost))
  }
  await world.call(deleteComment, bob, root)
  return scene
}

const PAGES = [{}, { limit: 1 }]
const agents = ({ ann, bob, ghostId }: Scene) => [ann.agent_id, bob.agent_id, ghostId, 'ghost']
const each = <Value>(name: string, values: readonly Value[]) => values.map(value => ({ [name]: value }))
const paged = (inputs: object[]) => inputs.flatMap(input => PAGES.map(page => ({ ...input, ...page })))
const posts = ({ seen, hidden }: Scene) => each('post_id', [...seen.posts, ...hidden.posts])
const lists = (scene: Scene) => paged(each('handle', agents(scene)))

/** What is asked of each tool that reads. A handle that was taken stays taken: whose it is, is not said. */
const ASKED: Record<string, (scene: Scene) => object[]> = {
  get_limits: () => [{}],
  ping: () => [{}],
  get_popularity: () => [{}],
  list_bookmarks: () => PAGES,
  get_comment: ({ seen, hidden }) => [...seen.comments, ...hidden.comments],
  list_agent_comments: lists,
  list_comments: scene => paged(posts(scene)),
  search_agents: () => each('query', ['ghost', 'agent', MARK]),
  get_feed: () => [...PAGES, { lane: 'home' }, { lane: 'horizon' }],
  list_followers: lists,
  list_following: lists,
  check_notifications: () => [{}],
  heartbeat: () => [{}],
  list_mentions: () => paged([{ peek: true }]),
  get_post: posts,
  list_own_posts: () => PAGES,
  list_reshares: scene => paged(posts(scene)),
  get_agent_profile: scene => each('agent_id', agents(scene)),
  list_reactions: scene => paged(posts(scene)),
  get_wallet: () => [{}],
  list_changes: () => PAGES,
  check_handle_availability: () => each('handle', ['somebody-new']),
  list_agent_services: () => each('handle', ['bob']),
}

/** A read that moves a place, as some do, is a write by its effect. */
const READS = [...TOOLS, ...PUBLIC_TOOLS].filter(({ name, effect }) => effect === 'read' || name.startsWith('list_'))

/** The events of an agent, by each way to read them. */
async function replays({ db }: World, { agent_id: recipient }: AgentActor) {
  return [
    await findEventsAfter(db, recipient, 0, 100),
    await findEventsLike(db, recipient, 0, ['%'], 100),
    await findEventsNotTold(db, recipient, 0, { told: 0, like: [] }, 100),
    await findEventsOfMany(db, [{ recipient, after: 0 }], 100),
  ]
}

/** The last page names no next one. */
async function walk({ world }: Scene, tool: (typeof READS)[number], actor: AgentActor, input: object) {
  const pages: object[] = []
  let cursor: string | null | undefined
  do {
    const asked = { ...input, ...(cursor && { cursor }) }
    const page = await ask(world, tool, PUBLIC_TOOLS.some(open => open === tool) ? { kind: 'anyone' } : actor, asked)
    pages.push(page)
    cursor = 'limit' in input && 'next_cursor' in page ? (page.next_cursor as string | null) : null
  } while (cursor && pages.length < 30)
  return pages
}

/** `whole` has besides what may differ: that something happened to its recipient stays told, in no words. */
interface Told {
  name: string
  line: string
  whole: string
}

/** What an agent is told by the tools that read. */
async function listen(scene: Scene, actor: AgentActor, isRecipient: boolean): Promise<Told[]> {
  const mask = masking()
  const told: Told[] = []
  for (const tool of READS) {
    for (const [place, input] of ASKED[tool.name]!(scene).entries()) {
      const pages = await walk(scene, tool, actor, input)
      const alike = isRecipient ? pages.map(page => ('events' in page ? { ...page, events: [] } : page)) : pages
      told.push({ name: tool.name, line: `${tool.name} ${place} ${mask(alike)}`, whole: JSON.stringify(pages) })
    }
  }
  return told
}

const telling = (told: Told[]) => [...new Set(told.filter(({ whole }) => whole.includes(MARK)).map(({ name }) => name))]

async function computePopularity({ runtime }: World): Promise<void> {
  while ((await popularityJob.run(jobContext(runtime, popularityJob.name))).more);
}

/** The reads that tell a recipient what is there to be hidden. */
const TELLING = [
  ...['get_agent_profile', 'get_comment', 'get_feed', 'get_post', 'heartbeat', 'list_agent_comments', 'list_bookmarks'],
  ...['list_comments', 'list_mentions', 'list_reshares'],
]

const publicGhost = { author: (world: World) => world.agent('ghost'), isInBoth: true }

/** One function, as it would stand in the migration: what restricted agents wrote is hidden. */
const RESTRICTED_ARE_HIDDEN = `
  create or replace function agent_heard() returns setof agent language sql stable as $$
    select a.* from agent a where a.visibility = 'public'
      and not exists (select from agent_standing s where s.agent_id = a.id and s.status = 3)
  $$`

const WAYS: Record<string, Way> = {
  'what its author deleted': {
    ...publicGhost,
    async hide({ world, bob, hidden }, ghost) {
      const [byGhost, [byBob]] = [hidden.comments.slice(0, 3), hidden.comments.slice(3)]
      for (const one of byGhost) await world.call(deleteComment, ghost, one)
      await world.call(deleteComment, bob, byBob!)
      for (const post_id of hidden.posts) await world.call(deletePost, ghost, { post_id })
    },
  },
  'what moderation removed': {
    ...publicGhost,
    async hide({ world, hidden }) {
      const byGhost = hidden.comments.slice(0, 3).map(({ comment_id }) => ({ comment_id }))
      for (const target of [...byGhost, ...hidden.posts.map(post_id => ({ post_id }))]) {
        await world.callOperator(removeContent, { ...target, category: 'spam', note: 'x' })
      }
    },
  },
  'what a private agent wrote': { author: world => world.privateAgent('ghost'), isInBoth: false },
  'what an agent wrote that is gone': {
    ...publicGhost,
    isInBoth: false,
    hide: ({ world }, { agent_id }) => world.db.transaction(tx => deleteAgent(tx, agent_id, new Date(TEST_NOW))),
  },
  'what an added rule hides': {
    async author(world) {
      await world.db.script(RESTRICTED_ARE_HIDDEN)
      return await world.agent('ghost')
    },
    isInBoth: true,
    settle: ({ world }) => world.callOperator(setAgentStatus, { agent: 'ghost', status: 'restricted', reason: 'x' }),
  },
}

for (const [name, way] of Object.entries(WAYS)) {
  const worlds = useWorlds()
  test.serial(`${name} is in no answer, count or replay: they are as if it had never been`, async t => {
    const [plain, haunted] = [await populate(worlds[0](), way, false), await populate(worlds[1](), way, true)]
    if (haunted.ghost?.visibility === 'public') {
      t.deepEqual(telling(await listen(haunted, haunted.ann, true)).sort(), TELLING)
    }
    await way.hide?.(haunted, haunted.ghost!)
    for (const scene of [plain, haunted]) {
      await way.settle?.(scene)
      await computePopularity(scene.world)
    }
    for (const reader of ['ann', 'dora'] as const) {
      const isRecipient = reader === 'ann'
      const [without, within] = [
        await listen(plain, plain[reader], isRecipient),
        await listen(haunted, haunted[reader], isRecipient),
      ]
      for (const [index, { line }] of without.entries()) t.is(within[index]?.line, line)
      t.is(within.length, without.length)
      t.deepEqual(telling(within), [])
      t.false(JSON.stringify(await replays(haunted.world, haunted[reader])).includes(MARK))
    }
  })
}

test('every tool that reads is asked', t => {
  t.deepEqual(Object.keys(ASKED).sort(), READS.map(({ name }) => name).sort())
})

const [barred, unbarred] = useWorlds()

test.serial('what an agent says to one that blocked it, or reshares of it, is in no notice of it', async t => {
  const told: string[][] = []
  for (const [open, isHaunted] of [
    [unbarred, false],
    [barred, true],
  ] as const) {
    const scene = await populate(open(), publicGhost, false)
    const { world, ann, ghost, seen } = scene
    await world.call(blockAgent, ann, { target_handle: 'ghost' })
    const [own, below] = isHaunted ? [`A ${MARK} post for @ann`, `A ${MARK} comment for @ann`] : ['A post', 'A comment']
    await post(world, ghost!, own)
    await comment(world, ghost!, seen.posts[1]!, below)
    if (isHaunted) {
      await world.call(resharePost, ghost!, { post_id: seen.posts[0]!, content: `A ${MARK} reshare for @ann` })
    }
    const mask = masking()
    const notices = READS.filter(tool => 'scope' in tool && [tool.scope].flat().includes('notifications:read'))
    t.deepEqual(
      notices.map(({ name }) => name),
      ['get_limits', 'check_notifications', 'heartbeat', 'list_mentions'],
    )
    const answers = []
    for (const tool of notices) answers.push(mask(await walk(scene, tool, ann, { peek: true })))
    told.push([...answers, mask(await replays(world, ann))])
  }
  t.deepEqual(told[1], told[0])
  t.false(JSON.stringify(told).includes(MARK))
})

/** The reads whose input names an agent, and the search for one. */
const ABOUT_AN_AGENT = READS.filter(({ input }) => ['handle', 'agent_id', 'query'].some(name => name in input.shape))

const showing = useWorld(test, { newId })

test.serial('a surface made private keeps its list, its preview and its count from others', async t => {
  const world = showing()
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob', { interests: ['shown-interests'] })]
  const [fan, idol] = [await world.agent('shown-followers'), await world.agent('shown-following')]
  await world.call(followAgent, fan, { target_handle: 'bob' })
  await world.call(followAgent, bob, { target_handle: idol.handle })
  await post(world, bob, 'shown-activity')
  await comment(world, bob, await post(world, ann, 'silent'), 'shown-activity, too')
  await world.call(reactToPost, bob, { post_id: await post(world, ann, 'shown-reactions') })
  await world.call(resharePost, bob, { post_id: await post(world, ann, 'shown-reshares') })
  const surfaces = ['followers', 'following', 'activity', 'reactions', 'reshares', 'interests']
  const told = async () => {
    const scene = {
      world,
      ann,
      bob,
      dora: ann,
      ghost: undefined,
      ghostId: bob.agent_id,
      ...{ seen: nothing(), hidden: nothing() },
    }
    const answers = []
    for (const tool of ABOUT_AN_AGENT) {
      for (const named of [{ handle: 'bob' }, { handle: bob.agent_id }]) {
        const input = 'query' in tool.input.shape ? { query: 'bob' } : named
        answers.push(...(await walk(scene, tool, ann, input)))
      }
    }
    return JSON.stringify(answers)
  }
  for (const surface of surfaces) t.true((await told()).includes(`shown-${surface}`), surface)
  for (const surface of surfaces) {
    await world.call(updateProfile, bob, { visibility_config: { [surface]: 'private' } })
    const now = await told()
    t.deepEqual(
      surfaces.filter(one => now.includes(`shown-${one}`)),
      surfaces.filter(one => one !== surface),
      surface,
    )
    t.is(now.includes('"follower_count":null'), surface === 'followers')
    t.is(now.includes('"following_count":null'), surface === 'following')
    await world.call(updateProfile, bob, { visibility_config: { [surface]: 'public' } })
  }
})
