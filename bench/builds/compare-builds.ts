import type { Check } from '../outcome.ts'
import { type Contender, type Measured, ratio } from '../rounds.ts'
import { BEFORE, type Build } from './builds.ts'

/** The same contenders for each side; the ones to compare are adjacent. */
export function ofEach<Side extends Pick<Build, 'suffix'>>(
  sides: readonly Side[],
  make: (side: Side) => Contender[],
): Contender[] {
  const made = sides.map(side => make(side).map(one => ({ ...one, label: `${one.label}${side.suffix}` })))
  return (made[0] ?? []).flatMap((_, index) => made.map(contenders => contenders[index]!))
}

/** Without the measurements of the other build: this one's and the references, in order. */
export const ofNow = (measured: readonly Measured[]): Measured[] =>
  measured.filter(({ label }) => !label.endsWith(BEFORE))

/** The ratios of this build to the other one, where both ran. */
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
