import test from 'ava'
import { RpcError } from '../wire/json-rpc.ts'
import { openState, sealState } from './request-state.ts'

const key = Buffer.alloc(32, 1)
const holder = { agent_id: '00000000-0000-7000-8000-000000000001', key_version: 1 }
const of = { holder, method: 'tools/call', params: { name: 'a', arguments: { b: 1 } } }
const now = Date.parse('2026-11-21T12:00:00Z')
const HOUR = 3_600_000

test('a state is valid for the same request, whatever the answers and the order of members, for an hour', t => {
  for (const state of [undefined, null, 5, 'x', { a: [1, 'é'] }]) {
    const sealed = sealState(key, of, state, now)
    const params = { requestState: sealed, inputResponses: { x: {} }, _meta: {}, arguments: { b: 1 }, name: 'a' }
    t.deepEqual(openState(key, { ...of, params }, sealed, now + HOUR - 1), state)
    t.throws(() => openState(key, of, sealed, now + HOUR), { instanceOf: RpcError })
  }
})

test('a state of another server, agent, key, method or request is refused', t => {
  const sealed = sealState(key, of, 1, now)
  const others = [
    { ...of, method: 'prompts/get' },
    { ...of, params: { ...of.params, name: 'b' } },
    { ...of, params: { ...of.params, more: null } },
    { ...of, holder: { ...holder, key_version: 2 } },
    { ...of, holder: { ...holder, agent_id: '00000000-0000-7000-8000-000000000002' } },
  ]
  for (const other of others) t.throws(() => openState(key, other, sealed, now), { instanceOf: RpcError })
  t.throws(() => openState(Buffer.alloc(32, 2), of, sealed, now), { instanceOf: RpcError })
  t.is(openState(key, of, sealed, now), 1)
})
