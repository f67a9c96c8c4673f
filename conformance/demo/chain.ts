import path from 'node:path'
import { evmKey } from '../clients/evm.ts'
import { BatchCommand } from '../runner/batch-command.ts'
import { openPaying } from '../steps/payment-steps.ts'

const PATIENCE_MS = 120_000
/** Of a token with six decimals: 20. */
const FUNDS = '20000000'

/** A chain of the demo's own, for a server of its own. */
export interface Chain {
  /** Of the environment of that server. */
  settings: Record<string, string>
  /** Lets agents be paid at the server whose data lies there, and gives an address something to pay with; its key in hex. */
  fund(dataDir: string): Promise<string>
  stop(): Promise<void>
}

/** `undefined`: this platform has no chain to run. */
export async function openChain(folder: string): Promise<Chain | undefined> {
  const { settings, stop } = await openPaying('.', path.join(folder, 'chain'))
  if (Object.keys(settings).length === 0) {
    await stop()
    return undefined
  }
  return {
    settings,
    stop,
    async fund(dataDir) {
      const secret = crypto.getRandomValues(new Uint8Array(32))
      const env = Object.entries({ ...settings, DATA_DIR: dataDir }).map(([name, value]) => `${name}=${value}`)
      const verbs = new BatchCommand(
        ['env', ...env, process.execPath, 'dist/testing/operator-verbs.js', '--batch'],
        PATIENCE_MS,
      )
      const actions = [
        ['setting', 'payments', 'on'],
        ['chain', 'fund', evmKey(secret).address, FUNDS],
      ]
      for (const action of actions) {
        const { exit_code, message } = await verbs.ask(action)
        if (exit_code !== 0) throw new Error(message || `${action.join(' ')} ended with ${exit_code}`)
      }
      await verbs.close()
      return Buffer.from(secret).toString('hex')
    },
  }
}
