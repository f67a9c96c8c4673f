import test from 'ava'
import { AbiCoder, Wallet } from 'ethers'
import { createJsonRpc } from '../../push/json-rpc.ts'
import { createFakeRail, enablePayments, railOf } from '../../testing/fakes/fake-rail.ts'
import { CHAIN, useTestChain } from '../../testing/fakes/test-chain.ts'
import { slugOf, TEST_NOW, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { bindWallet } from './bind-wallet.ts'

const chain = useTestChain(test)
const payments = createFakeRail()
const world = useTestWorld(test, { payments })
const onChain = CHAIN.isAvailable ? test.serial : test.serial.skip

test.before(async () => {
  if (!CHAIN.isAvailable) return
  await enablePayments(world())
  payments.rpc = createJsonRpc(chain().url)
  payments.stand(await railOf(payments.rpc, chain()))
})

const issued_at = new Date(TEST_NOW).toISOString()
const signedBy = (key: Wallet, handle: string, address: string) =>
  key.signMessage(`Colloquy wallet binding\nagent: @${handle}\naddress: ${address}\nissued_at: ${issued_at}`)

onChain(`a contract wallet is bound with a signature that it accepts${CHAIN.skipNote}`, async t => {
  const [ann, key, other] = [await world().agent('ann'), await chain().wallet(), await chain().wallet()]
  const address = await chain().contractOf(key.address, 1n)
  const bind = (signature: string) => world().call(bindWallet, ann, { address, issued_at, signature })
  for (const wrong of [await signedBy(other, 'ann', address), await signedBy(key, 'bob', address), '0x', '0x1']) {
    t.is(await slugOf(bind(wrong)), 'wallet-signature-invalid', wrong)
  }
  t.is((await bind(await signedBy(key, 'ann', address))).address, address)
  const lower = await signedBy(key, 'ann', address.toLowerCase())
  t.is((await bind(lower)).address, address)
})

onChain(`any other return value of a contract is no valid signature${CHAIN.skipNote}`, async t => {
  const [bob, key] = [await world().agent('bob'), Wallet.createRandom()]
  const address = '0x00000000000000000000000000000000000a55e7'
  const signature = await signedBy(new Wallet(key.privateKey), 'bob', address)
  // Stops, reverts, loops until the gas is used up, executes an invalid instruction, or returns true.
  const yes = AbiCoder.defaultAbiCoder().encode(['bool'], [true]).slice(2)
  for (const code of ['0x00', '0x60006000fd', '0x5b600056', '0xfe', `0x7f${yes}60005260206000f3`]) {
    await chain().provider.send('anvil_setCode', [address, code])
    t.is(
      await slugOf(world().call(bindWallet, bob, { address, issued_at, signature })),
      'wallet-signature-invalid',
      code,
    )
  }
})

onChain(`a chain that does not respond leaves the wallet unchanged${CHAIN.skipNote}`, async t => {
  const [cleo, key] = [await world().agent('cleo'), await chain().wallet()]
  const address = await chain().contractOf(key.address, 1n)
  const node = payments.rpc
  payments.rpc = createJsonRpc('http://127.0.0.1:9')
  const signature = await signedBy(key, 'cleo', address)
  t.is(await slugOf(world().call(bindWallet, cleo, { address, issued_at, signature })), 'rail-unavailable')
  payments.rpc = node
  t.is((await world().call(bindWallet, cleo, { address, issued_at, signature })).address, address)
})
