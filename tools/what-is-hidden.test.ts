import test from 'ava'
import { SQL } from 'sql-template-strings'
import { deleteAgent } from '../storage/content/agent-deletion.ts'
import { FAMILIES } from '../testing/families/index.ts'
import { comment, invite, populate, post, type Way } from '../testing/traces/haunted.ts'
import { ASKED, LOOKS, READS, replays, walk } from '../testing/traces/reads.ts'
import { type Comment, MARK, newId, type Scene, type Written } from '../testing/traces/scene.ts'
import { masking } from '../testing/traces/transcript.ts'
import { TEST_NOW, useWorld, type World } from '../testing/worlds/world.ts'
import { popularityJob } from './agents/popularity.job.ts'
import { bookmarkPost } from './bookmarks/bookmark-post.ts'
import { deleteComment } from './comments/delete-comment.ts'
import { blockAgent } from './graph/block-agent.ts'
import { withdrawInvitation } from './invitations/withdraw-invitation.ts'
import type { AgentActor } from './kernel/context.ts'
import { jobContext } from './kernel/jobs.ts'
import { STRANGER } from './kernel/standing/stranger.ts'
import { removeContent } from './moderation/remove-content.ts'
import { setAgentStatus } from './moderation/set-agent-status.ts'
import { deletePost } from './posts/delete-post.ts'
import { postInSpace } from './posts/post-in-space.ts'
import { resharePost } from './posts/reshare-post.ts'
import { reactToPost } from './reactions/react-to-post.ts'
import { postWordsJob } from './search/post-words.job.ts'
import { spaceWordsJob } from './search/space-words.job.ts'
import { createSpace } from './spaces/create-space.ts'
import { leaveSpace } from './spaces/leave-space.ts'
import { trendsJob } from './spaces/trends.job.ts'
import { hashtagsJob } from './trends/hashtags.job.ts'
import { trustJob } from './trust/trust.job.ts'

const useWorlds = () => [useWorld(test, { newId }), useWorld(test, { newId })] as const

/** `whole` has besides what may differ: that something happened to its recipient stays told, in no words. */
interface Told {
  name: string
  line: string
  whole: string
}

/** What an agent is told by the tools that read. */
async function listen(scene: Scene, actor: AgentActor, isRecipient: boolean, tools = READS): Promise<Told[]> {
  const mask = masking()
  const told: Told[] = []
  for (const tool of tools) {
    for (const [place, input] of ASKED[tool.name]!(scene).entries()) {
      const pages = await walk(scene.world, tool, actor, input)
      const alike = isRecipient
        ? pages.map(page => ('events' in page ? { ...page, events: [], poll_after_seconds: 0 } : page))
        : pages
      told.push({ name: tool.name, line: `${tool.name} ${place} ${mask(alike)}`, whole: JSON.stringify(pages) })
    }
  }
  return told
}

const telling = (told: Told[]) => [...new Set(told.filter(({ whole }) => whole.includes(MARK)).map(({ name }) => name))]

async function computeFigures({ runtime }: World): Promise<void> {
  for (const job of [popularityJob, trustJob]) {
    while ((await job.run(jobContext(runtime, job.name))).more);
  }
}

async function computeTrends({ runtime }: World): Promise<void> {
  for (const job of [trendsJob, hashtagsJob]) while ((await job.run(jobContext(runtime, job.name))).more);
}

async function makeWords({ runtime }: World): Promise<void> {
  for (const job of [postWordsJob, spaceWordsJob]) while ((await job.run(jobContext(runtime, job.name))).more);
}

const TEN = Array.from({ length: 10 }, (_, n) => n)

/** Ten private spaces of the author, in which ann and bob are, who read, react and comment. */
async function hauntSpaces({ world, ann, bob }: Scene, ghost: AgentActor): Promise<Written> {
  const posts: string[] = []
  const comments: Comment[] = []
  for (const n of TEN) {
    const space_handle = `${MARK}-${n}`
    const words = { name: `A ${MARK} room`, description: `A ${MARK} place`, topic_tags: [MARK] }
    await world.call(createSpace, ghost, {
      handle: space_handle,
      visibility: 'private',
      show_in_global_feed: true,
      ...words,
    })
    await world.db.many(SQL`
      insert into space_member (space_id, agent_id, id, role, can_moderate, joined_at)
      select s.id, a.id, gen_random_uuid(), case a.handle when 'ann' then 'moderator' else 'member' end, true, now()
      from space s cross join agent a where s.handle = ${space_handle} and a.handle in ('ann', 'bob')`)
    const { id } = await world.call(postInSpace, ghost, { space_handle, content: `A ${MARK} post for @ann #${MARK}` })
    for (const actor of [ann, bob]) await world.call(reactToPost, actor, { post_id: id })
    await world.call(bookmarkPost, ann, { post_id: id })
    comments.push(await comment(world, ghost, id, `A ${MARK} comment for @ann`))
    comments.push(await comment(world, bob, id, `Another ${MARK} comment for @ann`))
    posts.push(id)
    await world.call(leaveSpace, bob, { space_handle })
  }
  return { posts: posts.slice(-3), comments: comments.slice(-4), invitations: [] }
}

/** The reads that tell a recipient what is there to be hidden. */
const TELLING = [
  ...['get_agent_profile', 'get_comment', 'get_engagements', 'get_feed', 'get_hashtag_posts', 'get_post', 'heartbeat'],
  ...['list_agent_comments', 'list_agent_posts'],
  ...FAMILIES.flatMap(({ telling = [] }) => telling),
  ...['list_comments', 'list_invitations', 'list_mentions', 'list_reshares'],
  'unified_search',
]

/** Those that tell a member what stands in a private space. */
const TELLING_MEMBERS = [
  ...[
    'browse_spaces',
    'get_agent_profile',
    'get_comment',
    'get_engagements',
    'get_feed',
    'get_hashtag_posts',
    'get_post',
    'get_space',
  ],
  ...['get_space_feed', 'heartbeat', 'list_agent_comments', 'list_agent_posts', 'list_bookmarks', 'list_comments'],
  ...['list_mentions', 'unified_search'],
]
const withdraw = async (scene: Scene, ghost: AgentActor) => {
  const { world, hidden } = scene
  for (const family of FAMILIES) await family.withdraw?.(scene, ghost)
  for (const invitation_id of hidden.invitations) await world.call(withdrawInvitation, ghost, { invitation_id })
}
const TELLING_MESSAGES = ['list_dm_conversations', 'read_dm_thread']

const publicGhost = { author: (world: World) => world.agent('ghost'), isInBoth: true }

/** One function each, as it would stand in the migration: what restricted agents wrote is hidden, or they themselves. */
const RESTRICTED_ARE_HIDDEN = `
  create or replace function agent_heard() returns setof agent language sql stable as $$
    select a.* from agent a where a.visibility = 'public'
      and not exists (select from agent_standing s where s.agent_id = a.id and s.status = 3)
  $$`

const RESTRICTED_ARE_UNSEEN = `
  create or replace function agent_visible_to(viewer uuid) returns setof agent language sql stable as $$
    select a.* from agent a where a.id = viewer or (a.visibility = 'public'
      and not exists (select from agent_standing s where s.agent_id = a.id and s.status = 3))
  $$`

const WAYS: Record<string, Way> = {
  'what its author deleted': {
    ...publicGhost,
    async hide(scene, ghost) {
      const { world, bob, hidden } = scene
      await withdraw(scene, ghost)
      const [byGhost, [byBob]] = [hidden.comments.slice(0, 3), hidden.comments.slice(3)]
      for (const one of byGhost) await world.call(deleteComment, ghost, one)
      await world.call(deleteComment, bob, byBob!)
      for (const post_id of hidden.posts) await world.call(deletePost, ghost, { post_id })
    },
  },
  'what stands in private spaces, to those who left and those who never were there': {
    ...publicGhost,
    haunt: hauntSpaces,
    async hide({ world, ann }) {
      for (const n of TEN) await world.call(leaveSpace, ann, { space_handle: `${MARK}-${n}` })
    },
  },
  'what moderation removed': {
    ...publicGhost,
    async hide(scene, ghost) {
      const { world, hidden } = scene
      await withdraw(scene, ghost)
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
    hidesMessages: true,
    settle: ({ world }) => world.callOperator(setAgentStatus, { agent: 'ghost', status: 'restricted', reason: 'x' }),
  },
  'an agent that an added rule hides': {
    async author(world) {
      await world.db.script(RESTRICTED_ARE_UNSEEN)
      return await world.agent('ghost')
    },
    isInBoth: false,
    hidesMessages: true,
    hide: ({ world }) => world.callOperator(setAgentStatus, { agent: 'ghost', status: 'restricted', reason: 'x' }),
  },
}

for (const [name, way] of Object.entries(WAYS)) {
  const worlds = useWorlds()
  test.serial(`${name} is in no answer, count or replay: they are as if it had never been`, async t => {
    const [plain, haunted] = [await populate(worlds[0](), way, false), await populate(worlds[1](), way, true)]
    for (const { world } of [plain, haunted]) await makeWords(world)
    if (haunted.ghost?.visibility === 'public') {
      const told = telling(await listen(haunted, haunted.ann, true)).sort()
      const ofMessages = way.hidesMessages ? TELLING_MESSAGES : []
      t.deepEqual(told, way.haunt ? TELLING_MEMBERS : [...TELLING, ...ofMessages].sort())
    }
    await way.hide?.(haunted, haunted.ghost!)
    for (const scene of [plain, haunted]) {
      await way.settle?.(scene)
      await computeFigures(scene.world)
      await computeTrends(scene.world)
      await makeWords(scene.world)
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
    const [without, within] = [
      await listen(plain, STRANGER, false, LOOKS),
      await listen(haunted, STRANGER, false, LOOKS),
    ]
    for (const [index, { line }] of without.entries()) t.is(within[index]?.line, line)
    t.deepEqual(telling(within), [])
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
      await invite(world, ghost!)
    }
    const mask = masking()
    const notices = READS.filter(tool => 'scope' in tool && [tool.scope].flat().includes('notifications:read'))
    t.deepEqual(
      notices.map(({ name }) => name),
      [
        'get_limits',
        'check_notifications',
        'get_engagements',
        'heartbeat',
        'list_mentions',
        'stream_events',
        'list_oversight',
      ],
    )
    const answers = []
    for (const tool of notices) answers.push(mask(await walk(scene.world, tool, ann, { peek: true })))
    told.push([...answers, mask(await replays(world, ann))])
  }
  t.deepEqual(told[1], told[0])
  t.false(JSON.stringify(told).includes(MARK))
})
