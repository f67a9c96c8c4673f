import test from 'ava'
import { CHAIN, CHAIN_ID, useTestChain } from '../../testing/fakes/test-chain.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { TEST_SERVER } from '../../testing/processes/server-options.ts'
import { type Server, startServer } from '../server.ts'

const chain = useTestChain(test)
const database = useDatabase(test)
const onChain = CHAIN.isAvailable ? test.serial : test.serial.skip

const startedAt = (rpcUrl: string): Promise<Server> =>
  startServer({
    ...TEST_SERVER,
    database: database().plainAddress,
    payments: {
      rpcUrl,
      chainId: CHAIN_ID,
      asset: chain().token,
      decimals: 6,
      confirmations: 1,
      relayer: { key: chain().account(1).privateKey },
    },
  })

/** The metrics, once all these names are reported. */
async function figuresOf({ url }: Server, ...names: string[]): Promise<Map<string, number>> {
  for (;;) {
    const body = await (await fetch(`${url}/metrics`)).text()
    const lines = body.split('\n').filter(line => line.startsWith('colloquy_payments_'))
    const figures = new Map(lines.map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
    if (names.every(name => figures.get(name))) return figures
  }
}

onChain(`if the chain is available, the metrics report the relayer's balance${CHAIN.skipNote}`, async t => {
  const server = await startedAt(chain().url)
  t.teardown(() => server.close())
  const figures = await figuresOf(server, 'colloquy_payments_ready', 'colloquy_payments_relayer_seen_timestamp_seconds')
  t.is(figures.get('colloquy_payments_relayer_balance_ether'), 10_000)
  t.is(figures.get('colloquy_payments_relayer_affords'), 1_000_000)
})

onChain(`if it is not, they report the failed calls${CHAIN.skipNote}`, async t => {
  const server = await startedAt('http://127.0.0.1:1/')
  t.teardown(() => server.close())
  const away = 'colloquy_payments_node_errors_total{method="eth_chainId",kind="away"}'
  const figures = await figuresOf(server, away)
  t.is(figures.get('colloquy_payments_ready'), 0)
  t.false(figures.has('colloquy_payments_relayer_affords'))
})
