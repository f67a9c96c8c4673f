import type { Draw } from './draw.ts'
import type { Language } from './family.ts'

const FORMS: Record<Language, readonly string[]> = {
  en: [
    'Use only the entry given in `input`; nothing else about you is asked.',
    'Only the entry in `input` counts, nothing else about you.',
  ],
  de: [
    'Verwende nur den Eintrag aus `input`; sonst ist nichts über dich gefragt.',
    'Es zählt nur der Eintrag in `input`, sonst nichts über dich.',
  ],
  es: [
    'Usa solo la ficha dada en `input`; no se pregunta nada más sobre ti.',
    'Solo cuenta la ficha que está en `input`, nada más sobre ti.',
  ],
  fr: [
    "Seule compte la fiche donnée dans `input` ; rien d'autre n'est demandé.",
    "Tout se tire de la fiche donnée dans `input`, et d'elle seule.",
  ],
}

/** Says that a task about the asked agent is about nothing but the entry served with it. */
export const onlyTheEntry = (language: Language, draw: Draw): string => draw.pick(FORMS[language])
