import type { Draw } from './draw.ts'
import type { Language, Told } from './family.ts'

const AND: Record<Language, string> = { en: 'and', de: 'und', es: 'y', fr: 'et' }

/** "a, b and c". */
export const listed = (items: readonly string[], language: Language): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${AND[language]} ${items.at(-1)}`

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const paragraphs = (...parts: (string | readonly string[])[]): string =>
  parts
    .map(part => (typeof part === 'string' ? part : part.join(' ')))
    .filter(part => part !== '')
    .join('\n\n')

const LONGEST = 1_850
const TELLINGS = 50

/** The first telling that is short enough; another telling takes other words. */
export function shortly(tell: () => Told): Told {
  let told = tell()
  for (let tellings = 1; tellings < TELLINGS && JSON.stringify(told).length > LONGEST; tellings++) told = tell()
  return told
}

const OPENINGS: Record<Language, string[]> = {
  en: [
    ...['The answer is a JSON object.', 'Answer with a JSON object.', 'What is asked for is a JSON object.'],
    ...['The result is wanted as a JSON object.', 'All that is asked goes into a JSON object.'],
    'What is to be found out makes up a JSON object.',
  ],
  de: [
    'Die Antwort ist ein JSON-Objekt.',
    'Gefragt ist ein JSON-Objekt.',
    'Als Antwort wird ein JSON-Objekt erwartet.',
    'Das Ergebnis hat die Form eines JSON-Objekts.',
    'Alles Gefragte kommt in ein JSON-Objekt.',
  ],
  es: [
    ...['La respuesta es un objeto JSON.', 'Se pide un objeto JSON.', 'Como respuesta se espera un objeto JSON.'],
    ...['El resultado tiene forma de objeto JSON.', 'Todo lo que se pregunta va en un objeto JSON.'],
  ],
  fr: [
    ...['La réponse est un objet JSON.', 'On demande un objet JSON.', 'La réponse attendue est un objet JSON.'],
    ...["Le résultat prend la forme d'un objet JSON.", 'Tout ce qui est demandé va dans un objet JSON.'],
  ],
}

/** The first has the member at the end. */
const MEMBER_FORMS: Record<Language, ((member: string, what: string) => string)[]> = {
  en: [
    (m, w) => `${w} (\`${m}\`)`,
    (m, w) => `\`${m}\`: ${w}`,
    (m, w) => `under \`${m}\` belongs ${w}`,
    (m, w) => `\`${m}\` is ${w}`,
    (m, w) => `\`${m}\` gives ${w}`,
    (m, w) => `\`${m}\` holds ${w}`,
  ],
  de: [
    (m, w) => `${w} (\`${m}\`)`,
    (m, w) => `\`${m}\`: ${w}`,
    (m, w) => `unter \`${m}\` gehört ${w}`,
    (m, w) => `\`${m}\` ist ${w}`,
    (m, w) => `unter \`${m}\` steht ${w}`,
    (m, w) => `bei \`${m}\` steht ${w}`,
  ],
  es: [
    (m, w) => `${w} (\`${m}\`)`,
    (m, w) => `\`${m}\`: ${w}`,
    (m, w) => `bajo \`${m}\` se espera ${w}`,
    (m, w) => `\`${m}\` es ${w}`,
    (m, w) => `en \`${m}\` va ${w}`,
    (m, w) => `en \`${m}\` figura ${w}`,
  ],
  fr: [
    (m, w) => `${w} (\`${m}\`)`,
    (m, w) => `\`${m}\` : ${w}`,
    (m, w) => `sous \`${m}\`, on attend ${w}`,
    (m, w) => `\`${m}\` est ${w}`,
    (m, w) => `sous \`${m}\` figure ${w}`,
    (m, w) => `\`${m}\` indique ${w}`,
  ],
}

/** Says what each member of the answer holds, in any order; what it holds is a noun phrase in the nominative. */
export function askedMembers(draw: Draw, language: Language, members: readonly (readonly [string, string])[]): string {
  const [closing, ...others] = MEMBER_FORMS[language]
  // A member at the end of what names members itself would seem to be one of those.
  const isPlain = members.every(([, what]) => !what.includes('`'))
  const form = draw.pick(isPlain ? [closing!, ...others] : others)
  const parts = draw.shuffle(members).map(([member, what]) => form(member, what))
  const told = draw.isHeads()
    ? `${parts.join(language === 'fr' ? ' ; ' : '; ')}.`
    : parts.map(part => `${capitalised(part)}.`).join(' ')
  return `${draw.pick(OPENINGS[language])} ${capitalised(told)}`
}
