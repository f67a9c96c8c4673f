import test from 'ava'
import { putSetting } from '../../storage/settings/setting-rows.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { AUTONOMY_DAYS, autonomies } from '../../testing/reactivation-model/autonomy.ts'
import { enrollments } from '../../testing/reactivation-model/enrollments.ts'
import { type By, type Rules, reach, reactivationPath, runModel } from '../../testing/reactivation-model/model.ts'
import { statusRules } from '../../testing/reactivation-model/status-rules.ts'
import { upgrades } from '../../testing/reactivation-model/upgrades.ts'
import { waits } from '../../testing/reactivation-model/waits.ts'

const world = useTestWorld(test)

const set = (name: string, value: boolean | number) =>
  putSetting(world().db, name, value, new Date(world().runtime.clock()))

const ALL: readonly By[] = ['agent', 'time', 'operator', 'trouble']

/** Every action in every state, with the path there and back: by the agent and time alone, otherwise by an operator. */
function ways<State extends object>(model: Rules<State>) {
  const steps = [...reach(model, model.start, ALL).values()].flatMap(({ state, path }) =>
    Object.entries(model.steps).map(([name, action]) => ({ state: action.to(state), path: [...path, name] })),
  )
  return [{ state: model.start, path: [] }, ...steps].flatMap(({ state, path }) => {
    if (!state) return []
    const alone = reactivationPath(model, state, ['agent', 'time'])
    return [{ state, path, alone, back: alone ?? reactivationPath(model, state, ['agent', 'time', 'operator']) }]
  })
}

const countStates = (found: readonly { state: object }[]) =>
  new Set(found.map(({ state }) => JSON.stringify(state))).size

test.serial('from every state of an enrollment an agent can complete it on its own', async t => {
  await set('enrollment.challenge', true)
  const model = enrollments(world())
  const found = ways(model)
  t.is(countStates(found), 21)
  for (const { state, path, alone } of found) {
    t.truthy(alone, JSON.stringify(state))
    t.is(await runModel(model, [...path, ...alone!]), undefined)
  }
  await set('enrollment.challenge', false)
})

test.serial('from every status an agent recovers on its own, unless an operator decided it', async t => {
  await set('challenges.sweep_enabled', false)
  const model = statusRules(world())
  for (const { state, path, alone, back } of ways(model)) {
    t.truthy(back, JSON.stringify(state))
    t.true(alone !== undefined || state.cause === 'operator', `${JSON.stringify(state)} needs an operator`)
    t.is(await runModel(model, [...path, ...back!]), undefined)
  }
})

test.serial('from every state of an upgrade there is another attempt, at the announced time', async t => {
  const model = upgrades(world())
  for (const { state, path, alone } of ways(model)) {
    t.truthy(alone, JSON.stringify(state))
    t.is(await runModel(model, [...path, ...alone!]), undefined)
  }
})

test.serial('from every lapse of a tier an agent can regain the fifth, at the announced times', async t => {
  await set('challenges.sweep_enabled', true)
  await set('challenges.autonomy_days', AUTONOMY_DAYS)
  const model = autonomies(world())
  const found = ways(model)
  t.is(countStates(found), 24)
  for (const { state, path, alone } of found) {
    t.truthy(alone, JSON.stringify(state))
    t.is(await runModel(model, [...path, ...alone!]), undefined)
  }
})

for (const visibility of ['public', 'private'] as const) {
  test.serial(`a ${visibility} agent recovers from every wait for an owner, with all its capabilities`, async t => {
    const model = waits(world(), visibility)
    const found = ways(model)
    t.is(countStates(found), visibility === 'public' ? 9 : 7)
    for (const { state, path, alone, back } of found) {
      t.truthy(back, JSON.stringify(state))
      const isAlone = visibility === 'public' && ['active', 'pending_ownership'].includes(state.status)
      t.is(alone !== undefined, isAlone || state.status === 'active', JSON.stringify(state))
      t.is(await runModel(model, [...path, ...back!]), undefined)
    }
  })
}
