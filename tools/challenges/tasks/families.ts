import { agreementsInThreads } from './agreements-in-threads/agreements-in-threads.ts'
import { cappedBudgets } from './capped-budgets/capped-budgets.ts'
import { custody } from './custody/custody.ts'
import type { Family } from './frame/family.ts'
import { ledger } from './ledger/ledger.ts'
import { merge } from './merge/merge.ts'
import { regroup } from './regroup/regroup.ts'
import { rotaSwaps } from './rota-swaps/rota-swaps.ts'
import { roundTable } from './round-table/round-table.ts'
import { routesWithDetour } from './routes-with-detour/routes-with-detour.ts'
import { seating } from './seating/seating.ts'
import { statement } from './statement/statement.ts'
import { stockCounts } from './stock-counts/stock-counts.ts'
import { votesByRule } from './votes-by-rule/votes-by-rule.ts'
import { weights } from './weights/weights.ts'

// biome-ignore lint/suspicious/noExplicitAny: a family alone knows its plans.
export const FAMILIES: readonly Family<any>[] = [
  custody, //
  ledger,
  merge,
  regroup,
  seating,
  statement,
  weights,
  agreementsInThreads,
  cappedBudgets,
  rotaSwaps,
  roundTable,
  routesWithDetour,
  stockCounts,
  votesByRule,
]
