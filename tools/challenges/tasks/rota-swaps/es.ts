import type { RotaWords } from './words.ts'

export const es: RotaWords = {
  keys: { day: 'dia', early: 'mañana', late: 'tarde' },
  shifts: { early: 'de mañana', late: 'de tarde' },
  scene: [
    'Este es el cuadro de turnos de [un café|una biblioteca] antes de cualquier cambio, por días del mes.',
    'El cuadro de turnos de [un café|una biblioteca] antes de cualquier cambio: quién tiene qué turno cada día del mes.',
    'Figura aquí un cuadro de turnos en su primera forma, con los turnos de mañana y de tarde de cada día del mes.',
  ],
  inTurn: [
    'Después se pidieron cuatro cambios, cada uno sobre el cuadro tal como estaba en ese momento:',
    'Luego vinieron cuatro cambios, uno tras otro, cada uno a partir del cuadro que había entonces:',
  ],
  swap: [
    '{one} cambia su turno del día {oneDay} por el de {other} del día {otherDay}.',
    '{one} y {other} [intercambian|se cambian] sus turnos: {one} da el del día {oneDay} por el que {other} tiene el día {otherDay}.',
    '{one} recibe el turno que {other} tiene el día {otherDay} y {other}, a cambio, el de {one} del día {oneDay}.',
  ],
  cover: [
    '{by} [asume|hace] el turno que {person} tiene el día {day}.',
    'El turno de {person} del día {day} pasa a {by}.',
  ],
  coverByShift: [
    'Quien tenga entonces el turno {shift} del día {byDay} asume el turno que {person} tiene el día {day}.',
    'El turno de {person} del día {day} pasa a quien en ese momento tenga el turno {shift} del día {byDay}.',
  ],
  coverByKeeper: [
    'Quien guarda las llaves asume el turno que {person} tiene el día {day}.',
    'El turno de {person} del día {day} pasa a quien guarda las llaves.',
  ],
  verdicts: {
    refused: [
      '{lead} dio primero por bueno el número {n}, pero luego lo rechazó.',
      'Al número {n}, {lead} dijo primero que sí y después que no.',
    ],
    upheld: [
      '{lead} rechazó primero el número {n}, pero luego lo dio por bueno.',
      'Al número {n}, {lead} dijo primero que no y después que sí.',
    ],
    calledOff: [
      'El número {n} estaba acordado, pero los interesados lo anularon.',
      'Los interesados querían el número {n} tal como está, pero luego ya no.',
    ],
    carried: [
      'El número {n} lo habían anulado los interesados, pero volvieron a acordarlo sin variación.',
      'Los interesados ya no querían el número {n}, pero luego sí, tal como está.',
    ],
  },
  revisions: {
    person: [
      'Alguien sostuvo que en el número {n} debía decir {to} donde dice {from}, y tenía razón.',
      'En el número {n} dice {from} donde debía decir {to}.',
    ],
    unfounded: [
      'Alguien sostuvo que en el número {n} debía decir {to} donde dice {from}, y no tenía razón.',
      'Que en el número {n} dice {from} donde debía decir {to} era solo una conjetura, y no es cierto.',
    ],
    day: [
      'En el número {n}, el turno que cambia de manos es el del día {to}, no el del día {from}.',
      'El turno que se cede en el número {n} era en realidad el del día {to} y no el del día {from}.',
    ],
    order: [
      'En realidad, de los números {n} y {m}, cada uno se pidió en el lugar del otro, aunque aquí conservan su número.',
      'Los números {n} y {m} están en orden equivocado: cada uno se pidió donde figura el otro (conservan su número).',
    ],
    verdict: [
      'Lo que se acaba de decir del número {n} vale en realidad para el número {m}, y no para el {n}.',
      'Donde se acaba de decir número {n}, se quería decir número {m}.',
    ],
  },
  missing: [
    'No se hace un cambio por el que alguien cedería un turno que entonces no tiene.',
    'Si alguien fuera a ceder un turno que entonces no tiene, el cambio queda en nada.',
  ],
  rule: [
    'Un cambio queda en nada, por entero, si tras él alguien que recibiera por él un turno tuviera {state}, aunque ya fuera así antes.',
    'No se hace ningún cambio, ni siquiera en parte, tras el cual alguien que recibiera por él un turno tuviera {state}, aunque ya fuera así antes.',
  ],
  states: {
    bothOfDay: 'los dos turnos de un mismo día',
    lateThenEarly: 'el turno de tarde de un día y el de mañana del siguiente',
    manyShifts: 'en total {least} turnos o más',
    manyLate: '{least} turnos de tarde o más',
    daysInRow: 'turno tres días seguidos',
  },
  except: {
    keeper: [
      'Esta regla no se aplica a quien guarda las llaves.',
      'Quien guarda las llaves sí puede tener eso; los demás, no.',
    ],
    swaps: ['Esta regla no vale donde dos personas se dan un turno la una a la otra.'],
    covers: ['Esta regla vale solo donde dos personas se dan un turno la una a la otra.'],
    twoEarly: [
      'Esta regla no se aplica a quien, hecho el cambio, tuviera al menos dos turnos de mañana.',
      'Quien después del cambio tuviera dos turnos de mañana o más sí puede tener eso; los demás, no.',
    ],
  },
  keeper: ['Las llaves las guarda {keeper}.', 'Es {keeper} quien guarda las llaves.'],
  branch: [
    'En la sucursal, que tiene su propio cuadro, {by} asume el turno que {person} tiene allí el día {day}.',
    'En la sucursal, con otro cuadro, el turno de {person} del día {day} pasa a {by}.',
  ],
  pay: [
    'Un turno de mañana se paga a {early} euros y uno de tarde a {late}; a {paid} se le deben además {n} euros del mes pasado.',
    'Se pagan {early} euros por un turno de mañana, {late} por uno de tarde y a {paid}, una sola vez, otros {n} euros.',
  ],
  facets: {
    table: [
      'el cuadro definitivo, una lista con un objeto por día en orden ascendente: `{first}` el día, `{second}` quién tiene el turno de mañana, `{third}` quién tiene el de tarde',
    ],
    people: [
      'una lista, ordenada por nombre, con un objeto por cada persona que al final tiene algún turno: `{second}` el nombre, `{third}` cuántos turnos',
    ],
    daysOf: ['la lista de los días en que {person} tiene turno al final, en orden ascendente'],
    changedDays: [
      'la lista, en orden ascendente, de los días en que al final al menos un turno no es de quien lo tenía al principio',
    ],
    late: ['la lista de los nombres en los turnos de tarde del cuadro definitivo, del primer día al último'],
    failed: ['la lista, de menor a mayor, de los números de los cambios que quedaron en nada, por lo que fuera'],
    ruled: [
      'la lista, de menor a mayor, de los números de los cambios que solo fallaron por lo que alguien tendría tras ellos',
    ],
    gained: ['la lista, de la A a la Z, de quienes tienen al final más turnos que al principio'],
    noLate: ['la lista, de la A a la Z, de quienes al final tienen algún turno, pero ninguno de tarde'],
    pay: ['la suma en euros que recibe {paid} en total, incluido lo adicional'],
    payWithout: ['la suma en euros que recibiría {paid} en total si nunca se hubiera pedido el número {without}'],
    earned: ['la suma en euros de todos los turnos de quienes tienen al final al menos dos'],
  },
  likePay: ['lo mismo que `{like}`, pero como si nunca se hubiera pedido el número {without}'],
}
