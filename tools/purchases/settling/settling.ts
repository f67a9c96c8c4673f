import { NodeAway, NodeRefusal } from '../../../push/json-rpc.ts'
import type { Queryable } from '../../../storage/db/db.ts'
import type { JobContext } from '../../kernel/jobs.ts'
import { type Rail, SignerAway } from '../../kernel/payments.ts'

/** What it takes to bring a purchase on, in a call of its buyer or in the job. */
export interface Settling extends Pick<JobContext, 'transaction' | 'newId' | 'now' | 'monotonic' | 'log' | 'payments'> {
  db: Queryable
  rail: Rail
}

/** Nothing can be done at present, and nothing is known to be lost. */
export const isAway = (error: unknown): boolean =>
  error instanceof NodeAway || error instanceof NodeRefusal || error instanceof SignerAway

export const later = ({ now }: Pick<Settling, 'now'>, ms: number): Date => new Date(now.getTime() + ms)
