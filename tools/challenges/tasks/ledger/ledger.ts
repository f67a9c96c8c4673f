import type { Family } from '../frame/family.ts'
import { objectOf } from '../frame/schema.ts'
import { schemaOf } from '../frame/tally-schema.ts'
import { ledgerAnswer } from './answer.ts'
import { drawLedger } from './draw-plan.ts'
import type { LedgerPlan } from './plan.ts'
import { tellLedger } from './tell.ts'

export const ledger: Family<LedgerPlan> = {
  name: 'ledger',
  type: 'structured_reasoning',
  plan: drawLedger,
  answer: ledgerAnswer,
  tell: tellLedger,
  schema: ({ asked }) => objectOf(schemaOf(asked)),
}
