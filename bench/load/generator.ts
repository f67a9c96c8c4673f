import type { KeyObject } from 'node:crypto'
import { privateKeys } from '../keys.ts'
import { drive } from './herd.ts'
import type { Order } from './plan.ts'
import { signRequests } from './requests.ts'
import { fire } from './volley.ts'

const loaded = new Map<string, Buffer[]>()
let keys: KeyObject[] = []

async function carryOut(order: Order): Promise<unknown> {
  if (order.kind === 'fire') return await fire(loaded.get(order.name) ?? [], order.volley)
  if (order.kind === 'drive') return await drive(loaded.get(order.name) ?? [], order.terms)
  if (order.kind === 'keys') keys = privateKeys(order.keys)
  else if (order.plan.kind === 'signed') loaded.set(order.name, await signRequests(order.plan, keys))
  else
    loaded.set(
      order.name,
      order.plan.requests.map(text => Buffer.from(text)),
    )
  return undefined
}

process.on('message', (order: Order) => {
  carryOut(order).then(
    result => process.send?.({ id: order.id, result }),
    error => process.send?.({ id: order.id, error: String(error) }),
  )
})
