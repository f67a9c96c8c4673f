import type { Crate, WeightsPlan } from './plan.ts'

/** The sentences of one language, each in all its forms. */
export interface WeightsWords {
  scene(one: string, other: string): string[]
  crate(crate: Crate, kilograms: string): string[]
  scales(scale: string, crates: string): string[]
  shown: string[]
  wrong(wrong: string, excess: number, right: string): string[]
  exact(crate: string): string[]
  label(label: WeightsPlan['label']): string[]
  order: { lightest: string[]; heaviest: string[] }
  weight(crate: string): string[]
}
