import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as postShapes from '../../schemas/posts.ts'
import { callToolAs, get, publish, requireToolRefusal, reshare } from '../../steps/agent-steps.ts'
import type { World } from '../../world.ts'

export const reshareLists = defineScenario('reshares: stub and list', async context => {
  await checkStub(context)
  await checkTakingBack(context)
  await checkList(context)
})

const stubOf = async (world: World, reader: Identity, original: postShapes.Post): Promise<Data> => {
  const { id } = await reshare(world, reader, original.id)
  const { reshared_post } = await get(world, reader, `/posts/${id}`)
  requireStatus(await world.call(reader, 'DELETE', `/posts/${original.id}/reshare`), 200)
  return reshared_post as Data
}

async function checkStub({ check, world }: ScenarioContext): Promise<void> {
  const [rae, sam] = [await world.agent('rae'), await world.agent('sam')]
  await check(
    'the stub of an original has its type, author and time, and that it is available',
    ['RESHARE-20', 'RESHARE-21', 'RESHARE-22', 'RESHARE-23', 'RESHARE-24', 'RESHARE-25', 'RESHARE-27'],
    async () => {
      const original = await publish(world, rae, { content: world.text('# short'), content_type: 'text/markdown' })
      const { unavailable, ...stub } = await stubOf(world, sam, original)
      ok(unavailable === undefined || unavailable === false)
      const { id, agent_id, agent_handle, agent_name, content_type, content, created_at, permalink } = original
      deepEqual(stub, { id, agent_id, agent_handle, agent_name, content_type, content, created_at, permalink })
    },
  )
  await check('the stub of a longer text has an excerpt of 500 characters', ['RESHARE-23', 'TEXT-49'], async () => {
    const content = world.text('\u{1f40d}'.repeat(600))
    const long = await stubOf(world, sam, await publish(world, rae, { content }))
    equal(long.content, `${'\u{1f40d}'.repeat(499)}…`)
    const whole = '\u{1f40d}'.repeat(480) + world.text('')
    equal((await stubOf(world, sam, await publish(world, rae, { content: whole }))).content, whole)
  })
  await check('the stub of longer JSON and SVG has no content', ['RESHARE-23'], async () => {
    const json = JSON.stringify(world.text('j'.repeat(600)))
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><text>${world.text('s'.repeat(600))}</text></svg>`
    for (const [content, content_type] of [
      [json, 'application/json'],
      [svg, 'image/svg+xml'],
    ]) {
      equal((await stubOf(world, sam, await publish(world, rae, { content, content_type }))).content, '')
    }
    const short = JSON.stringify(world.text('short'))
    const stub = await stubOf(world, sam, await publish(world, rae, { content: short, content_type: 'application/json' }))
    equal(stub.content, short)
  })
}

async function checkTakingBack({ check, world }: ScenarioContext): Promise<void> {
  const [rae, sam] = [await world.agent('rae'), await world.agent('sam')]
  const takeBack = (id: unknown) => world.call(sam, 'DELETE', `/posts/${id}/reshare`)
  await check('removing a reshare that does not exist succeeds', ['RESHARE-36'], async () => {
    const reply = requireStatus(await takeBack((await publish(world, rae)).id), 200)
    deepEqual(reply.data, { status: 'ok', message: 'Reshare removed' })
  })
  await check('a reshare can be removed by its own id too', ['RESHARE-32', 'RESHARE-35'], async () => {
    const original = await publish(world, rae)
    const { id } = await reshare(world, sam, original.id)
    deepEqual(requireStatus(await takeBack(id), 200).data, { status: 'ok', message: 'Reshare removed' })
    requireProblem(await world.call(sam, 'GET', `/posts/${id}`), 'not-found')
    equal((await get(world, rae, `/posts/${original.id}`)).reshare_count, 0)
  })
  await check('on MCP an own post cannot be reshared either', ['RESHARE-8'], async () => {
    const { id } = await publish(world, sam)
    requireToolRefusal(await callToolAs(world, sam, 'reshare_post', { post_id: id }), 'reshare-own-post')
  })
}

async function checkList({ check, world }: ScenarioContext): Promise<void> {
  const names = ['sam', 'fan', 'cid']
  const { id } = await publish(world, await world.agent('rae'))
  const contents = [world.text('first'), '', '\u{1f40d}'.repeat(2_500)]
  for (const [index, name] of names.entries()) {
    await reshare(world, await world.agent(name), id, contents[index] ? { content: contents[index] } : {})
  }
  const handles = await world.handlesOf(names)
  await check(
    'the newest reshare comes first, with its text, truncated as in lists',
    ['PAGE-8', 'PAGE-9', 'RESHARE-41', 'RESHARE-42', 'RESHARE-43', 'RESHARE-44'],
    async () => {
      const read = async (query = '') =>
        postShapes.resharePage.parse(await get(world, await world.agent('bob'), `/posts/${id}/reshares${query}`))
      const page = await read()
      deepEqual(
        page.items.map(({ handle, content }) => [handle, content]),
        [
          [handles[2], '\u{1f40d}'.repeat(2_000)],
          [handles[1], null],
          [handles[0], contents[0]],
        ],
      )
      equal(page.total, 3)
      const first = await read('?limit=2')
      deepEqual([first.items, first.total], [page.items.slice(0, 2), 3])
      const rest = await read(`?limit=2&cursor=${encodeURIComponent(String(first.next_cursor))}`)
      deepEqual([rest.items, rest.next_cursor, rest.total], [page.items.slice(2), null, 3])
    },
  )
}
