import { tellAmount, whereFrom } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import type { Language, Told } from '../frame/family.ts'
import { say, sentence, tellNumber } from '../frame/forms.ts'
import { askedMembers, listed, paragraphs } from '../frame/text.ts'
import { toldWithin } from '../frame/told-within.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { Crate, Remark, WeightsPlan } from './plan.ts'
import type { WeightsWords } from './words.ts'

const WORDS = { en, de, es, fr }

export const tellWeights = (plan: WeightsPlan, language: Language, draw: Draw): Told =>
  toldWithin(() => tellOnce(plan, language, draw))

function tellOnce(plan: WeightsPlan, language: Language, draw: Draw): Told {
  const words = WORDS[language]
  const { crates, scales } = plan
  const count = tellNumber(draw, language, crates.length)
  const [one, other] = draw.shuffle(scales)
  const amounts = crates.flatMap(crate => (crate.kind === 'exactly' ? whereFrom(crate.kilograms, language, draw) : []))
  const rule = tellFaults(plan, words, draw)
  const notes = draw.shuffle([...tellExact(plan, words, language, draw), ...tellLabels(plan, words, draw)])
  const remarks = draw.shuffle(plan.remarks).map(remark => tellRemark(remark, plan, words, draw))
  const asked = askedMembers(
    draw,
    language,
    plan.asked.map(({ member, facet }) => [member, say(draw, words.facet[facet.kind], { ...facet, count })] as const),
  )
  const readings = draw.shuffle(crates).map(crate => tellCrate(crate, words, draw))
  const isRuleFirst = draw.isHeads()
  const isRemarkLast = draw.isHeads()
  return {
    prompt: paragraphs(
      [sentence(draw, words.scene, { count, one, other }), ...(isRuleFirst ? rule : [])],
      ...draw.shuffle([tellPlaces(plan, words, language, draw), [...readings, say(draw, words.shown)]]),
      isRuleFirst ? [] : notes,
    ),
    instruction: paragraphs(
      [...(isRemarkLast ? [] : remarks), ...amounts],
      asked,
      draw.shuffle([isRuleFirst ? notes : rule, isRemarkLast ? remarks : []]).flat(),
    ),
  }
}

function tellCrate(crate: Crate, words: WeightsWords, draw: Draw): string {
  const kg = crate.kind === 'exactly' ? tellAmount(crate.kilograms) : undefined
  const { name } = crate
  if (crate.kind === 'exactly') return sentence(draw, words.crate.exactly, { name, kg })
  return sentence(draw, words.crate[crate.kind], { ...crate })
}

function tellPlaces({ crates, scales }: WeightsPlan, words: WeightsWords, language: Language, draw: Draw): string[] {
  const on = (place: string) => crates.filter(({ scale }) => scale === place).map(({ name }) => name)
  const told = draw.shuffle(scales).map(scale => ({ scale, names: listed(draw.shuffle(on(scale)), language) }))
  const [first, second] = told as [(typeof told)[number], (typeof told)[number]]
  if (draw.isHeads()) return told.map(slots => sentence(draw, words.on, slots))
  return [sentence(draw, words.onAndOthers, { ...first, other: second.scale })]
}

function tellFaults({ faults, scales }: WeightsPlan, words: WeightsWords, draw: Draw): string[] {
  const [one, other] = draw.shuffle(faults)
  if (!one) return []
  if (other) {
    const what = say(draw, words.what[one.kind], { by: one.by })
    const otherWhat = say(draw, words.what[other.kind], { by: other.by })
    return [sentence(draw, words.faults, { one: one.scale, what, other: other.scale, otherWhat })]
  }
  const right = scales.find(scale => scale !== one.scale)
  const told = sentence(draw, words.fault[one.kind], { scale: one.scale, by: one.by, right })
  return one.from === undefined ? [told] : [told, sentence(draw, words.from, { from: one.from })]
}

function tellExact({ exact }: WeightsPlan, words: WeightsWords, language: Language, draw: Draw): string[] {
  if (exact.length === 0) return []
  if (exact.length === 1) return [sentence(draw, words.exact, { crate: exact[0] })]
  return [sentence(draw, words.exactBoth, { crates: listed(draw.shuffle(exact), language) })]
}

const tellLabels = ({ labels }: WeightsPlan, words: WeightsWords, draw: Draw): string[] =>
  labels.map(({ crate, kilograms }) => sentence(draw, words.label, { crate, kg: kilograms }))

function tellRemark(remark: Remark, { crates }: WeightsPlan, words: WeightsWords, draw: Draw): string {
  const told = (kind: keyof WeightsWords['remark'], slots = {}) =>
    sentence(draw, words.later, { remark: say(draw, words.remark[kind], { ...remark, ...slots }) })
  if (remark.kind !== 'figure') return told(remark.kind)
  const crate = crates.find(({ name }) => name === remark.crate)!
  const than = 'than' in crate ? crate.than : undefined
  return told(crate.kind === 'rest' ? 'addsUp' : 'differs', { than })
}
