import type { RegroupWords } from './words.ts'

const BARE = { day: 'horas de día', evening: 'horas de noche' }

export const es: RegroupWords = {
  scene: [
    '{count} personas ayudaron en una biblioteca.',
    'Una biblioteca contó este mes con {count} personas voluntarias.',
    'Se trata de {count} personas que ayudan en una biblioteca.',
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
  notes: ['Se le añadieron {count} notas.', 'Debajo hay {count} notas.'],
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
      added: [
        '{who} ayudó {number} horas {place} más de las que dice la lista.',
        'A la lista le faltan {number} horas {place} que hizo {who}.',
      ],
      done: [
        '{who} había ofrecido {number} horas {place} más que las de la lista, primero no tuvo tiempo y después las hizo.',
        '{who} sí hizo {number} horas {place} además de las de la lista, aunque parecía no haber tiempo.',
        'No había tiempo para {number} horas {place} además de las de la lista. Hacerlas, las hizo {who}.',
      ],
      dropped: [
        '{who} había ofrecido {number} horas {place} más que las de la lista, primero tuvo tiempo y después no las hizo.',
        '{who} no hizo {number} horas {place} ofrecidas además de las de la lista, aunque había tiempo.',
        'Había tiempo para {number} horas {place} además de las de la lista. Hacerlas, {who} no las hizo.',
      ],
      upheld: [
        '{who} pidió que se le reconocieran otras {number} horas {place}, lo que primero se denegó y después se concedió.',
        'Se concedió, tras una primera negativa, reconocer a {of} otras {number} horas {place}.',
        'Nadie quería reconocer a {of} otras {number} horas {place}, hasta que cedieron.',
      ],
      overturned: [
        '{who} pidió que se le reconocieran otras {number} horas {place}, lo que primero se concedió y después se denegó.',
        'Se denegó, tras una primera aceptación, reconocer a {of} otras {number} horas {place}.',
        'Todo el mundo quería reconocer a {of} otras {number} horas {place}, hasta que decidieron que no.',
      ],
      excess: [
        'De {at} que la lista atribuye a {of}, resultó que {number} no se hicieron nunca.',
        'La lista atribuye a {of} {number} horas {place} de más, aunque al principio nadie vio nada malo.',
        '{number} de {at} de {of} no deberían estar ahí. Alguien respondió por ellas demasiado pronto.',
      ],
      confirmed: [
        'De {at} que la lista atribuye a {of}, se dijo que {number} no se hicieron nunca, pero sí se hicieron.',
        'La lista no atribuye a {of} horas {place} de más, aunque {number} de ellas parecieron mal al principio.',
        '{number} de {at} de {of} sí deben estar ahí. Alguien las impugnó demasiado pronto.',
      ],
      given: [
        'De {at} que la lista atribuye a {of}, {number} primero se dejaron como estaban y después se pasaron a {other}.',
        '{other} recibe {number} de {at} que la lista atribuye a {of}, aunque al principio iban a quedarse como estaban.',
        'Dejarlo todo como estaba fue la primera idea. Al final {number} de {at} de {of} pasaron a {other}.',
      ],
      kept: [
        'De {at} que la lista atribuye a {of}, {number} primero iban a pasarse a {other} y después se dejaron como estaban.',
        '{other} no recibe ninguna de las {number} que iban a salir de {at} de {of}.',
        'Pasar {number} de {at} de {of} a {other} fue la primera idea. Al final todo se dejó como estaba.',
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
    person: [
      'Para {who}, sin embargo, es al revés: vale el grupo contrario.',
      'Al otro grupo, y no a ese, va sin embargo {who}.',
    ],
    evening: ['Quien tiene más horas de noche que de día, sin contar nada doble, va sin embargo al otro grupo.'],
  },
  order: { fewest: 'por horas computadas, de menos a más', most: 'por horas computadas, de más a menos' },
  group: ['la lista de los nombres del grupo {group}, {order}', 'una lista de todas las personas de {group}, {order}'],
  sameFor: ['lo mismo que en `{member}`, para {group}', 'lo que se pide en `{member}`, pero de {group}'],
}
