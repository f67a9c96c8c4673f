import type { OtherPoints, StatementPlan } from './plan.ts'

/** The sentences of one language, each in all its forms. */
export interface StatementWords {
  scene: string[]
  base(base: string, each: number): string[]
  few(few: number, bonus: number): string[]
  other(other: OtherPoints): string[]
  badge(holder: string, points: number): string[]
  shown(whenEven: string, whenOdd: string): string[]
  name: string
  handle: string
  points: string[]
  topics(cut: StatementPlan['cut'], at: StatementPlan['at'], topic: string): string[]
  beside: Record<StatementPlan['asks'], string[]>
}
