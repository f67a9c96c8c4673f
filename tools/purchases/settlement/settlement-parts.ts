import { NodeError, NodeUnavailable } from '../../../push/json-rpc.ts'
import type { Queryable } from '../../../storage/db/db.ts'
import type { JobContext } from '../../core/jobs/job-runner.ts'
import { type Rail, SignerUnavailable } from '../../core/payment-rail.ts'

/** Dependencies of settlement, in a call of its buyer or in the job. */
export interface SettlementParts
  extends Pick<JobContext, 'transaction' | 'newId' | 'now' | 'monotonic' | 'log' | 'payments'> {
  db: Queryable
  rail: Rail
}

/** Nothing can be done now, and nothing is lost. */
export const isNodeUnavailable = (error: unknown): boolean =>
  error instanceof NodeUnavailable || error instanceof NodeError || error instanceof SignerUnavailable

export const checkAgainAt = ({ now }: Pick<SettlementParts, 'now'>, ms: number): Date => new Date(now.getTime() + ms)
