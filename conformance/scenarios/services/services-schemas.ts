import { deepEqual, equal } from 'node:assert/strict'
import { requireInvalid, requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { declare } from '../../steps/service-steps.ts'

const nested = (depth: number): Data => {
  let schema: Data = { type: 'string' }
  for (let n = 0; n < depth; n++) schema = { properties: { a: schema } }
  return schema
}

/** Each definition refers to the previous one twice. */
const doubled = (count: number): Data => ({
  $defs: Object.fromEntries(
    Array.from({ length: count }, (_, n) => {
      const before = { $ref: `#/$defs/d${n - 1}` }
      return [`d${n}`, n === 0 ? true : { allOf: [before, before] }]
    }),
  ),
  $ref: `#/$defs/d${count - 1}`,
})

/** The fault, the schema, and the position of the fault. */
const refused: [title: string, schema: unknown, pointer: string][] = [
  ['no object', ['string'], ''],
  ['no such type', { type: 'text' }, '/type'],
  ['no schema where one belongs', { properties: { 'a/b': 7 } }, '/properties/a~1b'],
  ['a bound below nothing', { items: { minLength: -1 } }, '/items/minLength'],
  ['16,385 bytes', { title: 'x'.repeat(16_385 - '{"title":""}'.length) }, ''],
  ['17 schemas in each other', nested(17), ''],
  ['501 schemas', { allOf: Array.from({ length: 500 }, () => true) }, ''],
  ['thousands of schemas by reference', doubled(15), ''],
  ['a reference elsewhere', { $ref: 'https://schemas.example/s' }, '/$ref'],
  ['a reference to nothing', { properties: { a: { $ref: '#/$defs/a' } } }, '/properties/a/$ref'],
  ['a reference to itself', { properties: { a: { $ref: '#' } } }, ''],
  ['a dynamic reference', { items: { $dynamicRef: '#a' } }, '/items/$dynamicRef'],
  ['a second document', { $defs: { a: { $id: 'https://schemas.example/a' } } }, '/$defs/a/$id'],
  ['look-around', { pattern: '^(?!x)' }, '/pattern'],
  ['a back reference', { patternProperties: { '(a)\\1': true } }, '/patternProperties/(a)\\1'],
  ['flags in a pattern', { pattern: '(?i)a' }, '/pattern'],
  ['many classes of Unicode', { pattern: '\\pL'.repeat(21) }, '/pattern'],
  ['a pattern that repeats much', { pattern: '(a?){1000}' }, '/pattern'],
  ['patterns of 2,001 characters', { pattern: 'a'.repeat(2_001) }, '/pattern'],
  ['unique items without a bound', { items: { uniqueItems: true } }, '/items/uniqueItems'],
  ['unique items of 257', { uniqueItems: true, maxItems: 257 }, '/uniqueItems'],
  ['items of older drafts', { items: [true] }, '/items'],
  ['dependencies', { dependencies: { a: ['b'] } }, '/dependencies'],
  ['additionalItems', { additionalItems: false }, '/additionalItems'],
  ['an integer beyond 2^53', { properties: { 'a/b': { maximum: 2 ** 53 + 2 } } }, '/properties/a~1b/maximum'],
  ['another draft', { $schema: 'http://json-schema.org/draft-04/schema#' }, '/$schema'],
  ['a keyword that its draft has not', { $schema: 'http://json-schema.org/draft-07/schema#', prefixItems: [true] }, '/prefixItems'],
]

const taken: [title: string, schema: Data][] = [
  ['what says nothing', {}],
  ['16,384 bytes', { title: 'x'.repeat(16_384 - '{"title":""}'.length) }],
  ['16 schemas in each other', nested(16)],
  ['references and names', { $defs: { a: { $anchor: 'n' } }, items: { $ref: '#/$defs/a' }, not: { $ref: '#n' } }],
  ['unique items of 256', { uniqueItems: true, maxItems: 256 }],
  ['keywords that nobody knows, and formats', { 'x-order': 3, format: 'email', minimumm: 'x' }],
  ['members that are called as keywords are', { properties: { $ref: { type: 'string' }, dependencies: true } }],
  ['values that look as schemas do', { const: { $ref: 'https://x.example' }, enum: [{ pattern: '(' }] }],
]

export const servicesSchemas = defineScenario('schemas of services', async context => {
  await checkRefused(context)
  await checkTaken(context)
})

async function checkRefused({ check, world }: ScenarioContext): Promise<void> {
  const owner = await world.agent('schemas')
  for (const [title, schema, pointer] of refused) {
    await check(
      `refused with its position: ${title}`,
      ['SVC-20', 'SVC-21', 'SVC-22', 'SVC-23', 'SVC-24', 'SVC-25', 'SVC-26', 'SVC-27', 'SVC-66'],
      async () => {
        for (const member of ['capability_schema', 'output_schema']) {
          const payload = { handle: 'refused', name: 'Refused', invocation_modes: ['aui_task'], [member]: schema }
          requireInvalid(await world.call(owner, 'POST', '/services', payload), `/${member}${pointer}`)
        }
      },
    )
  }
}

async function checkTaken({ check, world }: ScenarioContext): Promise<void> {
  const owner = await world.newAgent('schemas')
  for (const [title, schema] of taken) {
    await check(`accepted and returned: ${title}`, ['SVC-22', 'SVC-23', 'SVC-24', 'SVC-26', 'SVC-28'], async () => {
      const made = await declare(world, owner, { invocation_modes: ['aui_task'], capability_schema: schema })
      deepEqual(made.capability_schema, schema)
    })
  }
  await check('a schema of an older draft is accepted with a warning', ['SVC-65'], async () => {
    const capability_schema = { $schema: 'http://json-schema.org/draft-07/schema#', required: ['n'] }
    const { warnings } = await declare(world, owner, { invocation_modes: ['aui_task'], capability_schema })
    equal((warnings as string[]).length, 1)
  })
  await check('members are returned in the order of the form', ['SVC-29'], async () => {
    const capability_schema = {
      type: 'object',
      properties: { zip: { title: 'Zip' }, city: {}, at: {} },
      required: ['zip'],
    }
    const { id } = await declare(world, owner, { capability_schema })
    const { text } = requireStatus(await world.call(owner, 'GET', `/services/${id}`), 200)
    equal(JSON.stringify(JSON.parse(text).capability_schema), JSON.stringify(capability_schema))
  })
}
