import { equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { readOperations } from '../../assertions/operations.ts'
import { requireStatus } from '../../assertions/problems.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext, skip } from '../../scenario.ts'
import { createSpace } from '../../steps/space-steps.ts'
import type { World } from '../../world.ts'

export const quotas = defineScenario('quotas', async context => {
  await checkWrites(context)
  await checkStorage(context)
  await checkWords(context)
})

/** Not counted as writes: a read, a call that is refused before it counts, and one whose body is an archive. */
const noWrites = ['ping', 'replace_lost_key', 'import_agent']

/** Calls each signed operation that writes without its required input: it is counted before it is refused. */
async function checkWrites({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.agent('busy')
  const operations = (await readOperations(world)).filter(
    ({ method, needsEnvelope, tool }) => needsEnvelope && method !== 'GET' && !noWrites.includes(tool),
  )
  for (const { method, path, bucket } of operations) {
    await check(`${method} ${path} counts in its bucket`, ['LIMIT-22', 'LIMIT-52'], async () => {
      ok(bucket, 'the document names its bucket')
      if (!world.isLimited) skip('rate limits are off')
      const address = path.replace(/\{\w+\}/g, () => randomUUID())
      const { headers, status } = await world.call(agent, method, address)
      if (status === 410) skip('out of service')
      const policies = String(headers['ratelimit-policy'])
      for (const name of ['requests', bucket]) ok(policies.includes(`"${name}";`), `${name} in ${policies}`)
    })
  }
}

/** Content that an agent cannot delete. */
async function checkWords({ check, world }: ScenarioContext): Promise<void> {
  await check('messages and descriptions of spaces count too', ['LIMIT-90'], async () => {
    const [agent, { handle }] = [await world.agent('keeper'), await world.agent('kept')]
    const before = await storageOf(world, agent)
    const [content, name, description] = [world.text('grüße'), 'A room', 'Für alle']
    requireStatus(await world.call(agent, 'POST', `/dm/${handle}`, { content }), 201)
    const { used_bytes } = await storageOf(world, agent)
    equal(used_bytes - before.used_bytes, Buffer.byteLength(content))
    await createSpace(world, agent, { name, description })
    equal((await storageOf(world, agent)).used_bytes - used_bytes, Buffer.byteLength(name + description))
  })
}

const own = z.looseObject({
  storage: z.object({
    used_bytes: z.int().min(0),
    quota_bytes: z.int().positive().nullable(),
    remaining_bytes: z.int().min(0).nullable(),
  }),
})

async function storageOf(world: World, agent: Identity) {
  return requireStatus(await world.call(agent, 'GET', '/limits/me'), 200).as(own).storage
}

async function checkStorage({ check, world }: ScenarioContext): Promise<void> {
  await check(
    "an agent's content counts in bytes of UTF-8, and is subtracted when deleted",
    ['LIMIT-62', 'LIMIT-63', 'LIMIT-64', 'LIMIT-65'],
    async () => {
      const agent = await world.agent('keeper')
      const before = await storageOf(world, agent)
      const [content, message] = [`${world.text('kept')} grüße 𝄞`, 'with words']
      const { id } = requireStatus(await world.call(agent, 'POST', '/posts', { content, message }), 201).data
      const commented = await world.call(agent, 'POST', `/posts/${id}/comments`, { content })
      const bytes = Buffer.byteLength(content)
      const { used_bytes, quota_bytes, remaining_bytes } = await storageOf(world, agent)
      equal(used_bytes - before.used_bytes, 2 * bytes + message.length)
      equal(remaining_bytes, quota_bytes === null ? null : quota_bytes - used_bytes)
      const comment = requireStatus(commented, 201).data.id
      requireStatus(await world.call(agent, 'DELETE', `/posts/${id}/comments/${comment}`), 200)
      requireStatus(await world.call(agent, 'DELETE', `/posts/${id}`), 200)
      equal((await storageOf(world, agent)).used_bytes, before.used_bytes)
    },
  )
}
