import test from 'ava'
import { addPerson, signInPerson } from '../testing/fixtures/test-persons.ts'
import { useTestWorld } from '../testing/fixtures/test-world.ts'
import { invoke } from './core/invoke-tool.ts'
import { executeAsPerson } from './execute-as-person.ts'
import { OPERATOR_TOOLS } from './operator-registry.ts'
import { SESSION_TOOLS, VISITOR_TOOLS } from './people-registry.ts'
import { PUBLIC_TOOLS, TOOLS } from './registry.ts'

const world = useTestWorld(test)
const FOR_PEOPLE = OPERATOR_TOOLS.filter(({ isForPeople }) => isForPeople)

test("a person's tools always act for the person of the session", async t => {
  const [ann, bob] = [await addPerson(world(), 'ann'), await addPerson(world(), 'bob')]
  const actor = await signInPerson(world(), ann)
  t.true(FOR_PEOPLE.length > 20)
  for (const tool of FOR_PEOPLE) {
    t.true('user_id' in tool.input.shape, tool.name)
    for (const user_id of [bob, ann, null, '']) {
      const call = { input: { user_id }, request_id: 'test' }
      const { slug, members } = await world().refusal(executeAsPerson(world().runtime, tool, actor, call))
      t.is(slug, 'validation-error', tool.name)
      t.deepEqual(
        members.errors?.map(({ pointer }) => pointer),
        ['/user_id'],
      )
    }
  }
})

test('no operator or agent tool is a tool of people', async t => {
  const actor = await signInPerson(world(), await addPerson(world(), 'cid'))
  const others = [...TOOLS, ...PUBLIC_TOOLS, ...VISITOR_TOOLS, ...OPERATOR_TOOLS.filter(tool => !tool.isForPeople)]
  for (const tool of others) {
    const call = { actor, input: {}, request_id: 'test' }
    await t.throwsAsync(invoke(world().runtime, tool, call), { message: `${tool.name} is not available to people` })
  }
  for (const tool of SESSION_TOOLS) {
    const call = { actor: { kind: 'operator' as const, name: 'op' }, input: {}, request_id: 'test' }
    await t.throwsAsync(invoke(world().runtime, tool, call), { message: `${tool.name} is available to people only` })
  }
})

test('an owner never acts as the agent: agent tools do not accept persons', t => {
  for (const { name, isForPeople } of OPERATOR_TOOLS) {
    if (isForPeople)
      t.false(
        TOOLS.some(tool => tool.name === name),
        name,
      )
  }
  const actsAsAgent = /^(post|reshare|follow|join|create_space|update_profile|rotate|send_dm|react)_?/
  t.deepEqual(
    FOR_PEOPLE.map(({ name }) => name).filter(name => actsAsAgent.test(name)),
    [],
  )
})
