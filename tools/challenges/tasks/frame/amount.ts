import type { Draw } from './draw.ts'
import type { Earlier, Json, Language } from './family.ts'

/** The least and the greatest number that an answer may offer to later tasks, and that each family can work with. */
export const REFERABLE = { least: 10, greatest: 500 } as const

/** A number; `from` says of which task's answer (1 is the first) it is to be taken, and under which member it stands there. */
export interface Amount {
  value: number
  from?: { task: number; member: string }
}

/** The name under which texts speak of a number that stands in an earlier answer. */
const SYMBOL = 'N'

/** A number of the last answer that offers any, else one that is drawn. A plan asks for one such amount only. */
export function earlierAmount(draw: Draw, earlier: Earlier, least: number, greatest: number): Amount {
  for (const [index, answer] of [...earlier.answers.entries()].toReversed()) {
    const offered = numbersOf(answer)
    if (offered.length === 0) continue
    const [member, value] = draw.pick(offered)
    return { value, from: { task: index + 1, member } }
  }
  return { value: draw.integer(least, greatest) }
}

/** What an answer offers to later tasks. */
export function numbersOf(answer: Json): [string, number][] {
  if (answer === null || typeof answer !== 'object' || Array.isArray(answer)) return []
  return Object.entries(answer).filter(
    (entry): entry is [string, number] =>
      Number.isInteger(entry[1]) && Number(entry[1]) >= REFERABLE.least && Number(entry[1]) <= REFERABLE.greatest,
  )
}

export const tellAmount = (amount: Amount): string => (amount.from ? SYMBOL : String(amount.value))

const ORDINALS: Record<Language, readonly string[]> = {
  en: ['first', 'second'],
  de: ['ersten', 'zweiten'],
  es: ['primera', 'segunda'],
  fr: ['première', 'deuxième'],
}

/** The sentence that says what the symbol stands for; none where the number itself is told. */
export function whereFrom(amount: Amount, language: Language, draw: Draw): string[] {
  if (!amount.from) return []
  const { member, task } = amount.from
  const place = ORDINALS[language][task - 1]!
  const forms: Record<Language, string[]> = {
    en: [
      `${SYMBOL} stands for the number that is right under \`${member}\` in the ${place} task.`,
      `Here ${SYMBOL} is the right number for \`${member}\` in the ${place} task.`,
      `By ${SYMBOL} is meant the number that the right answer to the ${place} task has under \`${member}\`.`,
    ],
    de: [
      `${SYMBOL} steht für die Zahl, die die richtige Antwort zur ${place} Aufgabe unter \`${member}\` hat.`,
      `Mit ${SYMBOL} ist die Zahl gemeint, die in der ${place} Aufgabe unter \`${member}\` richtig ist.`,
      `${SYMBOL} ist hier die richtige Zahl für \`${member}\` in der ${place} Aufgabe.`,
    ],
    es: [
      `${SYMBOL} es el número que figura como \`${member}\` en la respuesta correcta a la ${place} tarea.`,
      `Con ${SYMBOL} se indica el número que en la ${place} tarea es correcto como \`${member}\`.`,
      `Aquí ${SYMBOL} representa el número correcto de \`${member}\` en la ${place} tarea.`,
    ],
    fr: [
      `${SYMBOL} est le nombre qui figure sous \`${member}\` dans la bonne réponse à la ${place} tâche.`,
      `Par ${SYMBOL}, on entend le nombre qui est juste sous \`${member}\` dans la ${place} tâche.`,
      `Ici, ${SYMBOL} désigne le nombre juste pour \`${member}\` dans la ${place} tâche.`,
    ],
  }
  return [draw.pick(forms[language])]
}
