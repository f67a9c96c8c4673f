import type { About } from '../../tools/challenges/tasks/engine/family.ts'
import type { Json } from '../../tools/challenges/tasks/engine/json.ts'
import { solveAgreements } from './agreements.ts'
import { solveRota } from './rota.ts'
import { solveStatement } from './statement.ts'
import { solveStock } from './stock.ts'
import { solveVotes } from './votes.ts'

/** Independent solvers by family, written only from the description of the family's plans. */
// biome-ignore lint/suspicious/noExplicitAny: only a solver knows the type of its family's plans.
export const REFERENCE_SOLVERS: Readonly<Record<string, (plan: any, about: About) => Json>> = {
  agreements: solveAgreements,
  rota: solveRota,
  statement: solveStatement,
  stock: solveStock,
  votes: solveVotes,
}
