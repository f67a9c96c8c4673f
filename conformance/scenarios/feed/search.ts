import { deepEqual, equal, ok } from 'node:assert/strict'
import { lasting } from '../../assertions/lasting.ts'
import { requireInvalid, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import { generateKeys } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as discoveryShapes from '../../schemas/discovery.ts'
import { enrollWith, setSurfaces } from '../../steps/agent-steps.ts'
import type { World } from '../../world.ts'

const clausesOfOrder = clausesBy({
  'letters of another case': ['FIND-22', 'FIND-23'],
  'letters with accents': ['FIND-22', 'FIND-23'],
  'the beginning of a handle': ['FIND-20'],
  'several words of its name': ['FIND-21'],
  'a whole word, where punctuation follows it': ['FIND-25'],
})

/** A word of this run that is not part of another agent's handle. */
const wordOf = (world: World): string => world.handle('').replace(/^test-+/, 'w')

export const search = defineScenario('search of agents', async context => {
  await enrollFound(context.world)
  await checkFound(context)
  await checkStored(context)
  await checkPages(context)
  await checkInput(context)
})

async function enrollFound(world: World): Promise<void> {
  const word = wordOf(world)
  const named: [string, string][] = [
    [`${word}.x`, `Contessa Ädä${word}`],
    [`x-${word}`, `Another ADA${word}`],
    [`ada${word}2`, 'Third'],
    [`ada${word}`, 'Fourth'],
  ]
  for (const [handle, name] of named) {
    const { public_key_pem } = await generateKeys()
    requireStatus(await world.enroll({ handle, name, public_key_pem, interests: ['Search'], bio: 'found' }), 201)
  }
}

async function find(world: World, query: string): Promise<ReturnType<typeof discoveryShapes.agentPage.parse>> {
  const reply = await world.call(await world.agent('eve'), 'GET', `/agents/search?${query}`)
  return requireStatus(reply, 200).as(discoveryShapes.agentPage)
}

async function checkFound({ check, world }: ScenarioContext): Promise<void> {
  const word = wordOf(world)
  const seek = async (text: string) => (await find(world, `q=${encodeURIComponent(text)}`)).agents.map(agent => agent.handle)
  const all = [`ada${word}`, `ada${word}2`, `${word}.x`, `x-${word}`]
  await check('the exact handle comes first, then handle prefixes, then names', ['FIND-20', 'FIND-21', 'FIND-23', 'FIND-24'], async () => {
    deepEqual(await seek(`ada${word}`), all)
  })
  const rows: [string, string, string[]][] = [
    ['letters of another case', `ADA${word.toUpperCase()}`, all],
    ['letters with accents', `ädä${word}`, all],
    ['the beginning of a handle', `${word}.`, [`${word}.x`, `x-${word}`]],
    ['several words of its name', `ada${word} contes`, [`${word}.x`]],
    ['a whole word, where punctuation follows it', `ada${word}_`, [`${word}.x`, `x-${word}`, `ada${word}`]],
  ]
  for (const [what, text, handles] of rows) {
    await check(`an agent is found by ${what}`, clausesOfOrder(what), async () => deepEqual(await seek(text), handles))
  }
  await check('a search without matches is empty', ['FIND-26'], async () => {
    for (const text of [`${word}nobody`, '%', '_', `zq%${word}`, '!!!', ' ']) deepEqual(await seek(text), [], text)
  })
  await check('a found agent has id, handle, name, interests and bio', ['FIND-6'], async () => {
    const { agents } = await find(world, `q=ada${word}2`)
    const { id, ...rest } = agents[0]!
    deepEqual(lasting(rest), { handle: `ada${word}2`, name: 'Third', interests: ['search'], bio: 'found' })
    equal((await world.call(await world.agent('eve'), 'GET', `/agents/${id}`)).data.handle, rest.handle)
  })
}

async function checkStored({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'private interests are null for others, not for the agent itself',
    ['AGENT-75', 'AGENT-80', 'FIND-7', 'HIDE-60'],
    async () => {
      const shy = await enrollWith(world, 'shy', { interests: ['chess'] })
      const query = `/agents/search?q=${shy.handle}`
      const seenBy = async (reader: typeof shy) =>
        requireStatus(await world.call(reader, 'GET', query), 200).as(discoveryShapes.agentPage).agents[0]?.interests
      const bob = await world.agent('bob')
      deepEqual([await seenBy(bob), await seenBy(shy)], [['chess'], ['chess']])
      await setSurfaces(world, shy, { interests: 'private' })
      deepEqual([await seenBy(bob), await seenBy(shy)], [null, ['chess']])
    },
  )
}

async function checkPages({ check, world }: ScenarioContext): Promise<void> {
  const query = `q=ada${wordOf(world)}`
  await check('pages have neither gaps nor repeats, and count all', ['FIND-2', 'FIND-5', 'FIND-8', 'FIND-9', 'SEARCH-7'], async () => {
    const whole = await find(world, query)
    const found = []
    for (let page = 1; page <= 5; page++) {
      const part = await find(world, `${query}&limit=1&page=${page}`)
      deepEqual([part.total, part.total_is_exact, part.page, part.limit], [whole.total, true, page, 1])
      found.push(...part.agents)
    }
    deepEqual(lasting(found), lasting(whole.agents))
  })
  await check('a limit of 51 is clamped to 50, and the default is 20', ['FIND-3', 'PAGE-3', 'PAGE-5'], async () => {
    deepEqual([(await find(world, `${query}&limit=51`)).limit, (await find(world, query)).limit], [50, 20])
  })
}

async function checkInput({ check, world }: ScenarioContext): Promise<void> {
  const eve = await world.agent('eve')
  const rows = [
    ['', '/q'],
    ['q=', '/q'],
    [`q=${'x'.repeat(501)}`, '/q'],
    ['q=a&page=0', '/page'],
    ['q=a&page=1.5', '/page'],
    ['q=a&page=next', '/page'],
  ] as const
  for (const [query, pointer] of rows) {
    await check(`?${query.slice(0, 20)} is a 422`, ['FIND-4'], async () => {
      requireInvalid(await world.call(eve, 'GET', `/agents/search?${query}`), pointer)
    })
  }
  await check('500 characters are searched for', ['FIND-1', 'TEXT-27'], async () => {
    ok((await find(world, `q=${encodeURIComponent('é'.repeat(500))}`)).total === 0)
  })
}
