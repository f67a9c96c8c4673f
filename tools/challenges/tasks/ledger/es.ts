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
  notes: ['Se añadieron {count} notas.', 'En el reverso hay {count} notas.'],
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
      added: [
        '{who} hizo {number} puntos {place} además de los que están en la hoja.',
        'A la hoja le faltan {number} puntos que {who} hizo {place}.',
      ],
      done: [
        'Una prima de {number} puntos {place} se le prometió a {of}, se puso en duda y al final se concedió.',
        'A {of} sí se le concedió una prima de {number} puntos {place}, aunque se había puesto en duda.',
        'Hubo dudas sobre una prima de {number} puntos {place} para {of}. Concederse, se concedió.',
        'Cancelada por un tiempo, una prima de {number} puntos {place} llegó de todos modos a {of}.',
      ],
      dropped: [
        'Una prima de {number} puntos {place} se le prometió a {of}, se confirmó y al final no se concedió.',
        'A {of} no se le concedió una prima de {number} puntos {place}, aunque se había confirmado.',
        'No hubo dudas sobre una prima de {number} puntos {place} para {of}. Concederse, no se concedió.',
        'Prometida en firme por un tiempo, una prima de {number} puntos {place} nunca llegó a {of}.',
      ],
      upheld: [
        '{who} reclamó otros {number} puntos {place}, y la reclamación primero se rechazó y después se admitió.',
        'Se admitió, tras un primer rechazo, que {who} reclamara otros {number} puntos {place}, y los obtuvo.',
        'Nadie quería saber nada de otros {number} puntos {place} para {of}, hasta que se los reconocieron.',
      ],
      overturned: [
        '{who} reclamó otros {number} puntos {place}, y la reclamación primero se admitió y después se rechazó.',
        'Se rechazó, tras una primera aceptación, que {who} reclamara otros {number} puntos {place}, y no los obtuvo.',
        'Todo el mundo quería dar otros {number} puntos {place} a {of}, hasta que se los negaron.',
      ],
      excess: [
        'De lo que la hoja anota a {of} {place}, {number} puntos parecían correctos, pero eran un error.',
        'La hoja anota {number} puntos de más a {of} {place}, aunque al principio nadie vio nada malo.',
        '{number} de los puntos de {of} {place} no deberían estar ahí. Alguien respondió por ellos demasiado pronto.',
      ],
      confirmed: [
        'De lo que la hoja anota a {of} {place}, {number} puntos parecían un error, pero eran correctos.',
        'La hoja no anota a {of} {place} puntos de más, aunque {number} de ellos parecieron mal al principio.',
        '{number} de los puntos de {of} {place} sí deben estar ahí. Alguien los impugnó demasiado pronto.',
      ],
      given: [
        'De lo que la hoja anota a {of} {place}, {number} puntos primero se dejaron como estaban y después se pasaron a {other}.',
        '{other} recibió {number} de los puntos que la hoja anota a {of} {place}, aunque al principio iban a quedarse como estaban.',
        'Dejarlo todo {place} como estaba fue la primera idea. Al final {number} puntos pasaron de {of} a {other}.',
      ],
      kept: [
        'De lo que la hoja anota a {of} {place}, {number} puntos primero iban a pasarse a {other} y después se dejaron como estaban.',
        '{other} no recibió ninguno de los {number} puntos que {place} iban a salir de los de {of}.',
        'Pasar {number} puntos {place} de {of} a {other} fue la primera idea. Al final todo se dejó como estaba.',
      ],
    },
  },
}
