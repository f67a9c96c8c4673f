import { Contract, HDNodeWallet, type JsonRpcProvider } from 'ethers'
import { CHAIN_ID, openProvider, PHRASE } from './test-chain.ts'

const ABI = [
  'function mint(address,uint256)',
  'function blacklist(address)',
  'function unBlacklist(address)',
  'function balanceOf(address) view returns (uint256)',
]
/** The owner of the token, and an account that has nothing to do with it. */
const OWNER = 0
const UNRELATED = 9
/** In wei; puts a transaction first in its block. */
const HIGHEST_FEES = { maxPriorityFeePerGas: 10n ** 12n, maxFeePerGas: 10n ** 13n }
/** After this many blocks, the first of them is final. */
const FINAL_BLOCKS = 80

type ChainCommand = (chain: ChainContext, ...args: string[]) => Promise<unknown>
interface ChainContext {
  provider: JsonRpcProvider
  token: Contract
  account(index: number): HDNodeWallet
  isHeld(): Promise<boolean>
}

/** Sends a transaction as the token's owner, and waits for it unless mining is paused. */
async function send({ token, isHeld }: ChainContext, name: string, ...values: unknown[]): Promise<void> {
  const transaction = await token.getFunction(name)(...values, HIGHEST_FEES)
  if (!(await isHeld())) await transaction.wait()
}

const COMMANDS: Record<string, ChainCommand> = {
  fund: (chain, address, atoms) => send(chain, 'mint', address, BigInt(atoms!)),
  funds: async ({ token }, address) => ({ atoms: String(await token.getFunction('balanceOf')(address)) }),
  forbid: (chain, address) => send(chain, 'blacklist', address),
  allow: (chain, address) => send(chain, 'unBlacklist', address),
  async call({ account, token }, data) {
    const transaction = await account(UNRELATED).sendTransaction({ to: await token.getAddress(), data: data! })
    await transaction.wait()
  },
  async hold({ provider }) {
    await provider.send('evm_setAutomine', [false])
  },
  async go({ provider }) {
    await provider.send('evm_setAutomine', [true])
    await provider.send('evm_mine', [])
  },
  async undo({ provider }) {
    await provider.send('anvil_reorg', [1, []])
  },
  async late({ provider }, seconds) {
    const { timestamp } = (await provider.getBlock('latest'))!
    await provider.send('evm_setNextBlockTimestamp', [timestamp + Number(seconds)])
    await provider.send('anvil_mine', [`0x${FINAL_BLOCKS.toString(16)}`])
  },
}

/** Runs a command of the verb `chain` on the chain of `test-chain.ts`; `undefined` if there is no such command. */
export async function runChainCommand(
  { url, token }: { url: string; token: string },
  name: string,
  args: readonly string[],
): Promise<Record<string, unknown> | undefined> {
  const run = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!run) return undefined
  const provider = await openProvider(url, CHAIN_ID)
  const account = (index: number) =>
    HDNodeWallet.fromPhrase(PHRASE, undefined, `m/44'/60'/0'/0/${index}`).connect(provider)
  const isHeld = async () => !(await provider.send('anvil_getAutomine', []))
  try {
    const result = await run({ provider, token: new Contract(token, ABI, account(OWNER)), account, isHeld }, ...args)
    return (result as Record<string, unknown> | undefined) ?? {}
  } finally {
    provider.destroy()
  }
}
