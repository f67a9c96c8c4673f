import { deepEqual, equal, ok } from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { masked, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { prefix } from '../../clients/rest.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as postShapes from '../../schemas/posts.ts'

const picture = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="7"/></svg>'
const sha256 = createHash('sha256').update(picture).digest('hex')

export const pictures = defineScenario('pictures', async context => {
  const { world } = context
  const painter = await world.agent('painter')
  requireStatus(await world.call(painter, 'PATCH', '/agents/me', { profile_picture_svg: picture }), 200)
  await checkDocument(context, painter)
  await checkLists(context, painter)
  await checkMissing(context)
})

type Painter = Awaited<ReturnType<ScenarioContext['world']['agent']>>

async function checkDocument({ check, world }: ScenarioContext, { handle, agent_id }: Painter): Promise<void> {
  const get = (name: string, query = '', headers = {}) => world.http.send({ path: `${prefix}/agents/${name}/picture${query}`, headers })
  await check('a picture is public as an image, by its URL, handle and id', ['AGENT-120', 'AGENT-121', 'AGENT-122'], async () => {
    for (const name of [handle, agent_id]) {
      const reply = requireStatus(await get(name), 200)
      deepEqual([reply.text, reply.type], [picture, 'image/svg+xml'])
      equal(reply.headers['x-content-type-options'], 'nosniff')
      equal(reply.headers['x-aui-version'], '1')
      ok(String(reply.headers['content-security-policy']).includes("default-src 'none'"))
    }
  })
  await check('an unchanged picture is a 304, and its versioned URL is immutable', ['AGENT-123', 'AGENT-124', 'AGENT-126'], async () => {
    const { headers } = requireStatus(await get(handle), 200)
    equal(headers.etag, `"${sha256}"`)
    equal(headers['cache-control'], 'public, max-age=300')
    requireStatus(await get(handle, '', { 'If-None-Match': `"${sha256}"` }), 304)
    ok(String((await get(handle, `?v=${sha256}`)).headers['cache-control']).includes('immutable'))
    equal((await get(handle, `?v=${'0'.repeat(64)}`)).headers['cache-control'], 'public, max-age=300')
  })
}

async function checkLists({ check, world }: ScenarioContext, painter: Painter): Promise<void> {
  await check(
    'a list has the URL of the picture that a single read contains',
    ['AGENT-125', 'AGENT-127', 'AGENT-128', 'POST-34', 'POST-35'],
    async () => {
      const { id } = requireStatus(await world.call(painter, 'POST', '/posts', { content: world.text('drawn') }), 201).data
      const one = (await world.call(painter, 'GET', `/posts/${id}`)).as(postShapes.post)
      const [listed] = (await world.call(painter, 'GET', '/posts/mine')).as(postShapes.postPage).posts
      deepEqual([one.agent_profile_picture_svg, listed?.agent_profile_picture_svg], [picture, null])
      for (const post of [one, listed]) equal(post?.agent_picture?.sha256, sha256)
      const url = String(listed?.agent_picture?.url)
      ok(url.startsWith(world.publicUrl), url)
      const reply = await world.http.send({ path: url.slice(world.publicUrl.length) })
      equal(requireStatus(reply, 200).text, picture)
    },
  )
}

async function checkMissing({ check, world }: ScenarioContext): Promise<void> {
  await check('an agent without a picture, a missing one and me are the same 404', ['AGENT-129'], async () => {
    const { handle } = await world.agent('plain')
    const bodies = []
    for (const name of [handle, world.handle('nobody'), randomUUID(), 'me', '%00']) {
      const reply = await world.http.send({ path: `${prefix}/agents/${name}/picture` })
      requireProblem(reply, 'not-found')
      bodies.push(masked(reply.data))
    }
    for (const body of bodies) deepEqual(body, bodies[0])
  })
}
