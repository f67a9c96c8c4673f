import type { Declarations } from './allowed/declarations.ts'
import { OTHER_MEDIA } from './allowed/known-names.ts'
import type { Losses } from './allowed/removed-parts.ts'
import type { Declaration } from './allowed/values.ts'
import { SvgFault } from './document.ts'
import { isAbout, selectorKeyOf, selectorKeysOf } from './selector.ts'
import { type Rule, readSheet } from './style-sheet.ts'
import { SHEET, type SourceElement } from './svg-source.ts'

// Steps of matching in one drawing; what lies over it is refused or left as it is, not measured in time yet.
const MOST_WORK = 40_000
const MEDIA = /^\s*(?:(?:all|screen)\s*)?$/i
const TYPE = /^\s*(?:text\/css\s*)?$/i

/** What the style sheets of a drawing set for each element. */
export class Cascade {
  private readonly byKey = new Map<string, Rule[]>()
  private work = 0

  constructor(elements: readonly SourceElement[], declarations: Declarations, losses: Losses) {
    const sheets = elements.filter(({ name }) => name === SHEET)
    const texts = sheets.filter(sheet => appliesHere(sheet) || losses.add('rules', OTHER_MEDIA)).map(textOf)
    // As one, since what follows weighs more.
    if (texts.length === 0) return
    const rules = readSheet(texts.join('\n'), declarations, losses).sort(
      (a, b) => a.selector.specificity - b.selector.specificity || a.order - b.order,
    )
    for (const [rank, rule] of rules.entries()) {
      rule.order = rank
      const key = selectorKeyOf(rule.selector)
      const rules = this.byKey.get(key)
      if (rules) rules.push(rule)
      else this.byKey.set(key, [rule])
    }
  }

  /** What is set for an element, the weightiest last. */
  of(element: SourceElement): { normal: Declaration[]; important: Declaration[] } {
    if (this.byKey.size === 0) return NOTHING
    const lists = selectorKeysOf(element)
      .map(key => this.byKey.get(key) ?? [])
      .filter(list => list.length > 0)
    const rules = lists.flat().filter(rule => isAbout(rule.selector, element, this.ask))
    if (lists.length > 1) rules.sort((a, b) => a.order - b.order)
    this.spend(rules.reduce((sum, { normal, important }) => sum + normal.length + important.length, 0))
    return { normal: rules.flatMap(({ normal }) => normal), important: rules.flatMap(({ important }) => important) }
  }

  private readonly ask = () => this.spend(1)

  private spend(work: number): void {
    this.work += work
    if (this.work > MOST_WORK) throw new SvgFault('too_large', 'has style sheets with too many rules for its elements')
  }
}

const NOTHING = { normal: [], important: [] }

const textOf = ({ children }: SourceElement): string => children.filter(child => typeof child === 'string').join('')

function appliesHere({ attributes }: SourceElement): boolean {
  const of = (name: string) => attributes.find(attribute => attribute.name === name)?.value ?? ''
  return MEDIA.test(of('media')) && TYPE.test(of('type'))
}
