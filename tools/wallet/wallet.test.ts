import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useWorld } from '../../testing/world.ts'
import type { Tool } from '../kernel/define.ts'
import { bindWallet } from './bind-wallet.ts'
import { getWallet } from './get-wallet.ts'
import { unbindWallet } from './unbind-wallet.ts'

const world = useWorld(test)

const BINDING = { address: `0x${'a'.repeat(40)}`, issued_at: '2026-11-21T12:00:00Z', signature: `0x${'b'.repeat(130)}` }
const CALLS: readonly [Tool, object][] = [
  [getWallet, {}],
  [bindWallet, BINDING],
  [unbindWallet, {}],
]

test.serial('wallets are 403 while payments are unavailable, on both doors', async t => {
  const ann = await world().agent('ann')
  for (const door of ['rest', 'mcp'] as const) {
    for (const [tool, input] of CALLS) {
      t.is((await world().refusal(world().call(tool, ann, input, door))).slug, 'wallet-unavailable', tool.name)
    }
  }
})

test.serial('a closed wallet says so whatever the input is', async t => {
  const bob = await world().agent('bob')
  for (const wrong of [{}, { ...BINDING, issued_at: 'yesterday' }, { ...BINDING, address: 7 }, { unknown: '\0' }, []]) {
    for (const door of ['rest', 'mcp'] as const) {
      t.is((await world().refusal(world().call(bindWallet, bob, wrong, door))).slug, 'wallet-unavailable')
    }
  }
})

test.serial('payments that are switched on in a version without them stay unavailable, never a success', async t => {
  const carl = await world().agent('carl')
  await world().db.many(SQL`
    insert into setting (name, value, updated_at) values ('payments.enabled', 'true', ${new Date(0)})`)
  for (const [tool, input] of CALLS) {
    t.is((await world().refusal(world().call(tool, carl, input))).slug, 'wallet-unavailable', tool.name)
  }
})
