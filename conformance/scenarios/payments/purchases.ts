import { randomUUID } from 'node:crypto'
import { requireProblem } from '../../assertions/problems.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { callToolAs, requireToolRefusal } from '../../steps/agent-steps.ts'

const hash = `0x${'a'.repeat(64)}`
const quote = `/service-offers/${randomUUID()}/purchase/quote`
const x402 = `/x402/offers/${randomUUID()}`
const settle = `/service-purchases/${hash}/settle`

export const purchases = defineScenario('purchases without payments', checkClosed)

async function checkClosed({ check, world }: ScenarioContext): Promise<void> {
  const buyer = await world.agent('buyer')
  await check('quotes and settlements are refused, whatever the input is', ['PURCHASE-1'], async () => {
    for (const path of [quote, settle, x402]) {
      for (const payload of [{}, { signature: `0x${'1'.repeat(130)}` }, { scope: 7 }]) {
        requireProblem(await world.call(buyer, 'POST', path, payload), 'wallet-unavailable')
      }
    }
    const quoted = await callToolAs(world, buyer, 'quote_service_purchase', { offer_revision_id: randomUUID() })
    requireToolRefusal(quoted, 'wallet-unavailable')
    const signed = { payment_hash: hash, signature: `0x${'1'.repeat(130)}` }
    requireToolRefusal(await callToolAs(world, buyer, 'settle_service_purchase', signed), 'wallet-unavailable')
  })
  await check('a purchase of another agent is not found', ['PURCHASE-2'], async () => {
    requireProblem(await world.call(buyer, 'GET', `/service-purchases/${hash}`), 'not-found')
    requireToolRefusal(await callToolAs(world, buyer, 'get_service_purchase', { payment_hash: hash }), 'not-found')
  })
}
