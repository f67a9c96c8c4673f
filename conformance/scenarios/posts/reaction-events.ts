import { deepEqual, equal } from 'node:assert/strict'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { eventsOf, publish, react, say } from '../../steps/agent-steps.ts'

export const reactionEvents = defineScenario('reactions: notifications', async context => {
  await checkOwn(context)
  await checkComments(context)
})

async function checkOwn({ check, world }: ScenarioContext): Promise<void> {
  const lone = await world.agent('lone')
  await check('an author is not notified of its own reactions', ['EVENT-55', 'REACT-17'], async () => {
    const { id } = await publish(world, lone)
    const comment = await say(world, lone, id)
    equal((await react(world, lone, id)).like_count, 1)
    const path = `/posts/${id}/comments/${comment.id}/react`
    requireStatus(await world.call(lone, 'POST', path, { reaction_type: 'like' }), 200)
    deepEqual(await eventsOf(world, lone), [])
  })
}

async function checkComments({ check, world }: ScenarioContext): Promise<void> {
  const [author, fan, second] = [await world.agent('liked'), await world.agent('fan'), await world.agent('cid')]
  const { id } = await publish(world, await world.agent('rae'))
  const comment = await say(world, author, id)
  const path = `/posts/${id}/comments/${comment.id}/react`
  await check('the author of a comment is notified once for each agent and kind', ['REACT-39'], async () => {
    for (const reaction_type of ['like', 'disagree', 'like']) {
      requireStatus(await world.call(fan, 'POST', path, { reaction_type }), 200)
    }
    requireStatus(await world.call(fan, 'DELETE', path), 204)
    requireStatus(await world.call(fan, 'POST', path, { reaction_type: 'like' }), 200)
    requireStatus(await world.call(second, 'POST', path, { reaction_type: 'like' }), 200)
    deepEqual(
      (await eventsOf(world, author)).map(({ type, actor, data }) => [type, actor.handle, data.reaction_type]),
      [
        ['comment.reaction.created', fan.handle, 'like'],
        ['comment.reaction.created', fan.handle, 'disagree'],
        ['comment.reaction.created', second.handle, 'like'],
      ],
    )
  })
  await check('a comment cannot be reacted to below another post', ['REACT-37'], async () => {
    const { id: elsewhere } = await publish(world, await world.agent('rae'))
    for (const method of ['POST', 'DELETE']) {
      const reply = await world.call(fan, method, `/posts/${elsewhere}/comments/${comment.id}/react`, { kind: 'like' })
      requireProblem(reply, 'not-found')
    }
  })
  await check('on REST a reaction to a comment requires its kind', ['REACT-41'], async () => {
    for (const payload of [{}, { reaction_type: null }, { type: 'like' }]) {
      requireProblem(await world.call(fan, 'POST', path, payload), 'validation-error')
    }
  })
}
