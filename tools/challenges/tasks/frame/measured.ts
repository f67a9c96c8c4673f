import type { Draw } from './draw.ts'
import type { Language } from './family.ts'
import { askedMembers } from './text.ts'

/** A question: a measure of an instance, as all is told, or in another world. */
interface Measured<Measure, World> {
  member: string
  measure: Measure
  world: World
}

const LIKE: Record<Language, (member: string, world: string) => string> = {
  en: (member, world) => `the same as \`${member}\`, but ${world}`,
  de: (member, world) => `dasselbe wie unter \`${member}\`, aber ${world}`,
  es: (member, world) => `lo mismo que en \`${member}\`, pero ${world}`,
  fr: (member, world) => `la même chose que sous \`${member}\`, mais ${world}`,
}

/** Says what each member holds; of a measure that is asked for in two worlds, the second by the first. */
export function tellMeasured<Measure, World extends { kind: string }>(
  draw: Draw,
  language: Language,
  whole: readonly (readonly [string, string])[],
  asked: readonly Measured<Measure, World>[],
  words: { measure(measure: Measure): string; world(world: World): string },
): string {
  const told = asked.map(({ member, measure, world }, at): readonly [string, string] => {
    const like = asked.slice(0, at).find(other => JSON.stringify(other.measure) === JSON.stringify(measure))
    if (like) return [member, LIKE[language](like.member, words.world(world))]
    const what = words.measure(measure)
    return [member, world.kind === 'real' ? what : `${what}, ${words.world(world)}`]
  })
  return askedMembers(draw, language, [...whole, ...told])
}

const ORDINALS: Record<Language, readonly string[]> = {
  en: ['first', 'second', 'third', 'fourth'],
  de: ['erste', 'zweite', 'dritte', 'vierte'],
  es: ['primer', 'segundo', 'tercer', 'cuarto'],
  fr: ['premier', 'deuxième', 'troisième', 'quatrième'],
}

/** Of the first four, as it stands before a masculine noun; in German as after an article in the nominative. */
export const ordinal = (language: Language, at: number): string => ORDINALS[language][at - 1] ?? `${at}.`
