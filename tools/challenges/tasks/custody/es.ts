import { type CustodyWords, hour, past } from './words.ts'

export const es: CustodyWords = {
  scene: [
    '{people} se van pasando paquetes precintados.',
    'En una oficina trabajan {people}, y por ella circulan cuatro paquetes precintados.',
    'Cuatro paquetes precintados cambian de manos entre {people}.',
  ],
  start: [
    'Por la mañana, {holder} tiene {parcel}, con {sheets} hojas dentro.',
    '{holder} empieza el día con {parcel}; dentro hay {sheets} hojas.',
    'Al principio, el paquete {parcel} ({sheets} hojas) lo tiene {holder}.',
  ],
  clock: minute => `las ${hour(minute)}:${past(minute)}`,
  event: {
    offered: [
      'A {time} se ofreció {parcel}, suelto, a {to}.',
      'El paquete {parcel}, suelto, se ofreció a {to} a {time}.',
    ],
    resumed: [
      'Ofrecer {parcel}, suelto, a {to} a {time} fue algo que primero se canceló y después se hizo a esa hora.',
    ],
    dropped: ['Ofrecer {parcel}, suelto, a {to} a {time} fue algo que primero se acordó y después no se hizo.'],
    elsewhen: ['{parcel} se ofreció, suelto, a {to} a {time}, aunque eso fue el día anterior.'],
    all: [
      'A {time}, la persona que tenía {parcel} entregó a {to} todo lo que tenía.',
      '{to} recibió a {time} todo lo que estaba en manos de la persona que tenía {parcel}.',
    ],
    swap: [
      '{one} y {other} decidieron primero no intercambiar a {time} todo lo que tenían, y después lo hicieron.',
      'A {time}, {one} y {other} intercambiaron todo lo que tenían.',
    ],
    unswapped: [
      '{one} y {other} decidieron primero intercambiar a {time} todo lo que tenían, y después no lo hicieron.',
    ],
  },
  notInOrder: [
    'Las notas de ese día no siguen el orden de las horas:',
    'Lo anotado ese día no se cuenta aquí por orden.',
  ],
  who: { only: person => person, allBut: person => `cualquiera menos a ${person}` },
  parcels: count => (count === 1 ? 'un paquete' : `${count} paquetes`),
  refused: {
    always: ['Se rechaza todo paquete que se ofrezca suelto a {who}.', 'Lo que se ofrece suelto a {who} se rechaza.'],
    holding: ['Un paquete que se ofrezca suelto a {who} se rechaza si quien lo recibiría ya tiene {parcels} o más.'],
    heavy: ['Un paquete que se ofrezca suelto a {who} se rechaza si contiene más de {sheets} hojas.'],
    until: ['Un paquete que se ofrezca suelto a {who} se rechaza si eso ocurre antes de {time}.'],
  },
  accepted: ['La excepción es {parcel}, que nadie rechaza nunca.', '{parcel}, sin embargo, se acepta siempre.'],
  rest: [
    'No se rechaza nada más, tampoco los intercambios ni las entregas de todo. Lo rechazado se queda donde está. Lo que iría a la persona que ya lo tiene se queda ahí, y no cuenta ni como rechazado ni como entregado.',
  ],
  remark: ['Más tarde alguien observó:', 'Una observación posterior dice:'],
  revision: {
    to: [
      'donde la nota de {time} habla de {from}, fue en realidad {to}.',
      'en la nota de {time}, {from} figura por error en lugar de {to}.',
    ],
    affirmed: [
      'donde la nota de {time} habla de {from}, hubo quien pensó en {to}, pero no fue así.',
      'la nota de {time} acierta al nombrar a {from} y no a {to}.',
    ],
    minute: [
      'lo anotado para {time} corresponde en realidad a {minute}.',
      'la hora de la nota de {time} debería ser {minute}.',
    ],
    struck: ['la nota de {time} se confirmó primero y después resultó inventada: nada de eso tuvo lugar.'],
    upheld: ['la nota de {time} pareció primero inventada y después se confirmó: todo es como dice.'],
  },
  facet: {
    holder: ['el nombre de la persona que tiene {parcel} al final', 'el nombre de quien acaba teniendo {parcel}'],
    ifTaken: ['el nombre de la persona que tendría {parcel} al final si no se hubiera rechazado nada'],
    unrevised: ['el nombre de la persona que tendría {parcel} al final sin la observación posterior'],
    holderAt: ['el nombre de la persona que tiene {parcel} a {time}'],
    sheets: [
      'el número de hojas que suman todos los paquetes que {person} tiene al final',
      'el total de hojas de los paquetes que acaban en manos de {person}',
    ],
    most: ['el nombre de la persona que más hojas tiene al final'],
    parcels: ['la lista de los paquetes que {person} tiene al final, en cualquier orden'],
    refused: ['el número de veces que ese día se rechazó un paquete'],
    moves: ['el número de veces que {parcel} pasó de una persona a otra'],
    empty: ['el número de personas que no tienen ningún paquete al final'],
  },
  like: ['lo mismo que en `{member}`, pero de {parcel}', 'lo que se pide en `{member}`, referido en cambio a {parcel}'],
}
