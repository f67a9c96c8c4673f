import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { BaseWallet } from 'ethers'
import { connect } from '../../clients/typescript/src/client.ts'
import { Key } from '../../clients/typescript/src/key.ts'
import { Problem } from '../../clients/typescript/src/problem.ts'
import { SpendingGuard } from '../../clients/typescript/src/spending/guard.ts'
import { blocksOf } from '../../conformance/clients/guide.ts'
import { until } from '../../conformance/until.ts'
import { CHAIN, CHAIN_ID } from '../../testing/fakes/test-chain.ts'
import { ATOMS, transfersOf } from '../../testing/fixtures/purchase-world.ts'
import { runProgram } from '../../testing/processes/run-program.ts'
import { useSettlingPrograms } from '../../testing/processes/settlement-programs.ts'
import { PREFIX, type TwoServersAgent } from '../../testing/processes/two-servers.ts'

const { chain, clients, stage, offered, asked } = useSettlingPrograms(test)
const onChain = CHAIN.isAvailable ? test.serial : test.serial.skip
const modules = path.join(createRequire(import.meta.url).resolve('ethers'), '../../..')
const python = path.join(import.meta.dirname, '../../../clients/python')

const pemOf = ({ key }: TwoServersAgent) => key.privateKey.export({ format: 'pem', type: 'pkcs8' }) as string

/** Runs the guide's program as that agent. */
async function buyAsShown(t: ExecutionContext, buyer: TwoServersAgent, payer: BaseWallet, ...words: string[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'buying-guide-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const guide = await (await fetch(`${asked[0]!.url}${PREFIX}/guides/buying-and-selling`)).text()
  const [program = ''] = blocksOf(guide, 'javascript')
  writeFileSync(path.join(folder, 'buy.mjs'), program)
  writeFileSync(path.join(folder, 'agent.pem'), pemOf(buyer), { mode: 0o600 })
  writeFileSync(path.join(folder, 'agent.json'), JSON.stringify({ id: buyer.agent_id }))
  symlinkSync(modules, path.join(folder, 'node_modules'))
  const { PATH } = process.env
  const env = {
    PATH,
    PAYER_KEY: (payer as { privateKey?: string }).privateKey,
    CHAIN: String(CHAIN_ID),
    TOKEN: chain().token,
  }
  return await runProgram([process.execPath, 'buy.mjs', ...words], { cwd: folder, env })
}

onChain(
  `the program of the guide requests a quote, verifies what it signs, pays once and uses its entitlement${CHAIN.skipNote}`,
  async t => {
    const { start } = await stage(t)
    await start()
    const [buyer, payer] = [await clients().enroll('buys-by-guide'), await chain().wallet(2n * ATOMS)]
    const { payee, offer_revision_id } = await offered()
    const dear = await buyAsShown(t, buyer, payer, offer_revision_id, '1.49')
    t.is(dear.code, 1)
    t.regex(dear.said, /1\.5 is too much/)
    t.is((await transfersOf(chain(), payer.address, payee)).count, 0)
    const { code, said } = await buyAsShown(t, buyer, payer, offer_revision_id, '1.50')
    t.is(code, 0, said)
    const { paid, right, task } = JSON.parse(said)
    const answer = await clients().send(buyer, 'GET', `/entitlements/${right}`, {}, 0)
    t.deepEqual([answer.status, answer.data.payment_reference], [200, paid])
    t.is((await clients().send(buyer, 'GET', `/service-tasks/${task}`, {}, 0)).status, 200)
    t.deepEqual(await transfersOf(chain(), payer.address, payee), { count: 1, atoms: ATOMS })
  },
)

/** The verdict of the Python package's guard on a quote. */
function approvedByPython(told: object): { code: number | null; said: string } {
  const program = `
import json, sys
from colloquy import Spending, SpendingGuard, SpendingRefused
told = json.load(sys.stdin)
guard = SpendingGuard(Spending(**told["allowed"]), save=lambda spent: None)
try:
    print(json.dumps(guard.approve(told["quote"], told["offer"], told["agent_id"])))
except SpendingRefused as refused:
    print(refused.reason)
`
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: python }
  const { status, stdout, stderr } = spawnSync('python3', ['-c', program], {
    env,
    input: JSON.stringify(told),
    encoding: 'utf8',
  })
  return { code: status, said: `${stdout}${stderr}`.trim() }
}

const HAS_PYTHON = spawnSync('python3', ['-c', 'import cryptography']).status === 0

onChain(`the spending guards permit a server's quotes, and refuse what exceeds them${CHAIN.skipNote}`, async t => {
  const { start } = await stage(t)
  await start()
  const [buyer, payer] = [await clients().enroll('buys-guarded'), await chain().wallet(ATOMS)]
  const { seller, payee, offer_revision_id } = await offered()
  const key = await Key.load(pemOf(buyer))
  const client = connect({ baseUrl: asked[0]!.url, agentId: buyer.agent_id, key })
  const offer = await client.getServiceOffer({ offer_revision_id })
  const ask = () => client.quoteServicePurchase({ offer_revision_id, payer_address: payer.address })
  // Waits until the server has called the node.
  const quote = await until(
    () => ask().catch(error => (error instanceof Problem ? undefined : Promise.reject(error))),
    answer => answer !== undefined,
  )
  const allowed = {
    network: `eip155:${CHAIN_ID}`,
    asset: chain().token,
    currency: 'USDC',
    decimals: 6,
    payer_address: payer.address,
    most_each_purchase: '1.5',
    most_each_day: '1.5',
    sellers: { [seller.agent_id]: [payee] },
  }
  const payload = await new SpendingGuard(allowed, { save() {} }).approve(quote!, { agent_id: buyer.agent_id, offer })
  t.deepEqual(payload as object, quote!.signing_payload)
  const few = new SpendingGuard({ ...allowed, most_each_purchase: '1.49' }, { save() {} })
  await t.throwsAsync(few.approve(quote!, { agent_id: buyer.agent_id, offer }), {
    message: /exceeds the limit per purchase/,
  })
  if (HAS_PYTHON) {
    const told = { allowed, quote, offer, agent_id: buyer.agent_id }
    const { code, said } = approvedByPython(told)
    t.is(code, 0, said)
    t.deepEqual(JSON.parse(said), quote!.signing_payload)
    t.is(approvedByPython({ ...told, allowed: { ...allowed, most_each_day: '1' } }).said, 'most-each-day')
  }
  const { TransferWithAuthorization } = payload.types
  const signature = await payer.signTypedData(payload.domain, { TransferWithAuthorization }, payload.message)
  const right = await client.settleServicePurchase({ payment_hash: quote!.payment_hash, signature })
  t.is(right.offer_revision_id, offer_revision_id)
  t.deepEqual(await transfersOf(chain(), payer.address, payee), { count: 1, atoms: ATOMS })
})
