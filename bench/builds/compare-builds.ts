import type { Check } from '../outcome.ts'
import { type Contender, type Measured, ratio } from '../rounds.ts'
import { BEFORE, type Build } from './builds.ts'

/** The same contenders of each side; those that are compared stand next to each other. */
export function ofEach<Side extends Pick<Build, 'suffix'>>(
  sides: readonly Side[],
  make: (side: Side) => Contender[],
): Contender[] {
  const made = sides.map(side => make(side).map(one => ({ ...one, label: `${one.label}${side.suffix}` })))
  return (made[0] ?? []).flatMap((_, index) => made.map(contenders => contenders[index]!))
}

/** Without those of the build before: this one's and the references, in their order. */
export const ofNow = (measured: readonly Measured[]): Measured[] =>
  measured.filter(({ label }) => !label.endsWith(BEFORE))

/** What this build is of the one before, where both played. */
export function judgeComparison(measured: readonly Measured[]): Check[] {
  return measured.flatMap((one): Check[] => {
    const before = measured.find(({ label }) => label === `${one.label}${BEFORE}`)
    if (!before) return []
    const cpu = ratio(one, before, 'nodeUs')
    return [
      { what: `${one.label}, ratio to before`, value: ratio(one, before), unit: '%', must: 0.95 },
      { what: `${one.label}, CPU ratio to before`, value: cpu, unit: '%', isLessBetter: true, must: 1.05 },
    ]
  })
}
