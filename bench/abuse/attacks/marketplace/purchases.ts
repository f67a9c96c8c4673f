import { evmKey, personalSign, type TypedData, typedDataDigest } from '../../../../conformance/clients/evm.ts'
import type { Data } from '../../../../conformance/clients/http.ts'
import { Exchanges } from '../../../../conformance/clients/recorded-exchanges.ts'
import { call } from '../../../../conformance/clients/rest.ts'
import { Operator } from '../../../../conformance/operator.ts'
import { purchase } from '../../../../conformance/schemas/purchases.ts'
import { serviceName, statement } from '../../../../conformance/steps/wallet-binding.ts'
import { Receivers } from '../../../../conformance/stubs/receiver.ts'
import { until } from '../../../../conformance/until.ts'
import type { Attack } from '../../attack.ts'
import type { AttackContext } from '../../attack-context.ts'
import { hammer } from '../../connections.ts'
import { cycle, inTurns } from '../../gallery.ts'
import type { Member } from '../../members.ts'
import { createOfferedService } from '../../offered-service.ts'
import { bearer } from '../../requests.ts'
import { withRetries } from '../../retry-setup.ts'

const CONNECTIONS = 32
/** Below the hourly limit of an agent. */
const QUOTES = 12

/** Creates a seller with a wallet and a priced offer; returns the offer. */
async function sell(context: AttackContext): Promise<string> {
  const seller = await context.enroll('sells')
  const { serviceId } = await createOfferedService(context, new Receivers(context.receiver ?? ''), seller)
  const ask = (method: string, path: string, payload: Data = {}) =>
    call(context.http, seller.identity, method, path, payload)
  const [key, issued_at] = [evmKey(), new Date().toISOString()]
  const values = {
    service: await serviceName(context),
    handle: seller.identity.handle,
    address: key.address,
    issued_at,
  }
  const payload = { address: key.address, issued_at, signature: personalSign(key, statement(values)) }
  // Servers apply settings within seconds, and verify the chain when its node first responds.
  const bound = await until(
    () => ask('PUT', '/wallet', payload),
    ({ status }) => status === 200,
  )
  if (bound.status !== 200) throw new Error(`nobody can be paid here: ${bound.status}`)
  await withRetries(() =>
    ask('PUT', `/services/${serviceId}/pricing`, { model: 'forever', amount: '1', currency: 'USDC' }),
  )
  return String((await withRetries(() => ask('GET', `/services/${serviceId}/endpoint`))).data.offer_revision_id)
}

/** A quote for an account without funds, with the payment signature. */
async function quote(context: AttackContext, { identity }: Member, path: string) {
  const key = evmKey()
  const reply = await withRetries(() => call(context.http, identity, 'POST', path, { payer_address: key.address }))
  const { payment_hash, signing_payload } = reply.as(purchase)
  return {
    path: `/service-purchases/${payment_hash}`,
    signature: key.sign(typedDataDigest(signing_payload as TypedData)),
  }
}

/** The chain's node is slow; calls that wait for it must not block others. */
const hostileBuyer: Attack = {
  name: 'purchases',
  description: `a buyer that asks for quotes, and settles by signatures that are wrong, of payers that have nothing, and again, by a slow node, over ${CONNECTIONS} connections`,
  needsHooks: true,
  async prepare(context) {
    const operator = new Operator(context.operator ?? '', { exchanges: new Exchanges() })
    await operator.setting('payments', 'on')
    await operator.close()
    const path = `/service-offers/${await sell(context)}/purchase/quote`
    const buyer = await context.enroll('buys')
    const quotes = await inTurns(QUOTES, () => quote(context, buyer, path))
    const settle = (purchasePath: string, signature: string) => () =>
      bearer(context, buyer, 'POST', `${purchasePath}/settle`, { signature })
    const next = cycle(
      quotes.flatMap(({ path: quoted, signature }, n) => [
        settle(quoted, signature),
        settle(quoted, evmKey().sign(Buffer.alloc(32, n))),
        settle(quotes[0]!.path, signature),
        settle(quoted, `0x${'f'.repeat(8_000)}`),
        () => bearer(context, buyer, 'POST', path, { payer_address: evmKey().address }),
        () => bearer(context, buyer, 'GET', quoted),
      ]),
    )
    return attackRun => hammer(context, attackRun, { connections: CONNECTIONS, next: () => next()() })
  },
}

export const hostilePurchases = [hostileBuyer]
