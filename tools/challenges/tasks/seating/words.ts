import type { Clue } from './plan.ts'

/** The sentences of one language, each in all its forms. */
export interface SeatingWords {
  scene(people: string): string[]
  clue(clue: Clue): string[]
  exchange(one: string, other: string): string[]
  before(name: string, seat: number): string[]
  price(price: string, step: number): string[]
  off(off: number): string[]
  order: { fromLeft: string[]; fromRight: string[] }
  pays(name: string): string[]
}
