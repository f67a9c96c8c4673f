import { deepEqual, equal } from 'node:assert/strict'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { checksummed, evmKey, personalSign } from '../../clients/evm.ts'
import type { Data } from '../../clients/http.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { wallet } from '../../schemas/wallet.ts'
import { callToolAs, eventsOf, requireToolRefusal } from '../../steps/agent-steps.ts'
import { type BindingStatement, binding, serviceName, statement, whilePaid } from '../../steps/wallet-binding.ts'
import type { World } from '../../world.ts'

const empty = { address: null, chain_family: null, attested_at: null }
const minute = 60_000

export const operatorWallet = defineScenario('wallets where agents can be paid', async context => {
  await checkBinding(context)
  await checkAddresses(context)
  await checkStatements(context)
  await checkTimes(context)
})

const put = (world: World, agent: Identity, payload: Data) => world.call(agent, 'PUT', '/wallet', payload)
const read = async (world: World, agent: Identity) => requireStatus(await world.call(agent, 'GET', '/wallet'), 200).as(wallet)

async function checkBinding({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'an address is bound, remains bound, is replaced by another, and is unbound',
    ['WALLET-10', 'WALLET-13', 'WALLET-25', 'WALLET-30', 'WALLET-31', 'WALLET-32', 'WALLET-33'],
    () =>
      whilePaid(world, async () => {
        const payee = await world.newAgent('payee')
        const [key, other] = [evmKey(), evmKey()]
        const neighbour = await world.agent('neighbour')
        requireStatus(await put(world, neighbour, await binding(world, neighbour, key)), 200)
        deepEqual(await read(world, payee), empty)
        const payload = await binding(world, payee, key)
        const bound = requireStatus(await put(world, payee, payload), 200).as(wallet)
        deepEqual([bound.address, bound.chain_family], [key.address, 'evm'])
        deepEqual(await read(world, payee), bound)
        deepEqual(requireStatus(await put(world, payee, payload), 200).data, bound)
        deepEqual((await callToolAs(world, payee, 'get_wallet')).structuredContent, bound)
        equal(requireStatus(await put(world, payee, await binding(world, payee, other)), 200).data.address, other.address)
        deepEqual(requireStatus(await world.call(payee, 'DELETE', '/wallet'), 200).data, empty)
        deepEqual((await callToolAs(world, payee, 'unbind_wallet')).structuredContent, empty)
        deepEqual(await read(world, payee), empty)
        deepEqual(
          (await eventsOf(world, payee)).filter(({ type }) => type.startsWith('wallet.')).map(({ type, data }) => [type, data]),
          [
            ['wallet.bound', { address: key.address, chain_family: 'evm', replaced_address: null }],
            ['wallet.bound', { address: other.address, chain_family: 'evm', replaced_address: key.address }],
            ['wallet.unbound', { address: other.address, chain_family: 'evm' }],
          ],
        )
        requireProblem(await put(world, payee, payload), 'wallet-statement-expired')
      }),
  )
}

async function checkAddresses({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'an address is accepted in any case, and signed as sent, in EIP-55 or lower case',
    ['WALLET-11', 'WALLET-20', 'WALLET-21'],
    () =>
      whilePaid(world, async () => {
        const payee = await world.newAgent('spells')
        for (const spell of [lower, upper, checksummed]) {
          for (const shown of new Set([spell, checksummed, lower])) {
            const key = evmKey()
            const { issued_at, signature } = await binding(world, payee, key, { address: shown(key.address) })
            const reply = await put(world, payee, { address: spell(key.address), issued_at, signature })
            equal(requireStatus(reply, 200).data.address, key.address)
          }
        }
      }),
  )
  await check('an address that nobody can own is a 422', ['WALLET-11', 'WALLET-12'], () =>
    whilePaid(world, async () => {
      const [payee, key] = [await world.agent('payee'), evmKey()]
      const swapped = key.address.replace(/[a-f]/i, digit => (digit < 'a' ? digit.toLowerCase() : digit.toUpperCase()))
      for (const address of [swapped, key.address.slice(2), `${key.address}0`, `0x${'0'.repeat(40)}`]) {
        requireInvalid(await put(world, payee, await binding(world, payee, key, { address })), '/address')
      }
    }),
  )
}

const lower = (address: string) => address.toLowerCase()
const upper = (address: string) => `0x${address.slice(2).toUpperCase()}`

async function checkStatements({ check, world }: ScenarioContext): Promise<void> {
  await check('a statement with other text, or by another key, is a 422', ['WALLET-22'], () =>
    whilePaid(world, async () => {
      const [payee, key] = [await world.agent('payee'), evmKey()]
      const sound = await binding(world, payee, key)
      const { address, issued_at } = sound as { address: string; issued_at: string }
      const words = { service: await serviceName(world), handle: payee.handle, address, issued_at }
      const others: BindingStatement[] = [
        { ...words, handle: 'another' },
        { ...words, service: 'Another' },
      ]
      const wrong = [
        (await binding(world, payee, evmKey(), { address, issued_at })).signature,
        ...others.map(other => personalSign(key, statement({ ...words, ...other }))),
        personalSign(key, `${statement(words)}\n`),
        personalSign(key, statement(words).replaceAll('\n', '\r\n')),
        personalSign(key, statement({ ...words, issued_at: issued_at.replace(/\.\d+Z$/, 'Z') })),
        String(sound.signature).slice(0, -4),
        '0x',
        'no signature',
      ]
      for (const signature of wrong) {
        requireProblem(await put(world, payee, { ...sound, signature }), 'wallet-signature-invalid')
      }
      requireToolRefusal(await callToolAs(world, payee, 'bind_wallet', { ...sound, signature: '0x' }), 'wallet-signature-invalid')
    }),
  )
}

async function checkTimes({ check, world }: ScenarioContext): Promise<void> {
  await check('a statement is from the last or the next 15 minutes, in UTC', ['WALLET-23', 'WALLET-24'], () =>
    whilePaid(world, async () => {
      const [payee, key] = [await world.newAgent('timely'), evmKey()]
      const at = async (issued_at: string) => put(world, payee, await binding(world, payee, key, { issued_at }))
      for (const ms of [-16 * minute, 16 * minute]) {
        requireProblem(await at(new Date(Date.now() + ms).toISOString()), 'wallet-statement-expired')
      }
      for (const wrong of ['2026-02-30T12:00:00Z', '2026-11-21T14:00:00+02:00', '2026-11-21']) {
        requireInvalid(await at(wrong), '/issued_at')
      }
      for (const ms of [-14 * minute, 14 * minute]) {
        requireStatus(await at(new Date(Date.now() + ms).toISOString()), 200)
      }
    }),
  )
}
