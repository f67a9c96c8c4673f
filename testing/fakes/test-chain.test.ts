import test from 'ava'
import { Contract, TypedDataEncoder } from 'ethers'
import { CHAIN, CHAIN_ID, useTestChain } from './test-chain.ts'

const chain = useTestChain(test)
const onChain = CHAIN.isAvailable ? test : test.skip

onChain(`the test token is Circle's, on a private chain${CHAIN.skipNote}`, async t => {
  const { token, provider } = chain()
  const { address } = await chain().wallet(5_000_000n)
  const contract = new Contract(
    token,
    [
      'function DOMAIN_SEPARATOR() view returns (bytes32)',
      'function balanceOf(address) view returns (uint256)',
      'function decimals() view returns (uint8)',
    ],
    provider,
  )
  const domain = { name: 'USDC', version: '2', chainId: CHAIN_ID, verifyingContract: token }
  t.is(await contract.getFunction('DOMAIN_SEPARATOR')(), TypedDataEncoder.hashDomain(domain))
  t.is(await contract.getFunction('balanceOf')(address), 5_000_000n)
  t.is(await contract.getFunction('decimals')(), 6n)
})
