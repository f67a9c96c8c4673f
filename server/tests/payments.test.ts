import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import test from 'ava'
import { Transaction } from 'ethers'
import { pino } from 'pino'
import { CHAIN, CHAIN_ID, useTestChain } from '../../testing/fakes/test-chain.ts'
import { type PaymentsState, type Rail, SignerUnavailable } from '../../tools/core/payment-rail.ts'
import { readConfig } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { createPayments, type PaymentsOptions, paymentsOf } from '../payments/payments.ts'

const chain = useTestChain(test)
const onChain = CHAIN.isAvailable ? test.serial : test.serial.skip

const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-payments-'))
const FUNCTIONS = 'name, symbol, decimals, DOMAIN_SEPARATOR, authorizationState'
const KEY = `0x${'5'.repeat(64)}`
let files = 0

function keyFile(content = KEY, mode = 0o600): string {
  const file = path.join(folder, `key-${files++}`)
  writeFileSync(file, content)
  chmodSync(file, mode)
  return file
}

const WHOLE = {
  PAYMENTS_RPC_URL: 'http://127.0.0.1:8545',
  PAYMENTS_CHAIN_ID: '84532',
  PAYMENTS_ASSET: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
}

test('payments are configured completely or not at all', t => {
  t.is(paymentsOf(readConfig({})), undefined)
  const PAYMENTS_RELAYER_KEY_FILE = keyFile(`${KEY.slice(2)}\n`)
  t.deepEqual(paymentsOf(readConfig({ ...WHOLE, PAYMENTS_RELAYER_KEY_FILE })), {
    rpcUrl: WHOLE.PAYMENTS_RPC_URL,
    chainId: 84_532,
    asset: WHOLE.PAYMENTS_ASSET,
    decimals: 6,
    confirmations: 1,
    relayer: { key: KEY },
  })
  t.deepEqual(paymentsOf(readConfig({ ...WHOLE, PAYMENTS_RELAYER_COMMAND: 'sign' }))?.relayer, { command: 'sign' })
  const wrong: [NodeJS.ProcessEnv, string][] = [
    ...Object.keys(WHOLE).map((name): [NodeJS.ProcessEnv, string] => [
      { ...WHOLE, PAYMENTS_RELAYER_KEY_FILE, [name]: '' },
      name,
    ]),
    [WHOLE, 'PAYMENTS_RELAYER_KEY_FILE'],
    [{ PAYMENTS_RELAYER_KEY_FILE }, 'PAYMENTS_RPC_URL'],
    [{ PAYMENTS_RELAYER_ADDRESS: WHOLE.PAYMENTS_ASSET }, 'PAYMENTS_RPC_URL'],
    [{ ...WHOLE, PAYMENTS_RELAYER_KEY_FILE, PAYMENTS_RELAYER_COMMAND: 'sign' }, 'PAYMENTS_RELAYER_KEY_FILE'],
    [{ ...WHOLE, PAYMENTS_RELAYER_KEY_FILE: path.join(folder, 'none') }, 'PAYMENTS_RELAYER_KEY_FILE'],
    [{ ...WHOLE, PAYMENTS_RELAYER_KEY_FILE: keyFile(KEY, 0o640) }, 'PAYMENTS_RELAYER_KEY_FILE'],
    [{ ...WHOLE, PAYMENTS_RELAYER_KEY_FILE: keyFile('0x55') }, 'PAYMENTS_RELAYER_KEY_FILE'],
  ]
  for (const [env, name] of wrong) {
    const error = t.throws(() => paymentsOf(readConfig(env)), { instanceOf: ConfigError }, name)
    t.true(error.message.startsWith(`${name}: `), error.message)
    t.false(/55|\n/.test(error.message), error.message)
  }
})

/** The log, and the state of payments once it is decided. */
async function opened(given: Partial<PaymentsOptions>): Promise<{ standing: PaymentsState; lines: string[] }> {
  const lines: string[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) })
  const { url: rpcUrl, token: asset } = chain()
  const usual = { rpcUrl, asset, chainId: CHAIN_ID, decimals: 6, confirmations: 1, relayer: { key: KEY } }
  const payments = createPayments({ ...usual, ...given }, log)
  if (payments.state() !== 'away') throw new Error('payments are ready before the node was asked')
  payments.start()
  while (lines.length === 0) await delay(5)
  payments.stop()
  return { standing: payments.state(), lines: lines.map(line => String(JSON.parse(line).msg)) }
}

onChain(`the asset's properties are read from the chain${CHAIN.skipNote}`, async t => {
  const { standing, lines } = await opened({})
  t.deepEqual(lines, ['payments are ready'])
  t.deepEqual(standing, {
    chain_id: CHAIN_ID,
    network: 'eip155:84532',
    asset: chain().token,
    asset_name: 'USDC',
    currency: 'USDC',
    asset_version: '2',
    decimals: 6,
    token: { signature: 'bytes', hasBlocklist: true, hasPause: true },
    relayer: '0xe1fAE9b4fAB2F5726677ECfA912d96b0B683e6a9',
  })
  const signer = await opened({
    relayer: { command: `printf ${chain().account(1).address};:` },
    relayerAddress: chain().account(1).address.toLowerCase(),
  })
  t.is((signer.standing as Rail).relayer, chain().account(1).address)
})

onChain(`an unsuitable configuration keeps payments off, with one line that names it${CHAIN.skipNote}`, async t => {
  const wrong: [Partial<PaymentsOptions>, string][] = [
    [{ chainId: 8_453 }, 'PAYMENTS_CHAIN_ID: the node is on chain 84532, not on 8453'],
    [{ decimals: 18 }, 'PAYMENTS_ASSET: has 6 decimals, not 18'],
    [{ asset: WHOLE.PAYMENTS_ASSET }, `PAYMENTS_ASSET: has no ${FUNCTIONS}`],
    [{ asset: chain().account(1).address.toLowerCase() }, `PAYMENTS_ASSET: has no ${FUNCTIONS}`],
    [{ relayer: { key: `0x${'f'.repeat(64)}` } }, 'PAYMENTS_RELAYER_KEY_FILE: is not a valid private key'],
    [
      { relayer: { command: 'echo nothing' } },
      'PAYMENTS_RELAYER_COMMAND: printed no address when run with the word address',
    ],
    [{ relayer: { command: 'false' } }, 'PAYMENTS_RELAYER_COMMAND: failed, or took longer than 2 s'],
    [
      { relayerAddress: chain().account(1).address },
      'PAYMENTS_RELAYER_ADDRESS: does not match the key, whose address is 0xe1fAE9b4fAB2F5726677ECfA912d96b0B683e6a9',
    ],
    [
      { relayer: { command: `printf ${chain().account(2).address};:` }, relayerAddress: chain().account(1).address },
      `PAYMENTS_RELAYER_ADDRESS: does not match the key, whose address is ${chain().account(2).address}`,
    ],
  ]
  for (const [given, line] of wrong) {
    const { standing, lines } = await opened(given)
    t.deepEqual([standing, lines], ['off', [`payments are disabled: ${line}`]], line)
  }
})

onChain(`a node that is unavailable is called again until it responds${CHAIN.skipNote}`, async t => {
  const lines: string[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) })
  let isThere = false
  const { url, token } = chain()
  const node = createServer(async (request, response) => {
    if (!isThere) return void response.writeHead(503).end()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const answer = await fetch(url, {
      method: 'POST',
      body: Buffer.concat(chunks),
      headers: { 'content-type': 'application/json' },
    })
    response.end(await answer.text())
  })
  await new Promise<void>(resolve => node.listen(0, '127.0.0.1', resolve))
  const { port } = node.address() as { port: number }
  const rpcUrl = `http://127.0.0.1:${port}`
  const options = { rpcUrl, asset: token, chainId: CHAIN_ID, decimals: 6, confirmations: 1, relayer: { key: KEY } }
  const payments = createPayments(options, log)
  payments.start()
  while (lines.length < 1) await delay(5)
  t.is(payments.state(), 'away')
  t.deepEqual([...payments.figures!.nodeErrors], [['eth_chainId', { away: 1, refused: 0 }]])
  isThere = true
  while (lines.length < 2) await delay(5)
  t.is((payments.state() as Rail).asset, token)
  payments.stop()
  node.closeAllConnections()
  node.close()
})

onChain(`a command signs its input, and is refused if it does not sign in time${CHAIN.skipNote}`, async t => {
  const signer = chain().account(1)
  const { unsignedSerialized } = Transaction.from({ type: 2, chainId: CHAIN_ID, nonce: 7, to: chain().token })
  const signed = await signer.signTransaction(Transaction.from(unsignedSerialized))
  const by = (body: string) => {
    const file = keyFile(`#!/bin/sh\n${body}\n`, 0o700)
    const { url: rpcUrl, token: asset } = chain()
    const relayer = { command: `exec ${file}` }
    return createPayments(
      { rpcUrl, asset, chainId: CHAIN_ID, decimals: 6, confirmations: 1, relayer },
      pino({ level: 'silent' }),
    )
  }
  const knows = `[ "$#" = 2 ] && [ "$1" = sign ] && [ "$2" = ${unsignedSerialized} ]`
  const { address } = signer
  t.is(await by(`${knows} && echo ${signed}`).sign(unsignedSerialized, address), signed)
  const refused = async (body: string, relayer = address) =>
    (await t.throwsAsync(by(body).sign(unsignedSerialized, relayer), { instanceOf: SignerUnavailable }, body)).message
  for (const body of ['exit 1', 'exec sleep 600']) {
    t.is(await refused(body), 'PAYMENTS_RELAYER_COMMAND: failed to sign, or took longer than 2 s')
  }
  const lied = 'PAYMENTS_RELAYER_COMMAND: signed something other than the requested transaction'
  const another = await signer.signTransaction({ type: 2, chainId: CHAIN_ID, nonce: 8, to: chain().token })
  for (const body of ['echo 0x', 'echo signed', `echo ${another}`]) t.is(await refused(body), lied)
  t.is(await refused(`echo ${signed}`, chain().token), lied)
})

onChain(`payments wait for a paused token${CHAIN.skipNote}`, async t => {
  await chain().administer('pause')
  const { standing, lines } = await opened({})
  t.deepEqual([standing, lines], ['away', ['payments are paused: the payment token is paused']])
  await chain().administer('unpause')
})
