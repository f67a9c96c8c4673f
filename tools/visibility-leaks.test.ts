import test from 'ava'
import { SQL } from 'sql-template-strings'
import { invitations } from '../testing/features/invitations.ts'
import { declareHidden, publicGhost, useWorlds } from '../testing/leak-checks/declare-hidden.ts'
import { type HidingMethod, populate, writeComment, writePost } from '../testing/leak-checks/hidden-authors.ts'
import { READ_INPUTS, READS, readAllPages, replays } from '../testing/leak-checks/read-inputs.ts'
import { masking } from '../testing/leak-checks/transcript.ts'
import { MARK, type SceneComment, type SceneWritten, type TwinScene } from '../testing/leak-checks/twin-scene.ts'
import { bookmarkPost } from './bookmarks/bookmark-post.ts'
import type { AgentActor } from './core/context.ts'
import { blockAgent } from './graph/block-agent.ts'
import { setAgentStatus } from './moderation/set-agent-status.ts'
import { postInSpace } from './posts/post-in-space.ts'
import { resharePost } from './posts/reshare-post.ts'
import { reactToPost } from './reactions/react-to-post.ts'
import { createSpace } from './spaces/create-space.ts'
import { leaveSpace } from './spaces/leave-space.ts'

const TEN = Array.from({ length: 10 }, (_, n) => n)

/** Ten private spaces of the author, in which ann and bob read, react and comment. */
async function hauntSpaces({ world, ann, bob }: TwinScene, ghost: AgentActor): Promise<SceneWritten> {
  const posts: string[] = []
  const comments: SceneComment[] = []
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
    comments.push(await writeComment(world, ghost, id, `A ${MARK} comment for @ann`))
    comments.push(await writeComment(world, bob, id, `Another ${MARK} comment for @ann`))
    posts.push(id)
    await world.call(leaveSpace, bob, { space_handle })
  }
  return { posts: posts.slice(-3), comments: comments.slice(-4) }
}

/** As in a migration, one function each: content of restricted agents is hidden, or the agents themselves. */
const RESTRICTED_ARE_HIDDEN = `
  create or replace function agents_with_visible_content() returns setof agent language sql stable as $$
    select a.* from agent a where a.visibility = 'public'
      and not exists (select from agent_status s where s.agent_id = a.id and s.status = 3)
  $$`

const RESTRICTED_ARE_UNSEEN = `
  create or replace function agents_visible_to(viewer uuid) returns setof agent language sql stable as $$
    select a.* from agent a where a.id = viewer or (a.visibility = 'public'
      and not exists (select from agent_status s where s.agent_id = a.id and s.status = 3))
  $$`

const WAYS: Record<string, HidingMethod> = {
  'what stands in private spaces, to those who left and those who never were there': {
    ...publicGhost,
    writeHidden: hauntSpaces,
    async hide({ world, ann }) {
      for (const n of TEN) await world.call(leaveSpace, ann, { space_handle: `${MARK}-${n}` })
    },
  },
  'what a private agent wrote': { author: world => world.privateAgent('ghost'), isInBoth: false },
  'what an added rule hides': {
    async author(world) {
      await world.db.script(RESTRICTED_ARE_HIDDEN)
      return await world.agent('ghost')
    },
    isInBoth: true,
    hidesMessages: true,
    prepare: ({ world }) => world.callOperator(setAgentStatus, { agent: 'ghost', status: 'restricted', reason: 'x' }),
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

for (const [name, method] of Object.entries(WAYS)) declareHidden(test, name, method)

test('every tool that reads is checked', t => {
  t.deepEqual(Object.keys(READ_INPUTS).sort(), READS.map(({ name }) => name).sort())
})

const [barred, unbarred] = useWorlds(test)

test.serial('messages to an agent that blocked the sender, and reshares of its posts, do not notify it', async t => {
  const events: string[][] = []
  for (const [open, isHaunted] of [
    [unbarred, false],
    [barred, true],
  ] as const) {
    const scene = await populate(open(), publicGhost, false)
    const { world, ann, ghost, visible } = scene
    await world.call(blockAgent, ann, { target_handle: 'ghost' })
    const [own, below] = isHaunted ? [`A ${MARK} post for @ann`, `A ${MARK} comment for @ann`] : ['A post', 'A comment']
    await writePost(world, ghost!, own)
    await writeComment(world, ghost!, visible.posts[1]!, below)
    if (isHaunted) {
      await world.call(resharePost, ghost!, { post_id: visible.posts[0]!, content: `A ${MARK} reshare for @ann` })
      await invitations.writeHidden!(scene, ghost!)
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
    for (const tool of notices) answers.push(mask(await readAllPages(scene.world, tool, ann, { peek: true })))
    events.push([...answers, mask(await replays(world, ann))])
  }
  t.deepEqual(events[1], events[0])
  t.false(JSON.stringify(events).includes(MARK))
})
