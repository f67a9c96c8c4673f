import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireStatus } from '../../assertions/problems.ts'
import type { Data, Reply } from '../../clients/http.ts'
import { signedDemand } from '../../clients/rest.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { purchasePage } from '../../schemas/purchases.ts'
import { callToolAs, get } from '../../steps/agent-steps.ts'
import { buy, payerOf, quoteTo, type Sale, settle, signed, whileSold } from '../../steps/purchase-steps.ts'
import { commission, leaving } from '../../steps/task-steps.ts'
import type { World } from '../../world.ts'

export const operatorSales = defineScenario('what was bought and sold is listed', async context => {
  await checkLists(context)
  await checkTables(context)
})

const list = async (world: World, agent: Identity, query = '') =>
  requireStatus(await world.call(agent, 'GET', `/service-purchases${query}`), 200).as(purchasePage)

const claimsOf = (jws: unknown): Data => JSON.parse(Buffer.from(String(jws).split('.')[1]!, 'base64url').toString())

/** The consumer's id in the receipt of a task. */
async function consumerOf(world: World, { owner, offerId }: Sale, consumer: Identity): Promise<unknown> {
  const id = await commission(world, { offerId, consumer })
  await leaving(world, { consumer }, id)
  return claimsOf((await get(world, owner, `/service-tasks/${id}/receipt`)).receipt).consumer
}

async function checkLists({ check, world }: ScenarioContext): Promise<void> {
  await check('buyer and seller each have a list of their own', ['PURCHASE-50', 'PURCHASE-51', 'PURCHASE-52', 'PURCHASE-53'], () =>
    whileSold(world, async (sale, operator) => {
      const { owner, offerId } = sale
      const [buyer, asker] = [await world.newAgent('buys'), await world.newAgent('asks')]
      const { quoted, right } = await buy(world, operator, buyer, offerId)
      const payer = await payerOf(operator, 0n)
      const asked = await quoteTo(world, asker, offerId, payer)
      await settle(world, asker, asked, signed(payer, asked))
      const [bought, wanted, sold] = [await list(world, buyer), await list(world, asker), await list(world, owner, '?role=seller')]
      deepEqual(
        [bought, wanted, sold].map(page => page.purchases.map(({ payment_hash, status }) => [payment_hash, status])),
        [[[quoted.payment_hash, 'settled']], [[asked.payment_hash, 'quoted']], [[quoted.payment_hash, 'settled']]],
      )
      const [own, theirs] = [bought.purchases[0]!, sold.purchases[0]!]
      const { order_id, entitlement_id, payment_reference } = right
      deepEqual([own.order_id, own.entitlement_id, own.payment_reference], [order_id, entitlement_id, payment_reference])
      deepEqual([own.price, own.service_handle, own.consumer], [quoted.price, sale.service.handle, null])
      deepEqual({ ...theirs, consumer: null }, own)
      equal(theirs.consumer, await consumerOf(world, sale, buyer))
      const text = JSON.stringify(sold)
      ok(![buyer.agent_id, buyer.handle, quoted.purchase_id].some(word => text.includes(word)), text)
      for (const nothing of [await list(world, owner), await list(world, buyer, '?role=seller')]) {
        deepEqual(nothing.purchases, [])
      }
      const tool = await callToolAs(world, owner, 'list_service_purchases', { role: 'seller' })
      deepEqual(tool.structuredContent.purchases, sold.purchases)
      await operator.during('payments', 'off', async () => {
        deepEqual((await list(world, owner, `?role=seller&service_id=${sale.service.id}`)).purchases, sold.purchases)
      })
      await operator.setting('payments', 'on')
    }),
  )
}

/** The cells of CSV without line breaks in cells. */
const cellsOf = (reply: Reply): string[][] =>
  reply.text
    .split('\r\n')
    .slice(0, -1)
    .map(line => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell))

async function table(world: World, agent: Identity, path: string, accept: string): Promise<Reply> {
  const demand = signedDemand(world.http, agent, 'GET', path)
  return requireStatus(await world.http.send({ ...demand, headers: { ...demand.headers, accept } }), 200)
}

async function checkTables({ check, world }: ScenarioContext): Promise<void> {
  const words = { handle: '=1+"1",2;=3|@4' }
  const run = async (sale: Sale, operator: Parameters<typeof payerOf>[0]) => {
    const buyer = await world.newAgent('buys')
    await buy(world, operator, buyer, sale.offerId)
    await buy(world, operator, await world.newAgent('buys-too'), sale.offerId)
    const path = '/service-purchases?role=seller&limit=1'
    for (const accept of ['*/*', 'application/json', 'application/json, text/csv', 'text/csv;q=0']) {
      equal((await table(world, sale.owner, path, accept)).type, 'application/json', accept)
    }
    const { purchases } = await list(world, sale.owner, '?role=seller')
    const rows: string[][] = []
    let next: string | undefined = path
    while (next) {
      const reply: Reply = await table(world, sale.owner, next, 'text/csv')
      equal(reply.headers['content-type'], 'text/csv; charset=utf-8; header=present')
      const [head = [], ...found] = cellsOf(reply)
      deepEqual(head.filter(name => name.startsWith('price_')).sort(), [
        ...['price_amount', 'price_amount_atomic', 'price_currency', 'price_decimals'],
      ])
      rows.push(
        ...found.map(row =>
          ['payment_hash', 'payment_reference', 'price_amount', 'service_handle', 'failure_code'].map(name => row[head.indexOf(name)]!),
        ),
      )
      const [, url] = /^<([^>]+)>; rel="next"$/.exec(String(reply.headers.link ?? '')) ?? []
      next = url?.slice(url.indexOf('/service-purchases'))
    }
    deepEqual(
      rows,
      purchases.map(({ payment_hash, payment_reference, price }) => [
        ...[payment_hash, payment_reference, price.amount, `"'=1+""1"",2;'=3|'@4"`, ''],
      ]),
    )
  }
  await check('a list is available as CSV, which no spreadsheet executes', ['PURCHASE-54', 'PURCHASE-55', 'PURCHASE-59'], () =>
    whileSold(world, run, {}, words),
  )
}
