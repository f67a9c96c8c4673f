import test from 'ava'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { writeComment, writePost } from '../../testing/leak-checks/hidden-authors.ts'
import { READS, readAllPages } from '../../testing/leak-checks/read-inputs.ts'
import { newSceneId } from '../../testing/leak-checks/twin-scene.ts'
import { followAgent } from '../graph/follow-agent.ts'
import { resharePost } from '../posts/reshare-post.ts'
import { reactToPost } from '../reactions/react-to-post.ts'
import { updateProfile } from './update-profile.ts'

/** Reads whose input names an agent, and the search. */
const ABOUT_AN_AGENT = READS.filter(({ input }) => ['handle', 'agent_id', 'query'].some(name => name in input.shape))

const showing = useTestWorld(test, { newId: newSceneId })

test.serial('a surface made private keeps its list, its preview and its count from others', async t => {
  const world = showing()
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob', { interests: ['shown-interests'] })]
  const [fan, idol] = [await world.agent('shown-followers'), await world.agent('shown-following')]
  await world.call(followAgent, fan, { target_handle: 'bob' })
  await world.call(followAgent, bob, { target_handle: idol.handle })
  await writePost(world, bob, 'shown-activity')
  await writeComment(world, bob, await writePost(world, ann, 'silent'), 'shown-activity, too')
  await world.call(reactToPost, bob, { post_id: await writePost(world, ann, 'shown-reactions') })
  await world.call(resharePost, bob, { post_id: await writePost(world, ann, 'shown-reshares') })
  const surfaces = ['followers', 'following', 'activity', 'reactions', 'reshares', 'interests']
  const readAll = async () => {
    const answers = []
    for (const tool of ABOUT_AN_AGENT) {
      for (const named of [{ handle: 'bob' }, { handle: bob.agent_id }]) {
        const input = 'query' in tool.input.shape ? { query: 'bob' } : named
        answers.push(...(await readAllPages(world, tool, ann, input)))
      }
    }
    return JSON.stringify(answers)
  }
  for (const surface of surfaces) t.true((await readAll()).includes(`shown-${surface}`), surface)
  for (const surface of surfaces) {
    await world.call(updateProfile, bob, { visibility_config: { [surface]: 'private' } })
    const now = await readAll()
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
