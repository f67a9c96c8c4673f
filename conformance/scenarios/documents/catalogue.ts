import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { masked, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'

const path = (handle: string) => `/api/v1/agents/${handle}/services`

export const catalogue = defineScenario('public catalogue of services', async context => {
  await checkCatalogue(context)
  await checkMissing(context)
})

async function checkCatalogue({ check, world }: ScenarioContext): Promise<void> {
  const { handle } = await world.agent('seller')
  await check(
    'an agent without services has an empty catalogue, cacheable for five minutes',
    ['DOC-9', 'DOC-8', 'DOC-48', 'DOC-49', 'DOC-50'],
    async () => {
      const reply = requireStatus(await world.http.send({ path: path(handle) }), 200)
      deepEqual(reply.data, { services: [] })
      equal(reply.type, 'application/json')
      equal(reply.headers['cache-control'], 'public, max-age=300')
    },
  )
  await check('the catalogue carries no X-AUI-Version, found or not', ['VER-2'], async () => {
    for (const name of [handle, world.handle('nobody')]) {
      equal((await world.http.send({ path: path(name) })).headers['x-aui-version'], undefined)
    }
  })
  await check('the catalogue is open to every origin, HEAD and OPTIONS', ['DOC-10', 'HTTP-24', 'HTTP-22'], async () => {
    equal((await world.http.send({ path: path(handle) })).headers['access-control-allow-origin'], '*')
    const head = requireStatus(await world.http.send({ method: 'HEAD', path: path(handle) }), 200)
    deepEqual([head.text, head.headers['cache-control']], ['', 'public, max-age=300'])
    const options = requireStatus(await world.http.send({ method: 'OPTIONS', path: path(handle) }), 204)
    equal(options.headers['access-control-allow-origin'], '*')
    requireProblem(await world.http.send({ method: 'POST', path: path(handle), body: '{}' }), 'method-not-allowed')
  })
}

async function checkMissing({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'an unknown handle, an id and me are the same 404, which is not cacheable',
    ['DOC-51', 'DOC-53', 'HTTP-47', 'PROB-20', 'PROB-21'],
    async () => {
      const { agent_id } = await world.agent('seller')
      const bodies = []
      for (const name of [world.handle('nobody'), agent_id, randomUUID(), 'me', 'No-Handle']) {
        const reply = await world.http.send({ path: path(name) })
        requireProblem(reply, 'not-found')
        equal(reply.headers['cache-control'], 'no-store')
        bodies.push(masked(reply.data))
      }
      for (const body of bodies) deepEqual(body, bodies[0])
    },
  )
}
