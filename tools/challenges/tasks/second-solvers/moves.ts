/** Something that happens to two persons; `number` is that under which texts speak of it. */
export interface Step<Kind> {
  number: number
  kind: Kind
  one: string
  other: string
}

type StepRevision =
  | { kind: 'instead'; at: number; wrong: string; right: string }
  | { kind: 'roles' | 'struck' | 'kept' | 'again'; at: number }
  | { kind: 'order'; first: number; second: number }

/** The steps as they are to be read, in their order; an exchange at the end where there is one. */
export function stepsAsRead<Kind>(steps: Step<Kind>[], revision: StepRevision): Step<Kind | 'exchange'>[] {
  if (revision.kind === 'order') {
    const [first, second] = [revision.first - 1, revision.second - 1]
    return steps.with(first, steps[second]!).with(second, steps[first]!)
  }
  const step = steps[revision.at - 1]!
  const replaced = (...by: Step<Kind>[]) => steps.toSpliced(revision.at - 1, 1, ...by)
  if (revision.kind === 'struck') return replaced()
  if (revision.kind === 'roles') return replaced({ ...step, one: step.other, other: step.one })
  if (revision.kind === 'again') return [...steps, { ...step, number: steps.length + 1, kind: 'exchange' }]
  if (revision.kind !== 'instead') return steps
  const { wrong, right } = revision
  if (step.one !== wrong && step.other !== wrong) throw new Error(`${wrong} has no part in ${revision.at}`)
  const named = (name: string) => (name === wrong ? right : name)
  return replaced({ ...step, one: named(step.one), other: named(step.other) })
}
