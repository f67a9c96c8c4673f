import { z } from 'zod'
import { lockWallet, updateWallet } from '../../storage/wallet/wallet-rows.ts'
import type { AgentActor, Context, TransactionScope } from '../core/context.ts'
import { defineTool } from '../core/define-tool.ts'
import { MINUTE } from '../core/durations.ts'
import { Problem } from '../core/problems/problem.ts'
import {
  presentWallet,
  railProblems,
  readFromChain,
  requireRail,
  walletSchema,
  withoutPayments,
} from './wallet-schema.ts'

const FRESH_MS = 15 * MINUTE

/** Of 4,096 bytes in hex, for contract wallets. */
const SIGNATURE_CHARACTERS = 2 + 2 * 4_096

/** UTC, as in the statement: with upper-case `T` and `Z`, and a valid date. */
const issuedAt = z.iso
  .datetime({ error: 'must be RFC 3339 in UTC, such as 2026-11-25T10:00:00Z' })
  .max(32)
  .describe('as signed, within 15 minutes')

export const bindWallet = defineTool({
  name: 'bind_wallet',
  description: 'Bind the address that receives your payments.',
  scope: 'profile:write',
  effect: 'write',
  idempotent: true,
  limit: 'wallet_changes',
  input: z.object({
    address: z.string().min(1).max(128).describe('0x and 40 hex digits'),
    issued_at: issuedAt,
    signature: z
      .string()
      .min(1)
      .max(SIGNATURE_CHARACTERS)
      .describe('EIP-191 personal_sign by its key, or of a contract'),
  }),
  example: { input: { signature: '0x5f8a…1b' } },
  output: walletSchema,
  closed: withoutPayments,
  problems: [...railProblems, 'wallet-signature-invalid', 'wallet-statement-expired'],
  async handler({ address: sent, issued_at, signature }, context) {
    // Loaded lazily, since servers without payments do not need the chain module.
    const [{ requireOwnAddress }, { isAcceptedBy, isSignedBy }] = await Promise.all([
      import('./wallet-address.ts'),
      import('./wallet-statement.ts'),
    ])
    const { actor, installation, now, payments } = context
    const address = requireOwnAddress(sent, 'address', requireRail(context))
    if (Math.abs(Date.parse(issued_at) - now.getTime()) > FRESH_MS) throw expired('within 15 minutes of now')
    const statement = { service: installation.name, handle: actor.handle, address: sent, issued_at }
    const isSigned =
      isSignedBy(address, statement, signature) ||
      (await readFromChain(() => isAcceptedBy(payments.rpc, address, statement, signature)))
    if (!isSigned) {
      throw new Problem(
        'wallet-signature-invalid',
        'This statement was not signed by the key of this address, nor accepted by a contract there.',
      )
    }
    return await context.transaction(scope => bind(scope, context, { address, issued_at }))
  },
})

const expired = (when: string) =>
  new Problem('wallet-statement-expired', `The statement must have been issued ${when}. Sign a new one.`)

/** Binding the same address again changes nothing (WALLET-30). */
async function bind(
  { db, emit }: Pick<TransactionScope, 'db' | 'emit'>,
  { actor: { agent_id }, now }: { actor: AgentActor } & Pick<Context, 'now'>,
  { address, issued_at }: { address: string; issued_at: string },
) {
  const bound = await lockWallet(db, agent_id)
  if (bound.unbound_at !== null && Date.parse(issued_at) <= Date.parse(bound.unbound_at)) {
    throw expired('after the wallet was unbound')
  }
  if (bound.address === address) return presentWallet(bound)
  await updateWallet(db, agent_id, { address, attested_at: now })
  emit(agent_id, 'wallet.bound', {
    actor: { kind: 'platform' },
    subject: {},
    excerpt: '',
    data: { address, chain_family: 'evm', replaced_address: bound.address },
  })
  return presentWallet({ address, attested_at: now.toISOString() })
}
