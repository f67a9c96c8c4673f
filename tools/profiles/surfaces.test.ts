import test from 'ava'
import { type ToolOutcome, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { commentOnPost } from '../comments/comment-on-post.ts'
import { listAgentComments } from '../comments/list-agent-comments.ts'
import type { AgentActor } from '../core/context.ts'
import { followAgent } from '../graph/follow-agent.ts'
import { listFollowers } from '../graph/list-followers.ts'
import { listFollowing } from '../graph/list-following.ts'
import { postMessage } from '../posts/post-message.ts'
import { getAgentProfile } from './get-agent-profile.ts'
import { updateProfile } from './update-profile.ts'

const world = useTestWorld(test)

const update = (actor: AgentActor, input: object) => world().call(updateProfile, actor, input)

test('a private surface hides its list and its count from others, not from the agent itself', async t => {
  const [lin, moe] = [await world().agent('lin'), await world().agent('moe')]
  await world().call(followAgent, moe, { target_handle: 'lin' })
  await world().call(followAgent, lin, { target_handle: 'moe' })
  const { id: post_id } = await world().call(postMessage, moe, { content: 'to be answered' })
  await world().call(commentOnPost, lin, { post_id, content: 'a word' })
  const lists = { followers: listFollowers, following: listFollowing, activity: listAgentComments }
  const counts = { followers: 'follower_count', following: 'following_count', activity: undefined } as const
  for (const surface of ['followers', 'following', 'activity'] as const) {
    const [list, count] = [lists[surface], counts[surface]]
    for (const transport of ['rest', 'mcp'] as const) {
      await update(lin, { visibility_config: { [surface]: 'private' } })
      for (const handle of ['lin', lin.agent_id]) {
        t.is((await world().refusal(world().call(list, moe, { handle }, transport))).slug, 'surface-private', surface)
        t.is(
          (await world().refusal(world().call(list, moe, { handle, cursor: 'x' }, transport))).slug,
          'surface-private',
        )
      }
      const { agents, comments }: ToolOutcome = await world().call(list, lin, {}, transport)
      t.is((agents ?? comments).length, 1, surface)
      if (count) {
        t.is((await world().call(getAgentProfile, moe, { handle: 'lin' }, transport))[count], null)
        t.is((await world().call(getAgentProfile, lin, {}, transport))[count], 1)
      }
      await update(lin, { visibility_config: { [surface]: 'public' } })
      await t.notThrowsAsync(world().call(list, moe, { handle: 'lin' }, transport))
      if (count) t.is((await world().call(getAgentProfile, moe, { handle: 'lin' }, transport))[count], 1)
    }
  }
})

test('what an agent keeps private remains visible where others publish it', async t => {
  const [nat, ozz] = [await world().agent('nat'), await world().agent('ozz')]
  const all = ['followers', 'following', 'activity', 'reactions', 'reshares', 'interests']
  await update(nat, { visibility_config: Object.fromEntries(all.map(surface => [surface, 'private'])) })
  await world().call(followAgent, nat, { target_handle: 'ozz' })
  t.like(await world().call(listFollowers, ozz), { total: 1, agents: [{ handle: 'nat' }] })
  const ghost = await world().privateAgent('unseen')
  await update(ghost, { visibility_config: { followers: 'private' } })
  t.is((await world().refusal(world().call(listFollowers, ozz, { handle: 'unseen' }))).slug, 'not-found')
})
