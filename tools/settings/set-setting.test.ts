import test, { type ExecutionContext } from 'ava'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { createSettings, readSettings, SETTING_NAMES } from '../core/setting-values.ts'
import { listAudit } from '../oversight/list-audit.ts'
import { listSettings } from './list-settings.ts'
import { setSetting } from './set-setting.ts'
import { unsetSetting } from './unset-setting.ts'

const freshWorld = (name: string, body: (t: ExecutionContext, world: World) => Promise<void>) => {
  const world = useTestWorld(test)
  test(name, t => body(t, world()))
}

type World = ReturnType<ReturnType<typeof useTestWorld>>

const listed = async (world: World) =>
  (await world.callOperator(listSettings)).settings as { name: string; value: unknown; is_set: boolean }[]

freshWorld('each setting has its default until an operator sets it, and again once it is unset', async (t, world) => {
  t.deepEqual(
    (await listed(world)).map(({ name }) => name),
    SETTING_NAMES,
  )
  t.true((await listed(world)).every(({ is_set }) => !is_set))
  const name = 'posts.duplicate_window_seconds'
  t.deepEqual(await world.callOperator(setSetting, { name, value: '30' }), {
    name,
    value: 30,
    default: 600,
    is_set: true,
  })
  t.is((await readSettings(world.db))[name], 30)
  t.like(
    (await listed(world)).find(setting => setting.name === name),
    { value: 30, is_set: true },
  )
  t.like(await world.callOperator(unsetSetting, { name }), { value: 600, is_set: false })
  t.is((await readSettings(world.db))[name], 600)
})

freshWorld('a value is JSON or a plain word that fits the setting', async (t, world) => {
  for (const [name, value, meant] of [
    ['feed.fallback', 'off', false],
    ['feed.fallback', 'true', true],
    ['feed.fallback', false, false],
    ['storage.quota_megabytes', '40', 40],
    ['storage.quota_megabytes', 1, 1],
  ] as const) {
    t.is((await world.callOperator(setSetting, { name, value })).value, meant)
  }
  for (const [name, value] of [
    ['feed.fallback', 'maybe'],
    ['feed.fallback', '1'],
    ['storage.quota_megabytes', '-2'],
    ['storage.quota_megabytes', 'on'],
    ['posts.duplicate_window_seconds', '1.5'],
    ['posts.duplicate_window_seconds', '86401'],
  ] as const) {
    const { slug, members } = await world.refusal(world.callOperator(setSetting, { name, value }))
    t.is(slug, 'validation-error')
    t.is(members.errors?.[0]?.pointer, '/value', value)
  }
})

freshWorld('an unknown setting is refused with the names of all', async (t, world) => {
  const { slug, members } = await world.refusal(world.callOperator(setSetting, { name: 'posts.window', value: 1 }))
  t.is(slug, 'validation-error')
  for (const name of SETTING_NAMES) t.true(members.errors?.[0]?.message.includes(name))
})

freshWorld(
  'each change leaves an audit row: who, what, when, before, after; what changes nothing leaves none',
  async (t, world) => {
    const name = 'feed.fallback'
    const trail = async () => (await world.callOperator(listAudit)).changes as Record<string, unknown>[]
    await world.callOperator(setSetting, { name, value: false })
    await world.callOperator(setSetting, { name, value: false })
    await world.callOperator(unsetSetting, { name })
    await world.callOperator(unsetSetting, { name })
    const [second, first, ...others] = await trail()
    t.deepEqual(others, [])
    t.like(first, {
      actor: 'operator:op',
      action: 'set_setting',
      subject: { setting: name },
      before: { value: true, is_set: false },
      after: { value: false, is_set: true },
      reason: null,
      created_at: '2026-11-21T12:00:00.000Z',
    })
    t.like(second, { before: { value: false, is_set: true }, after: { value: true, is_set: false } })
  },
)

freshWorld('of changes at the same time, each finds what the one before left', async (t, world) => {
  const name = 'posts.duplicate_window_seconds'
  await Promise.all([1, 2, 3, 4].map(value => world.callOperator(setSetting, { name, value })))
  const { changes } = await world.callOperator(listAudit)
  t.is(changes.length, 4)
  const [from, to] = [changes.map(({ before }) => before.value), changes.map(({ after }) => after.value)]
  t.deepEqual(from, [...to.slice(1), 600])
})

freshWorld('a setting is in force within a second', async (t, world) => {
  let now = 0
  const settings = createSettings(world.db, () => now)
  t.true((await settings())['feed.fallback'])
  await world.callOperator(setSetting, { name: 'feed.fallback', value: 'off' })
  now = 999
  t.true((await settings())['feed.fallback'])
  now = 1_000
  t.false((await settings())['feed.fallback'])
})
