import type { Draw } from '../../engine/draw.ts'
import { renamed } from './rota-outcome.ts'
import type { Change, Cover, Day, Revision, Verdict } from './rota-plan.ts'

interface Drawn {
  /** The intended changes in the order of execution. */
  meant: Change[]
  verdicts: Verdict[]
  people: string[]
  rota: Day[]
}

/** Two swaps and two covers, one of them by whoever has a certain shift. */
export function drawChanges(draw: Draw, rota: Day[], people: string[]): Change[] {
  const isOne = draw.isHeads()
  return draw.shuffle([
    drawSwap(draw, rota),
    draw.isHeads() ? drawSwap(draw, rota) : drawCover(draw, rota, people),
    isOne ? drawCover(draw, rota, people) : drawSwap(draw, rota),
    { ...drawCover(draw, rota, people), by: { shift: draw.pick(['early', 'late']), day: draw.pick(rota).day } },
  ])
}

function drawSwap(draw: Draw, rota: Day[]): Change {
  const [one, other] = draw.sample(rota, 2) as [Day, Day]
  const holder = draw.pick([one.early, one.late])
  const partner = draw.pick([other.early, other.late].filter(name => name !== holder))
  return { kind: 'swap', one: holder, oneDay: one.day, other: partner, otherDay: other.day }
}

function drawCover(draw: Draw, rota: Day[], people: string[]): Cover {
  const { day, early, late } = draw.pick(rota)
  const person = draw.pick([early, late])
  return { kind: 'cover', person, day, by: { name: draw.pick(people.filter(name => name !== person)) } }
}

const namesOf = (change: Change) => {
  if (change.kind === 'swap') return [change.one, change.other]
  return 'name' in change.by ? [change.person, change.by.name] : [change.person]
}

/** The changes as listed, with the remarks that turn them into the intended ones. */
export function drawRevision(draw: Draw, drawn: Drawn): { changes: Change[]; revision: Revision } {
  const { meant, verdicts, people, rota } = drawn
  const kind = draw.pick(['person', 'unfounded', 'day', 'order', 'verdict'] as const)
  const at = draw.pick([...meant.keys()].filter(index => kind !== 'day' || meant[index]!.kind === 'cover'))
  const change = meant[at]!
  const number = at + 1
  const own = draw.pick(namesOf(change))
  const stranger = draw.pick(people.filter(name => !namesOf(change).includes(name)))
  switch (kind) {
    case 'person':
      return {
        changes: meant.with(at, renamed(change, own, stranger)),
        revision: { kind, change: number, from: stranger, to: own },
      }
    case 'unfounded':
      return { changes: meant, revision: { kind, change: number, from: own, to: stranger } }
    case 'day': {
      const { day } = change as Cover
      const from = draw.pick(rota.filter(other => other.day !== day)).day
      return {
        changes: meant.with(at, { ...(change as Cover), day: from }),
        revision: { kind, change: number, from, to: day },
      }
    }
    case 'order': {
      const other = draw.pick([...meant.keys()].filter(index => index !== at))
      return {
        changes: meant.with(at, meant[other]!).with(other, change),
        revision: { kind, change: Math.min(at, other) + 1, other: Math.max(at, other) + 1 },
      }
    }
    case 'verdict': {
      const announced = verdicts.map(verdict => verdict.change)
      const other = draw.pick([...meant.keys()].map(index => index + 1).filter(index => !announced.includes(index)))
      return { changes: meant, revision: { kind, change: draw.pick(announced), other } }
    }
  }
}
