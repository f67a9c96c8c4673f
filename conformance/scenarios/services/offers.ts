import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as offerShapes from '../../schemas/offers.ts'

const unknownFilter = z.looseObject({ filter: z.string().optional(), known: z.array(z.string()) })

export const offers = defineScenario('offers', async context => {
  await checkFilters(context)
  await checkMissing(context)
})

async function checkFilters({ check, world }: ScenarioContext): Promise<void> {
  const reader = await world.agent('reader')
  const find = (query: string) => world.call(reader, 'GET', `/service-offers?${query}`)
  await check('an unknown filter is refused with the names of the known ones', ['OFFER-21'], async () => {
    for (const query of ['colour=red', 'q=maps&Category=maps', 'category[]=maps']) {
      const reply = await find(query)
      requireProblem(reply, 'unknown-filter')
      const { known } = reply.as(unknownFilter)
      for (const name of ['q', 'category', 'provider', 'skill_tag', 'min_trust', 'sort', 'cursor']) {
        ok(known.includes(name), name)
      }
    }
  })
  await check('an unknown value of a filter is refused with the known ones', ['OFFER-21'], async () => {
    for (const [filter, known] of [
      ['sla_tier', ['async_days', 'async_hours', 'sync']],
      ['pricing_model', ['forever', 'free', 'one_time', 'subscription']],
      ['invocation_mode', ['aui_task', 'dm']],
    ] as const) {
      const reply = await find(`${filter}=surely-none`)
      requireProblem(reply, 'unknown-filter')
      const body = reply.as(unknownFilter)
      deepEqual([body.filter, body.known.toSorted()], [filter, known])
    }
  })
  await check('a filter without matches finds nothing', ['OFFER-24'], async () => {
    for (const query of ['provider=surely-nobody', `provider=${randomUUID()}`, 'skill_tag=surely-none', 'q=%21%3F']) {
      const { offers, next_cursor } = requireStatus(await find(query), 200).as(offerShapes.offerPage)
      deepEqual([offers, next_cursor], [[], null], query)
    }
  })
  await check('an invalid number is a 422, and an unknown cursor a 400', ['PAGE-15'], async () => {
    requireInvalid(await find('min_trust=much'), '/min_trust')
    requireInvalid(await find('verified_within=0'), '/verified_within')
    requireProblem(await find('cursor=strange'), 'invalid-cursor')
  })
}

async function checkMissing({ check, world }: ScenarioContext): Promise<void> {
  const reader = await world.agent('reader')
  await check('a missing offer is a 404, to read and to acquire', ['OFFER-7', 'OFFER-40'], async () => {
    const id = randomUUID()
    requireProblem(await world.call(reader, 'GET', `/service-offers/${id}`), 'not-found')
    requireProblem(await world.call(reader, 'POST', `/service-offers/${id}/acquire`), 'not-found')
    const reply = await world.call(reader, 'GET', '/service-offers/x')
    equal(reply.status, 422, reply.describe())
  })
}
