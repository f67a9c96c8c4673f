import type { ExecutionContext } from 'ava'
import { Contract, Interface, id } from 'ethers'
import { SQL } from 'sql-template-strings'
import type { Db } from '../../../storage/db/db.ts'
import type { TestChain } from '../../fakes/test-chain.ts'

const TOKEN = new Interface([
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function balanceOf(address) view returns (uint256)',
])

interface Moved {
  hash: string
  from: string
  to: string
  atoms: bigint
}

/** What authorisations moved on the chain, by payer and nonce. */
async function movedOf({ provider, token }: TestChain): Promise<Map<string, Moved>> {
  const logs = await provider.getLogs({ address: token, fromBlock: 0 })
  const moved = new Map<string, Moved>()
  for (const [index, log] of logs.entries()) {
    if (log.topics[0] !== id('AuthorizationUsed(address,bytes32)')) continue
    const { authorizer, nonce } = TOKEN.decodeEventLog('AuthorizationUsed', log.data, log.topics)
    const next = logs[index + 1]!
    const { from, to, value } = TOKEN.decodeEventLog('Transfer', next.data, next.topics)
    moved.set(`${authorizer} ${nonce}`, { hash: log.transactionHash, from, to, atoms: value })
  }
  return moved
}

/** A transfer that is no mint. */
const countTransfers = async ({ provider, token }: TestChain): Promise<number> => {
  const logs = await provider.getLogs({
    address: token,
    fromBlock: 0,
    topics: [id('Transfer(address,address,uint256)')],
  })
  return logs.filter(({ topics }) => BigInt(topics[1]!) !== 0n).length
}

interface Entry {
  payment_hash: string
  status: string
  payer_address: string
  payee_address: string
  nonce: string
  amount_atomic: string
  transaction_hash: string | null
  right_id: string | null
  right_reference: string | null
  is_revoked: boolean
  told: number
}

const listEntries = (db: Db): Promise<Entry[]> =>
  db.many<Entry>(SQL`
    select p.payment_hash, p.status, p.payer_address, p.payee_address, p.nonce, p.amount_atomic::text as amount_atomic,
      p.transaction_hash, e.id as right_id, e.payment_reference as right_reference,
      coalesce(e.revoked_at is not null, false) as is_revoked,
      (select count(distinct t.event_id)::int from (select recipient, type, event_id, body from inbox
        union all select recipient, type, event_id, body from outbox) t
        where t.recipient = p.buyer_agent_id and t.type = 'service.purchase.settled'
          and t.body #>> '{data,payment_hash}' = p.payment_hash) as told
    from service_purchase p left join entitlement e on e.id = p.entitlement_id order by p.id`)

/** Holds the database against the chain, to the atom: each transfer has one right, each right that lives one transfer. */
export async function balanceBooks(
  t: ExecutionContext,
  { chain, db, had }: { chain: TestChain; db: Db; had: ReadonlyMap<string, bigint> },
) {
  const [moved, entries] = [await movedOf(chain), await listEntries(db)]
  const sums = new Map(had)
  const add = (address: string, atoms: bigint) => sums.set(address, (sums.get(address) ?? 0n) + atoms)
  for (const entry of entries) {
    const paid = moved.get(`${entry.payer_address} ${entry.nonce}`)
    const { payer_address: from, payee_address: to, amount_atomic, status, payment_hash } = entry
    t.is(status === 'settled', paid !== undefined, `${payment_hash} is ${status}, paid by ${paid?.hash}`)
    if (!paid) {
      t.true(entry.right_id === null || entry.is_revoked, `${payment_hash} has a right and no transfer`)
      continue
    }
    t.deepEqual(paid, { hash: entry.transaction_hash!, from, to, atoms: BigInt(amount_atomic) })
    t.deepEqual([entry.right_reference, entry.is_revoked], [paid.hash, false], payment_hash)
    t.is(entry.told, 1, `${payment_hash}: told ${entry.told} times`)
    add(from, -paid.atoms)
    add(to, paid.atoms)
  }
  const settled = entries.filter(({ status }) => status === 'settled')
  t.is(new Set(settled.map(({ right_id }) => right_id)).size, settled.length)
  t.is(moved.size, settled.length, 'an authorisation was used that no purchase tells of')
  t.is(await countTransfers(chain), settled.length, 'a transfer that no purchase tells of')
  await requireNoOtherRights(t, db, settled.length)
  const token = new Contract(chain.token, TOKEN, chain.provider)
  for (const [address, atoms] of sums) t.is(await token.getFunction('balanceOf')(address), atoms, address)
  return { settled: settled.length, unsettled: entries.length - settled.length, atoms: atomsOf(settled) }
}

async function requireNoOtherRights(t: ExecutionContext, db: Db, settled: number): Promise<void> {
  const { rights } = await db.one<{ rights: number }>(SQL`
    select count(*)::int as rights from entitlement where order_id is not null and revoked_at is null`)
  t.is(rights, settled, 'a right that no purchase tells of')
}

const atomsOf = (entries: readonly Entry[]): bigint =>
  entries.reduce((sum, { amount_atomic }) => sum + BigInt(amount_atomic), 0n)
