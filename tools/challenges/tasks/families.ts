import type { Family } from './engine/family.ts'
import { agreements } from './families/agreements/agreements.ts'
import { rota } from './families/rota/rota.ts'
import { statement } from './families/statement/statement.ts'
import { stock } from './families/stock/stock.ts'
import { votes } from './families/votes/votes.ts'

// biome-ignore lint/suspicious/noExplicitAny: a family alone knows its plans.
export const FAMILIES: readonly Family<any>[] = [votes, stock, agreements, rota, statement]
