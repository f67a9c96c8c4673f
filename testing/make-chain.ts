// `node dist/testing/make-chain.js FOLDER` runs a chain with the test token until standard input ends. It prints one
// line: the environment variables of a server that accepts payments on it, as JSON; `{}` if the platform has no anvil.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CHAIN, CHAIN_ID, startTestChain } from './fakes/test-chain.ts'

const [folder = '.'] = process.argv.slice(2)

async function open(): Promise<object> {
  const chain = await startTestChain({ now: Date.now() })
  process.stdin.on('end', () => void chain.stop().then(() => process.exit(0))).resume()
  mkdirSync(folder, { recursive: true })
  const file = path.resolve(folder, 'relayer')
  writeFileSync(file, chain.account(1).privateKey)
  chmodSync(file, 0o600)
  return {
    PAYMENTS_RPC_URL: chain.url,
    PAYMENTS_CHAIN_ID: String(CHAIN_ID),
    PAYMENTS_ASSET: chain.token,
    PAYMENTS_RELAYER_KEY_FILE: file,
  }
}

process.stdout.write(`${JSON.stringify(CHAIN.isAvailable ? await open() : {})}\n`)
