import type { Draw } from '../../engine/draw.ts'
import type { Family } from '../../engine/family.ts'
import type { Outline, Phrase } from '../../engine/render.ts'
import wording from '../../wording/rota.json' with { type: 'json' }
import { drawRota, isSoundRota } from './draw-rota.ts'
import type { Change, RotaPlan } from './rota-plan.ts'
import { solveRota } from './solve-rota.ts'

export const rota: Family<RotaPlan> = {
  name: 'rota',
  type: 'transformation',
  wording,
  amounts: [21, 90],
  draw: drawRota,
  isSound: isSoundRota,
  solve: solveRota,
  outline: outlineRota,
}

function outlineRota(plan: RotaPlan, amount: string | number, draw: Draw): Outline {
  const changes = plan.changes.map((change, at): Phrase => {
    return { say: 'change', with: { number: String(at + 1), change: changePhrase(plan, change, at + 1) } }
  })
  return {
    input: plan.rota.map(day => ({ ...day })),
    opening: [{ say: 'scene' }],
    body: [[{ say: 'inTurn' }, ...changes], remarks(plan, draw)],
    notes: [
      rulePhrase(plan),
      { say: 'missing' },
      { say: 'keeper', with: { keeper: plan.keeper } },
      { say: 'pay', with: { ...figures(plan.pay), paid: plan.paid, n: amount } },
    ],
    asked: askedPhrases(plan),
  }
}

/** Days and numbers of changes are always written in digits. */
const figures = (slots: object): Record<string, string> =>
  Object.fromEntries(Object.entries(slots).map(([name, value]) => [name, String(value)]))

function changePhrase({ keeper, revision }: RotaPlan, change: Change, number: number): Phrase {
  if (change.kind === 'swap') return { say: 'swap', with: figures(change) }
  const { person, day, by } = change
  if ('shift' in by) return { say: 'coverByShift', with: figures({ person, day, shift: by.shift, byDay: by.day }) }
  const isNamed = by.name !== keeper || (revision.change === number && 'from' in revision)
  return { say: isNamed ? 'cover' : 'coverByKeeper', with: figures({ person, day, by: by.name }) }
}

/** Remarks about the changes: verdicts, corrections, and unrelated events. */
function remarks({ verdicts, revision, lead, branch }: RotaPlan, draw: Draw): Phrase[] {
  const said = verdicts.map(
    ({ change, kind }): Phrase => ({ say: `verdicts.${kind}`, with: { n: String(change), lead } }),
  )
  const { kind, change: n, ...rest } = revision
  const correction: Phrase = {
    say: `revisions.${kind}`,
    with: figures({ n, ...rest, ...('other' in revision ? { m: revision.other } : {}) }),
  }
  const elsewhere: Phrase = { say: 'branch', with: figures(branch) }
  return kind === 'verdict' || draw.isHeads() ? [elsewhere, ...said, correction] : [correction, ...said, elsewhere]
}

function rulePhrase({ rule }: RotaPlan): Phrase {
  const least = rule.most === undefined ? undefined : rule.most + 1
  const state: Phrase = { say: `states.${rule.state}`, with: { least } }
  if (rule.except === 'none') return { say: 'rule.noException', with: { state } }
  return { say: 'rule.withException', with: { state, except: { say: `except.${rule.except}` } } }
}

/** The definition of the pay covers `payWithout` if both are requested. */
function askedPhrases({ asked, inner: [first, second, third], person, paid, without }: RotaPlan): Outline['asked'] {
  const like = asked.find(({ facet }) => facet === 'pay')?.member
  const slots = {
    first,
    second,
    third,
    person,
    paid,
    like,
    without: without === undefined ? undefined : String(without),
  }
  return asked.map(({ member, facet }) => {
    const key = facet === 'payWithout' && like !== undefined ? 'payWithoutLike' : facet
    return { member, what: { say: `facets.${key}`, with: slots } }
  })
}
