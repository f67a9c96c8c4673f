import type { Json } from '../frame/family.ts'
import { solveAgreements } from './agreements-in-threads.ts'
import { solveBudgets } from './capped-budgets.ts'
import { solveCustody } from './custody.ts'
import { solveLedger } from './ledger.ts'
import { solveMerge } from './merge.ts'
import { solveRegroup } from './regroup.ts'
import { solveRota } from './rota-swaps.ts'
import { solveRoundTable } from './round-table.ts'
import { solveRoute } from './routes-with-detour.ts'
import { solveSeating } from './seating.ts'
import { solveStatement } from './statement.ts'
import { solveStock } from './stock-counts.ts'
import { solveVotes } from './votes-by-rule.ts'
import { solveWeights } from './weights.ts'

/** By the family's name: solvers by others than who wrote its generator, from `plan.ts` alone. */
// biome-ignore lint/suspicious/noExplicitAny: a solver alone knows the plans of its family.
export const SECOND_SOLVERS: Readonly<Record<string, (plan: any) => Json>> = {
  custody: solveCustody, //
  ledger: solveLedger,
  merge: solveMerge,
  regroup: solveRegroup,
  seating: solveSeating,
  statement: solveStatement,
  weights: solveWeights,
  'agreements-in-threads': solveAgreements,
  'capped-budgets': solveBudgets,
  'rota-swaps': solveRota,
  'round-table': solveRoundTable,
  'routes-with-detour': solveRoute,
  'stock-counts': solveStock,
  'votes-by-rule': solveVotes,
}
