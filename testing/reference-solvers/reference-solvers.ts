import type { About } from '../../tools/challenges/tasks/engine/family.ts'
import type { Json } from '../../tools/challenges/tasks/engine/json.ts'
import { solveAgreements } from './agreements.ts'
import { solveRota } from './rota.ts'
import { solveStatement } from './statement.ts'
import { solveStock } from './stock.ts'
import { solveVotes } from './votes.ts'

/** By the family's name: independent solvers, written from what the plan of a family says and from nothing else of it. */
// biome-ignore lint/suspicious/noExplicitAny: a solver alone knows the plans of its family.
export const REFERENCE_SOLVERS: Readonly<Record<string, (plan: any, about: About) => Json>> = {
  agreements: solveAgreements,
  rota: solveRota,
  statement: solveStatement,
  stock: solveStock,
  votes: solveVotes,
}
