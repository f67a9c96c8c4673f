import type { RegroupWords } from './words.ts'

const BARE = { day: 'horas de día', evening: 'horas de noche' }

export const es: RegroupWords = {
  scene: [
    'Seis personas ayudaron en una biblioteca.',
    'Una biblioteca contó este mes con seis personas voluntarias.',
    'Se trata de seis personas que ayudan en una biblioteca.',
  ],
  list: {
    dayFirst: [
      'Una lista da sus horas, de día y de noche, en ese orden:',
      'De cada cual, la lista da las horas de día y después las de noche:',
    ],
    eveningFirst: [
      'Una lista da sus horas, de noche y de día, en ese orden:',
      'De cada cual, la lista da las horas de noche y después las de día:',
    ],
  },
  one: ['{name} {one} y {other}', '{name} {one}, {other}'],
  notes: ['Se le añadieron cuatro notas.', 'Debajo hay cuatro notas.'],
  units: {
    at: shift => ({ at: `las ${BARE[shift]}`, bare: BARE[shift] }),
    first: (limit, shift) => `las primeras ${limit} ${BARE[shift]}`,
    place: shift => (shift === 'day' ? 'de día' : 'de noche'),
    each: 'hora',
    totals: {
      total: 'el número de horas computadas',
      totals: 'el mayor y el menor número de horas computadas',
      byTotal: 'horas computadas',
      counted: 'horas computadas',
    },
    note: {
      added: ['{who} ayudó {number} horas {place} más de las que dice la lista.'],
      done: [
        '{who} había ofrecido {number} horas {place} más que las de la lista, primero no tuvo tiempo y después las hizo.',
      ],
      dropped: [
        '{who} había ofrecido {number} horas {place} más que las de la lista, primero tuvo tiempo y después no las hizo.',
      ],
      upheld: [
        '{who} pidió que se le reconocieran otras {number} horas {place}, lo que primero se denegó y después se concedió.',
      ],
      overturned: [
        '{who} pidió que se le reconocieran otras {number} horas {place}, lo que primero se concedió y después se denegó.',
      ],
      excess: ['De {at} que la lista atribuye a {of}, resultó que {number} no se hicieron nunca.'],
      confirmed: [
        'De {at} que la lista atribuye a {of}, se dijo que {number} no se hicieron nunca, pero sí se hicieron.',
      ],
      given: [
        'De {at} que la lista atribuye a {of}, {number} primero se dejaron como estaban y después se pasaron a {other}.',
      ],
      kept: [
        'De {at} que la lista atribuye a {of}, {number} primero iban a pasarse a {other} y después se dejaron como estaban.',
      ],
    },
  },
  split: {
    atLeast: [
      'Quien tiene {number} horas computadas o más es del grupo {upper}; el resto, de {lower}.',
      '{lower} es el grupo de quienes tienen menos de {number} horas computadas; {upper}, el de los demás.',
    ],
    top: [
      'Las {number} personas con más horas computadas son del grupo {upper}; las demás, de {lower}.',
      '{lower} es el grupo de todas las personas menos las {number} con más horas computadas, que son de {upper}.',
    ],
    above: [
      'Quien tiene más horas computadas que {who} es del grupo {upper}; todas las demás personas, de {lower}.',
      '{upper} es el grupo de quienes tienen más horas computadas que {who}; todas las demás personas son de {lower}.',
    ],
  },
  moved: {
    persons: [
      '{one} y {other}, sin embargo, van cada cual al otro grupo.',
      'Con {one} y {other} es al revés: cada cual va al grupo contrario.',
    ],
    evening: ['Quien tiene más horas de noche que de día, sin contar nada doble, va sin embargo al otro grupo.'],
  },
  order: { fewest: 'por horas computadas, de menos a más', most: 'por horas computadas, de más a menos' },
  group: ['la lista de los nombres del grupo {group}, {order}', 'una lista de todas las personas de {group}, {order}'],
  sameFor: ['lo mismo que en `{member}`, para {group}', 'lo que se pide en `{member}`, pero de {group}'],
}
