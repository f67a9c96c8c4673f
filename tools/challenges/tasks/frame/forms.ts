import type { Draw } from './draw.ts'
import type { Language } from './family.ts'
import { askedMembers, capitalised } from './text.ts'

/** Ways of saying one thing. `[this|that]` stands for either of them, `{name}` for what fills the place of that name. */
export type Forms = readonly string[]
export type Slots = Record<string, string | number | undefined>

export function say(draw: Draw, forms: Forms, slots: Slots = {}): string {
  const form = draw.pick(forms).replace(/\[([^\]]*)\]/g, (_, either: string) => draw.pick(either.split('|')))
  return form.replace(/\{(\w+)\}/g, (_, slot: string) => String(slots[slot]))
}

export const sentence = (draw: Draw, forms: Forms, slots?: Slots) => capitalised(say(draw, forms, slots))

/** What is asked of an instance, and the member of the answer under which it is to stand. */
export interface Asked<Facet> {
  member: string
  facet: Facet
}

/** Says what each member of the answer holds. */
export function tellAsked<Facet extends string>(
  draw: Draw,
  language: Language,
  asked: readonly Asked<Facet>[],
  forms: Record<Facet, Forms>,
  slots?: Slots,
): string {
  return askedMembers(
    draw,
    language,
    asked.map(({ member, facet }) => [member, say(draw, forms[facet], slots)] as const),
  )
}

const SMALL: Record<Language, string> = {
  en: 'two three four five six seven eight nine ten eleven twelve',
  de: 'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
  es: 'dos tres cuatro cinco seis siete ocho nueve diez once doce',
  fr: 'deux trois quatre cinq six sept huit neuf dix onze douze',
}

/** A number from 2 on in figures, a small one sometimes in letters. */
export function tellNumber(draw: Draw, language: Language, number: number): string {
  const word = SMALL[language].split(' ')[number - 2]
  return word !== undefined && draw.isHeads() ? word : String(number)
}
