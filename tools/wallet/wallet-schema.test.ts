import test from 'ava'
import { type HDNodeWallet, Wallet } from 'ethers'
import { createFakeRail, enablePayments, RAIL } from '../../testing/fakes/fake-rail.ts'
import { slugOf, TEST_NOW, type ToolOutcome, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import type { Tool } from '../core/define-tool.ts'
import { MINUTE, SECOND } from '../core/durations.ts'
import { bindWallet } from './bind-wallet.ts'
import { getWallet } from './get-wallet.ts'
import { unbindWallet } from './unbind-wallet.ts'

const payments = createFakeRail()
const world = useTestWorld(test, { payments })

test.before(() => enablePayments(world()))

const EMPTY = { address: null, chain_family: null, attested_at: null }
const KEY = new Wallet(`0x${'1'.repeat(64)}`)
const at = (ms = 0) => new Date(TEST_NOW + ms).toISOString()

const text = (handle: string, address: string, issued_at: string) =>
  `Colloquy wallet binding\nagent: @${handle}\naddress: ${address}\nissued_at: ${issued_at}`

interface Signed {
  address?: string
  issued_at?: string
  key?: Wallet | HDNodeWallet
  /** The notation that is signed. */
  shown?: string
}

async function signed({ handle }: AgentActor, { key = KEY, issued_at = at(), ...given }: Signed = {}) {
  const { address = key.address, shown = address } = given
  return { address, issued_at, signature: await key.signMessage(text(handle, shown, issued_at)) }
}

const bind = async (agent: AgentActor, given: Signed & { signature?: string } = {}): Promise<ToolOutcome> =>
  world().call(bindWallet, agent, {
    ...(await signed(agent, given)),
    ...(given.signature && { signature: given.signature }),
  })
const get = (agent: AgentActor) => world().call(getWallet, agent)
const unbind = (agent: AgentActor) => world().call(unbindWallet, agent)

const CALLS: readonly [Tool, object][] = [
  [getWallet, {}],
  [bindWallet, { address: KEY.address, issued_at: at(), signature: `0x${'b'.repeat(130)}` }],
  [bindWallet, {}],
  [bindWallet, { address: 7, unknown: '\0' }],
  [unbindWallet, {}],
]

test.serial('a wallet is bound, read and unbound, and changes are notified', async t => {
  const ann = await world().agent('ann')
  t.deepEqual(await get(ann), EMPTY)
  const bound = await bind(ann)
  t.deepEqual(bound, { address: KEY.address, chain_family: 'evm', attested_at: at() })
  t.deepEqual(await get(ann), bound)
  t.deepEqual(await unbind(ann), EMPTY)
  t.deepEqual(await unbind(ann), EMPTY)
  t.deepEqual(await get(ann), EMPTY)
  const events = await world().eventsFor(ann)
  const expected = { address: KEY.address, chain_family: 'evm' }
  t.deepEqual(
    events.map(({ type, body }) => [type, body.data]),
    [
      ['wallet.bound', { ...expected, replaced_address: null }],
      ['wallet.unbound', expected],
    ],
  )
})

test.serial('binding it again changes nothing, and another address replaces it', async t => {
  const bob = await world().agent('bob')
  const first = await bind(bob)
  t.deepEqual(await bind(bob, { issued_at: at(MINUTE) }), first)
  const key = new Wallet(`0x${'2'.repeat(64)}`)
  t.is((await bind(bob, { key })).address, key.address)
  const events = await world().eventsFor(bob)
  t.deepEqual(
    events.map(({ body }) => (body.data as ToolOutcome).replaced_address),
    [null, KEY.address],
  )
})

test.serial('several agents may share an address, in any case, signed in any of its notations', async t => {
  const lower = KEY.address.toLowerCase()
  const upper = `0x${KEY.address.slice(2).toUpperCase()}`
  const spellings: [string, string][] = [
    [lower, lower],
    [lower, KEY.address],
    [upper, upper],
    [upper, lower],
    [KEY.address, lower],
  ]
  for (const [index, [address, shown]] of spellings.entries()) {
    const agent = await world().agent(`spells-${index}`)
    t.is((await bind(agent, { address, shown })).address, KEY.address, address)
  }
})

test.serial('an address that cannot be paid is refused', async t => {
  const carl = await world().agent('carl')
  const wrongCase = KEY.address.replace(/[a-f]/, digit => digit.toUpperCase())
  t.not(wrongCase, KEY.address)
  const wrong = [
    wrongCase,
    KEY.address.slice(2),
    `${KEY.address}0`,
    `0X${KEY.address.slice(2)}`,
    ` ${KEY.address}`,
    `0x${'0'.repeat(40)}`,
    RAIL.asset,
    RAIL.asset.toLowerCase(),
    RAIL.relayer,
    'XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS',
  ]
  for (const address of wrong) {
    const { slug, members } = await world().refusal(bind(carl, { address }))
    t.deepEqual([slug, members.errors?.[0]?.pointer], ['validation-error', '/address'], address)
  }
  t.deepEqual(await get(carl), EMPTY)
})

test.serial('a statement that the key did not sign as sent is refused', async t => {
  const dora = await world().agent('dora')
  const sound = (await signed(dora)).signature
  const other = new Wallet(`0x${'3'.repeat(64)}`)
  const [ofOther, ofBob] = [await signed(dora, { key: other }), await signed({ ...dora, handle: 'bob' })]
  const n = BigInt('0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141')
  const highS = (n - BigInt(`0x${sound.slice(66, 130)}`)).toString(16).padStart(64, '0')
  const wrong = [
    ofOther.signature,
    ofBob.signature,
    `${sound.slice(0, 66)}${highS}${sound.slice(130)}`,
    sound.slice(0, -4),
    `${sound}00`,
    sound.slice(2),
    '0x',
    `${sound.slice(0, -2)}1d`,
    'no signature',
    '0xzz',
    await KEY.signMessage(`${text('dora', KEY.address, at())}\n`),
    await KEY.signMessage(text('dora', KEY.address, at()).replaceAll('\n', '\r\n')),
    await KEY.signMessage(text('dora', KEY.address, at().replace('.000Z', 'Z'))),
    await KEY.signMessage(text('dora', KEY.address, at()).replace('Colloquy', 'Elsewhere')),
  ]
  for (const signature of wrong) t.is(await slugOf(bind(dora, { signature })), 'wallet-signature-invalid', signature)
})

test.serial('a statement is from the last or the next 15 minutes, with a valid UTC date', async t => {
  const eve = await world().agent('eve')
  for (const ms of [-15 * MINUTE - 1, 15 * MINUTE + 1]) {
    t.is(await slugOf(bind(eve, { issued_at: at(ms) })), 'wallet-statement-expired', String(ms))
  }
  const wrong = ['2026-02-30T12:00:00Z', '2026-11-21T12:00:00', '2026-11-21T14:00:00+02:00', '2026-11-21', '1795262400']
  for (const issued_at of [...wrong, '2026-11-21t12:00:00z', '2026-11-21T24:00:00Z']) {
    t.is(await slugOf(bind(eve, { issued_at })), 'validation-error', issued_at)
  }
  for (const issued_at of [
    '2026-11-21T12:00:00Z',
    '2026-11-21T12:00:00.123456789Z',
    at(-15 * MINUTE),
    at(15 * MINUTE),
  ]) {
    t.is((await bind(eve, { issued_at })).address, KEY.address, issued_at)
  }
})

test.serial('a statement from before an unbinding is no longer valid', async t => {
  const fay = await world().agent('fay')
  const before = await signed(fay)
  await world().call(bindWallet, fay, before)
  await unbind(fay)
  t.is(await slugOf(world().call(bindWallet, fay, before)), 'wallet-statement-expired')
  const after = await signed(fay, { issued_at: at(SECOND) })
  t.is((await world().call(bindWallet, fay, after)).address, KEY.address)
})

test.serial(
  'while payments are off, the whole feature is closed whatever the input is, on both transports',
  async t => {
    const gus = await world().agent('gus')
    const refuses = async (slug: string) => {
      for (const transport of ['rest', 'mcp'] as const) {
        for (const [tool, input] of CALLS)
          t.is(await slugOf(world().call(tool, gus, input, transport)), slug, tool.name)
      }
    }
    t.teardown(() => payments.stand(RAIL))
    payments.stand('off')
    await refuses('wallet-unavailable')
    payments.stand('away')
    await refuses('rail-unavailable')
    const { status, members } = await world().refusal(get(gus))
    t.deepEqual([status, members], [503, { party: 'rail', retryable: true, retry_after_seconds: 30 }])
    await enablePayments(world(), false)
    await refuses('wallet-unavailable')
    payments.stand(RAIL)
    await refuses('wallet-unavailable')
    await enablePayments(world())
  },
)
