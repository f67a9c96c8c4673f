import test from 'ava'
import { createJsonRpc } from '../../push/json-rpc.ts'
import { railOf } from '../../testing/fakes/fake-rail.ts'
import { CHAIN } from '../../testing/fakes/test-chain.ts'
import { ATOMS, signQuote, transfersOf, usePurchases } from '../../testing/fixtures/purchase-world.ts'
import { slugOf } from '../../testing/fixtures/test-world.ts'
import { RailUnfit } from './chain/read-rail.ts'

// A token with signed transfers (EIP-3009) that is not a FiatToken.

const buying = usePurchases(test, 'plain')
const { world, chain, quote, settle, get, intercept } = buying
const onChain = CHAIN.isAvailable ? test.serial : test.serial.skip

onChain(`the capabilities of a token are detected at start${CHAIN.skipNote}`, async t => {
  t.like(buying.payments.state(), {
    asset_name: 'USDC',
    asset_version: '1',
    token: { signature: 'vrs', hasBlocklist: false, hasPause: false },
  })
})

onChain(`a quote in such a token is paid, and its faults are reported like those of any${CHAIN.skipNote}`, async t => {
  const [ann, payer] = [await world().agent('ann'), await chain().wallet(ATOMS - 1n)]
  const quoted = await quote(ann, payer)
  t.is(quoted.signing_payload.domain.version, '1')
  const other = await signQuote(await chain().wallet(), quoted)
  t.is(await slugOf(settle(ann, quoted.payment_hash, other)), 'payment-signature-invalid')
  const signature = await signQuote(payer, quoted)
  t.is(await slugOf(settle(ann, quoted.payment_hash, signature)), 'insufficient-funds')
  await chain().administer('mint', payer.address, 1n)
  t.is((await settle(ann, quoted.payment_hash, signature)).service_id, quoted.service_id)
  t.deepEqual(await transfersOf(chain(), payer.address, buying.payee()), { count: 1, atoms: ATOMS })
})

onChain(`a token without ERC-1271 accepts no contract signatures${CHAIN.skipNote}`, async t => {
  const [bob, key] = [await world().agent('bob'), await chain().wallet()]
  const contract = await chain().contractOf(key.address, ATOMS)
  const quoted = await quote(bob, contract)
  t.is(await slugOf(settle(bob, quoted.payment_hash, await signQuote(key, quoted))), 'payment-signature-invalid')
})

onChain(`a token that logs the transfer first works as well${CHAIN.skipNote}`, async t => {
  const [cleo, payer] = [await world().agent('cleo'), await chain().wallet(ATOMS)]
  const quoted = await quote(cleo, payer)
  const index = (log: { logIndex: string }) => ({ ...log, logIndex: log.logIndex === '0x0' ? '0x1' : '0x0' })
  intercept('eth_getLogs', async pass => ((await pass()) as { logIndex: string }[]).map(index))
  intercept('eth_getTransactionReceipt', async pass => {
    const receipt = (await pass()) as { logs: { logIndex: string }[] } | null
    return receipt && { ...receipt, logs: receipt.logs.map(index).reverse() }
  })
  await settle(cleo, quoted.payment_hash, await signQuote(payer, quoted))
  t.is((await get(cleo, quoted.payment_hash)).status, 'settled')
})

onChain(`an unsuitable token is distinguished from an unavailable node${CHAIN.skipNote}`, async t => {
  const node = createJsonRpc(chain().url)
  const unfit = async (bytecode: string) => {
    const asset = '0x00000000000000000000000000000000000a55e7'
    await chain().provider.send('anvil_setCode', [asset, bytecode])
    const { message, missing } = await t.throwsAsync(railOf(node, { token: asset }), { instanceOf: RailUnfit })
    return [message, missing]
  }
  const all = ['name', 'symbol', 'decimals', 'DOMAIN_SEPARATOR', 'authorizationState']
  // For any call, one stops, one reverts, and one executes an invalid instruction.
  for (const code of ['0x00', '0x60006000fd', '0xfe']) {
    t.deepEqual(await unfit(code), [`PAYMENTS_ASSET: has no ${all.join(', ')}`, all], code)
  }
  const { provider, token } = chain()
  const code = await provider.getCode(token)
  const refused = await t.throwsAsync(
    async () => {
      await provider.send('anvil_setCode', [token, code.replaceAll('63e3ee160e14', '630000000014')])
      return await railOf(node, chain())
    },
    { instanceOf: RailUnfit },
  )
  t.deepEqual(refused.missing, ['transferWithAuthorization'])
  await provider.send('anvil_setCode', [token, code])
  t.like(await railOf(node, chain()), { token: { signature: 'vrs' } })
})
