import type { LedgerWords } from './words.ts'

const BARE = (round: number) => `puntos de la ronda ${round}`

export const es: LedgerWords = {
  scene: [
    '{players} jugaron tres rondas, y se llevó una hoja.',
    'Una hoja recoge los puntos de {players} en tres rondas de un juego.',
    '{players} jugaron tres rondas; esta es la hoja con los puntos.',
  ],
  round: [
    'Ronda {round}: {entries}.',
    'Para la ronda {round}, la hoja tiene: {entries}.',
    'De la ronda {round} consta lo siguiente: {entries}.',
  ],
  leaning: ['{player} {more} más que {as}', '{player} tantos como {as} y además otros {more}'],
  sheet: [
    'Las comparaciones se refieren a lo que dice la propia hoja de la misma ronda; quien no aparece en una ronda no tiene puntos en ella.',
    'Cuando la hoja compara, se refiere a su propia cifra de esa ronda. Quien falta en una ronda no tiene nada en ella.',
  ],
  notes: ['Se añadieron cuatro notas.', 'En el reverso hay cuatro notas.'],
  units: {
    at: round => ({ at: `los ${BARE(round)}`, bare: BARE(round) }),
    first: (limit, round) => `los primeros ${limit} ${BARE(round)}`,
    place: round => `en la ronda ${round}`,
    each: 'punto',
    totals: {
      total: 'el total final',
      totals: 'el total final más alto y el más bajo',
      byTotal: 'total final',
      counted: 'puntos en su total final',
    },
    note: {
      added: ['{who} hizo {number} puntos {place} además de los que están en la hoja.'],
      done: ['Una prima de {number} puntos {place} se le prometió a {of}, se puso en duda y al final se concedió.'],
      dropped: ['Una prima de {number} puntos {place} se le prometió a {of}, se confirmó y al final no se concedió.'],
      upheld: [
        '{who} reclamó otros {number} puntos {place}, y la reclamación primero se rechazó y después se admitió.',
      ],
      overturned: [
        '{who} reclamó otros {number} puntos {place}, y la reclamación primero se admitió y después se rechazó.',
      ],
      excess: ['De lo que la hoja anota a {of} {place}, {number} puntos parecían correctos, pero eran un error.'],
      confirmed: ['De lo que la hoja anota a {of} {place}, {number} puntos parecían un error, pero eran correctos.'],
      given: [
        'De lo que la hoja anota a {of} {place}, {number} puntos primero se dejaron como estaban y después se pasaron a {other}.',
      ],
      kept: [
        'De lo que la hoja anota a {of} {place}, {number} puntos primero iban a pasarse a {other} y después se dejaron como estaban.',
      ],
    },
  },
  best: ['el nombre de quien tiene el total final más alto', 'el nombre de la persona que queda primera al final'],
  worst: ['el nombre de quien tiene el total final más bajo', 'el nombre de la persona que queda última al final'],
}
