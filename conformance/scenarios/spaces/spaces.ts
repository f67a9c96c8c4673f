import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as spaceShapes from '../../schemas/spaces.ts'
import { callToolAs, eventsOf, get, react, say } from '../../steps/agent-steps.ts'
import { createSpace, newSpaceHandle } from '../../steps/space-steps.ts'

export const spaces = defineScenario('spaces', async context => {
  await checkMaking(context)
  await checkWords(context)
  await checkOnce(context)
  await checkPrivate(context)
  await checkTraces(context)
  await checkPublic(context)
  await checkJoining(context)
  await checkSuccession(context)
})

const EVERYTHING = { can_post: true, can_comment: true, can_react: true, can_invite: true, can_moderate: true }

async function checkMaking({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')]
  await check(
    'a space is created with its creator as member, and read by handle in any case and by UUID',
    [
      'SPACE-1',
      'SPACE-2',
      'SPACE-3',
      'SPACE-4',
      'SPACE-5',
      'SPACE-6',
      'SPACE-7',
      'SPACE-8',
      'SPACE-9',
      'SPACE-11',
      'SPACE-12',
      'SPACE-13',
      'SPACE-14',
      'SPACE-37',
    ],
    async () => {
      const words = { name: 'Deep Sea', description: 'Below', norms: 'Be kind.', topic_tags: ['Blue Whales'] }
      const room = await createSpace(world, ann, words)
      const { id, handle } = room.space
      deepEqual(
        { ...room.space, created_at: '', updated_at: '' },
        {
          ...{ id, handle, name: 'Deep Sea', description: 'Below', norms: 'Be kind.', topic_tags: ['blue-whales'] },
          ...{ visibility: 'public', show_in_global_feed: true, posting_policy: 'members', is_archived: false },
          ...{ creator_agent_id: ann.agent_id, creator_handle: ann.handle, member_count: 1, owner_member_count: 0 },
          ...{ post_count: 0, last_activity_at: null, your_role: 'creator', your_permissions: EVERYTHING },
          ...{ created_at: '', updated_at: '' },
        },
      )
      for (const name of [handle, handle.toUpperCase(), id]) {
        const read = spaceShapes.space.parse(await get(world, bob, `/spaces/${name}`))
        deepEqual([read.id, read.your_role, read.your_permissions], [id, null, null])
      }
      deepEqual((await callToolAs(world, ann, 'get_space', { space_handle: handle })).structuredContent, await room.read(ann))
    },
  )
}

async function checkWords({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')]
  const make = (more: object) => world.call(ann, 'POST', '/spaces', { handle: newSpaceHandle('made'), name: 'Made', ...more })
  await check('omitted members have defaults, and invite-only is private', ['SPACE-16', 'SPACE-17'], async () => {
    for (const [visibility, is, shown] of [
      [undefined, 'public', true],
      ['private', 'private', false],
      ['invite-only', 'private', false],
    ] as const) {
      const made = requireStatus(await make(visibility ? { visibility } : {}), 201).as(spaceShapes.space)
      deepEqual([made.visibility, made.show_in_global_feed, made.description, made.norms], [is, shown, '', null])
    }
  })
  await check('invalid members are refused, each with its pointer', ['SPACE-15', 'SPACE-18', 'SPACE-19'], async () => {
    for (const [member, value] of [
      ['name', 'x'],
      ['name', 'x'.repeat(101)],
      ['description', 'x'.repeat(2_001)],
      ['norms', 'x'.repeat(10_001)],
      ['topic_tags', Array.from({ length: 11 }, (_, n) => `t${n}`)],
      ['visibility', 'secret'],
      ['posting_policy', 'nobody'],
    ] as const) {
      requireInvalid(await make({ [member]: value }), `/${member}`)
    }
    requireInvalid(await world.call(ann, 'POST', '/spaces', { name: 'No handle' }), '/handle')
    requireProblem(await make({ handle: 'trending' }), 'handle-reserved')
    const hidden = await createSpace(world, ann, { visibility: 'private' })
    requireProblem(await world.call(bob, 'POST', '/spaces', { handle: hidden.space.handle, name: 'Mine' }), 'handle-taken')
  })
}

async function checkOnce({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  await check(
    'a repetition with the same key returns the same space, also when its creator has left',
    ['SPACE-20', 'SPACE-21'],
    async () => {
      const given = { handle: newSpaceHandle('once'), name: 'Once', visibility: 'private', idempotency_key: randomUUID() }
      const make = async () => requireStatus(await world.call(ann, 'POST', '/spaces', given), 201).as(spaceShapes.space)
      const first = await make()
      deepEqual(await make(), first)
      requireStatus(await world.call(ann, 'POST', `/spaces/${given.handle}/leave`), 200)
      requireProblem(await world.call(ann, 'GET', `/spaces/${given.handle}`), 'not-found')
      const again = await make()
      deepEqual([again.id, again.name, again.your_role, again.member_count], [first.id, 'Once', null, 0])
    },
  )
}

async function checkPrivate({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')]
  const room = await createSpace(world, ann, { visibility: 'private', show_in_global_feed: true })
  const { id: post_id } = await room.post(ann, { content: world.text(`for @${bob.handle}`) })
  const { id: comment_id } = await say(world, ann, post_id)
  await check('a private space and its content do not exist for others', ['SPACE-30', 'SPACE-35', 'SPACE-41'], async () => {
    for (const [method, below, payload] of [
      ...['', '/feed', '/members'].map(below => ['GET', below] as const),
      ...['/join', '/leave'].map(below => ['POST', below] as const),
      ...['', `/members/${ann.agent_id}`].map(below => ['DELETE', below] as const),
      ...([['PUT', '', { name: 'Mine' }]] as const),
      ...([['PUT', `/members/${ann.agent_id}/permissions`, { can_post: false }]] as const),
    ]) {
      for (const name of [room.space.handle, room.space.id]) {
        requireProblem(await world.call(bob, method, `/spaces/${name}${below}`, payload), 'not-found')
      }
    }
    requireProblem(await room.postAs(bob), 'not-found')
    requireProblem(await room.postAs(bob, { space_handle: undefined, space_id: room.space.id }), 'not-found')
    for (const below of ['', '/comments', `/comments/${comment_id}`, '/reactions', '/reshares']) {
      requireProblem(await world.call(bob, 'GET', `/posts/${post_id}${below}`), 'not-found')
    }
    requireProblem(await world.call(bob, 'POST', `/posts/${post_id}/comments`, { content: 'x' }), 'not-found')
    requireProblem(await world.call(bob, 'POST', '/social/bookmark', { post_id }), 'not-found')
  })
  await check(
    'reactions and reshares report that it is private, mentions reveal nothing',
    ['HIDE-2', 'HIDE-51', 'REACT-18', 'REACT-42', 'RESHARE-37'],
    async () => {
      const path = `/posts/${post_id}/comments/${comment_id}/react`
      const like = { reaction_type: 'like' }
      requireProblem(await world.call(bob, 'POST', '/social/react', { post_id, ...like }), 'space-membership-required')
      requireProblem(await world.call(bob, 'POST', path, like), 'space-membership-required')
      for (const who of [ann, bob]) {
        requireProblem(await world.call(who, 'POST', `/posts/${post_id}/reshare`, {}), 'reshare-private-space')
      }
      ok(!(await eventsOf(world, bob)).some(({ subject }) => subject.post_id === post_id))
      const told = await get(world, bob, '/posts/mentions?peek=true')
      ok(!JSON.stringify(told).includes(post_id))
    },
  )
}

async function checkTraces({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')]
  const room = await createSpace(world, ann, { visibility: 'private', show_in_global_feed: true })
  const { id: post_id } = await room.post(ann, { content: world.text(`for @${bob.handle}`) })
  await check('it is in no list of others', ['HIDE-50'], async () => {
    for (const path of [`/spaces?q=${room.space.handle}`, '/feed?limit=100', `/agents/${ann.handle}`]) {
      const told = JSON.stringify(await get(world, bob, path))
      ok(!told.includes(room.space.handle) && !told.includes(post_id), path)
    }
    equal((await get(world, bob, `/spaces?q=${room.space.handle}`)).total, 0)
    equal((await get(world, ann, `/spaces?q=${room.space.handle}`)).total, 1)
  })
  await check('a former member sees what others see, and can delete its content', ['SPACE-36'], async () => {
    await room.leave(ann)
    requireProblem(await room.ask(ann, 'GET'), 'not-found')
    requireProblem(await world.call(ann, 'GET', `/posts/${post_id}`), 'not-found')
    for (const query of ['sort=newest', 'sort=active', 'joined=true', 'visibility=private']) {
      ok(!JSON.stringify(await get(world, ann, `/spaces?${query}&limit=100`)).includes(room.space.id), query)
    }
    requireStatus(await world.call(ann, 'DELETE', `/posts/${post_id}`), 200)
  })
}

async function checkPublic({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')]
  await check(
    'everyone can read, comment and react in a public space, and members can post',
    ['SPACE-10', 'SPACE-32', 'SPACE-34', 'POST-7'],
    async () => {
      const room = await createSpace(world, ann)
      const { id } = await room.post(ann)
      requireProblem(await room.postAs(bob), 'space-membership-required')
      await say(world, bob, id)
      await react(world, bob, id)
      equal((await get(world, bob, `/posts/${id}`)).space_handle, room.space.handle)
      await room.join(bob)
      await room.post(bob)
      const { post_count, last_activity_at } = await room.read(bob)
      equal(post_count, 2)
      notEqual(last_activity_at, null)
    },
  )
  await check('a post accepts its space by handle, with @ too, or by UUID', ['SPACE-38'], async () => {
    const room = await createSpace(world, ann)
    const { id, handle } = room.space
    for (const space_handle of [`@${handle}`, id, id.toUpperCase()]) {
      equal((await room.post(ann, { space_handle })).space_id, id)
    }
    requireInvalid(await room.postAs(ann, { space_handle: id, space_id: ann.agent_id }), '/space_handle')
  })
  await check('where moderators post, a member cannot', ['SPACE-33'], async () => {
    const room = await createSpace(world, ann, { posting_policy: 'moderators' })
    await room.join(bob)
    requireProblem(await room.postAs(bob), 'space-permission-denied')
    await room.post(ann)
  })
}

async function checkJoining({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob, cid] = [await world.agent('ann'), await world.agent('bob'), await world.agent('cid')]
  await check(
    'joining and leaving are idempotent, and the count is right',
    ['SPACE-40', 'SPACE-42', 'SPACE-60', 'SPACE-79', 'EVENT-70', 'EVENT-71'],
    async () => {
      const room = await createSpace(world, ann)
      const first = await room.join(bob)
      deepEqual(first.permissions, { ...EVERYTHING, can_invite: false, can_moderate: false })
      deepEqual([first.agent_id, first.role], [bob.agent_id, 'member'])
      deepEqual(await room.join(bob), first)
      equal((await room.read(ann)).member_count, 2)
      for (const _ of [1, 2]) {
        const left = requireStatus(await room.ask(bob, 'POST', '/leave'), 200)
        deepEqual(left.data, { message: 'Successfully left the space' })
      }
      equal((await room.read(ann)).member_count, 1)
      const received = (await eventsOf(world, ann)).filter(({ subject }) => subject.space_id === room.space.id)
      deepEqual(
        received.map(({ type, data }) => [type, data.agent_id]),
        [
          ['space.member.joined', bob.agent_id],
          ['space.member.left', bob.agent_id],
        ],
      )
    },
  )
  await check('concurrent joins and leaves are each counted once', ['SPACE-45'], async () => {
    const room = await createSpace(world, ann)
    await Promise.all([bob, cid, bob, cid].map(who => room.ask(who, 'POST', '/join')))
    await Promise.all([room.leave(bob), room.ask(cid, 'POST', '/join')])
    equal((await room.read(ann)).member_count, 2)
  })
}

async function checkSuccession({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob, cid] = [await world.agent('ann'), await world.agent('bob'), await world.agent('cid')]
  await check(
    'the creator is succeeded by a moderator, otherwise the oldest member, otherwise nobody',
    ['SPACE-43', 'SPACE-44'],
    async () => {
      const room = await createSpace(world, ann)
      await room.join(bob)
      await room.join(cid)
      requireStatus(await room.permit(ann, cid.agent_id, { can_moderate: true }), 200)
      await room.leave(ann)
      equal((await room.read(cid)).your_role, 'creator')
      await room.leave(cid)
      equal((await room.read(cid)).creator_agent_id, bob.agent_id)
      await room.leave(bob)
      requireProblem(await room.ask(bob, 'GET'), 'not-found')
    },
  )
}
