import { type CustodyWords, drawTime, hour, past } from './words.ts'

const clock = (minute: number) => `las ${hour(minute)}:${past(minute)}`

export const es: CustodyWords = {
  scene: [
    '{people} se van pasando paquetes precintados.',
    'En una oficina trabajan {people}, y por ella circulan {count} paquetes precintados.',
    'En manos de {people} van cambiando {count} paquetes precintados.',
    'Alguien anotó cómo {count} paquetes precintados iban y venían entre {people}.',
  ],
  start: [
    'Por la mañana, {holder} tiene {parcel}, con {sheets} hojas dentro.',
    '{holder} empieza el día con {parcel}; dentro hay {sheets} hojas.',
    'Al principio, el paquete {parcel} ({sheets} hojas) lo tiene {holder}.',
    'Hay {sheets} hojas en {parcel}, que {holder} trae por la mañana.',
    '{sheets} hojas contiene {parcel}, y quien lo tiene al empezar el día es {holder}.',
  ],
  clock,
  at: (minute, draw) =>
    drawTime(draw, minute, {
      plain: at => `a ${clock(at)}`,
      quarters: ['a las {hour} en punto', 'a las {hour} y cuarto', 'a las {hour} y media', 'a las {next} menos cuarto'],
      hours: 'siete ocho nueve diez once doce',
      before: (by, at) => `${by} minutos antes de ${clock(at)}`,
    }),
  event: {
    offered: [
      '{at} se ofreció {parcel}, suelto, a {to}.',
      'El paquete {parcel}, suelto, se ofreció a {to} {at}.',
      'A {to} le ofrecieron {at} un paquete suelto: {parcel}.',
      'Quien tenía {parcel} se presentó {at} ante {to} solo con ese paquete, para ofrecerlo.',
      'Hubo {at} una oferta para {to}. Era {parcel}, suelto.',
      'Se hizo {at} una oferta de {parcel}, y de nada más, a {to}.',
    ],
    resumed: [
      'Ofrecer {parcel}, suelto, a {to} {at} fue algo que primero se canceló y después se hizo a esa hora.',
      '{parcel} se ofreció, suelto, a {to} {at}, aunque antes se había cancelado.',
      'Ya estaba cancelado, y sin embargo a {to} le ofrecieron {parcel}, suelto, {at}.',
      'La idea de ofrecer {parcel}, suelto, a {to} {at} se había abandonado. Se retomó y se llevó a cabo entonces.',
      'Descartada por un tiempo, la oferta de {parcel}, suelto, a {to} se hizo de todos modos {at}.',
    ],
    dropped: [
      'Ofrecer {parcel}, suelto, a {to} {at} fue algo que primero se acordó y después no se hizo.',
      '{parcel} no se ofreció, suelto, a {to} {at}, aunque antes se había acordado.',
      'Ya estaba acordado, y sin embargo a {to} no le ofrecieron {parcel}, suelto, {at}.',
      'La idea de ofrecer {parcel}, suelto, a {to} {at} se había abandonado y se retomó. Nunca se llevó a cabo.',
      'Decidida por un tiempo, la oferta de {parcel}, suelto, a {to} {at} no llegó a hacerse.',
    ],
    elsewhen: [
      '{parcel} se ofreció, suelto, a {to} {at}, aunque eso fue el día anterior.',
      'El día anterior a este, {at}, se ofreció {parcel}, suelto, a {to}.',
      'Que {parcel} se ofreciera, suelto, a {to} {at} es cosa del día anterior.',
    ],
    left: [
      '{at}, la persona que tenía {parcel} se lo dejó sin más a {to}, sin preguntar.',
      'Nadie preguntó a {to} cuando {at} le dejaron {parcel} para que se lo quedara.',
      'Sin que mediara oferta, {parcel} pasó {at} a {to} para quedarse ahí.',
    ],
    toHolder: [
      '{at} se ofreció {parcel}, suelto, a la persona que tenía {of}.',
      'A quien tenía {of} {at} le ofrecieron entonces {parcel}, suelto.',
      'Una oferta de {parcel}, suelto, se hizo {at} a la persona que tenía {of}.',
    ],
    back: [
      '{at}, {parcel} volvió a quien lo había tenido antes que la persona que lo tenía entonces; si no había nadie, se quedó.',
      'Quien tenía {parcel} {at} lo devolvió a la persona de la que le había venido ese día, si es que venía de alguien.',
    ],
    all: [
      '{at}, la persona que tenía {parcel} entregó a {to} todo lo que tenía.',
      '{to} recibió {at} todo lo que estaba en manos de la persona que tenía {parcel}.',
      'Quien tenía {parcel} {at} no se quedó con nada: todo, incluido ese paquete, fue a {to}.',
      'Todos los paquetes de una persona pasaron {at} a {to}. Era la persona que tenía {parcel}.',
    ],
    swap: [
      '{one} y {other} decidieron primero no intercambiar {at} todo lo que tenían, y después lo hicieron.',
      '{at}, {one} y {other} intercambiaron todo lo que tenían.',
      'Todo lo que tenía {one} pasó {at} a {other}, y todo lo que tenía {other}, a {one}.',
      'Un intercambio de todo entre {one} y {other} tuvo lugar {at}, aunque se había descartado.',
      '{one} recibió {at} todo lo que tenía {other}. A la inversa fue igual.',
    ],
    unswapped: [
      '{one} y {other} decidieron primero intercambiar {at} todo lo que tenían, y después no lo hicieron.',
      'Un intercambio de todo entre {one} y {other} no tuvo lugar {at}, aunque se había decidido.',
      'Todo lo que tenía {one} iba a pasar {at} a {other}, y a la inversa. Cada cual se quedó con lo suyo.',
      'En nada quedó el intercambio de todo que {one} y {other} se habían prometido para realizarlo {at}.',
    ],
  },
  notInOrder: [
    'Las notas de ese día no siguen el orden de las horas:',
    'Lo anotado ese día no se cuenta aquí por orden.',
    'Las notas del día están desordenadas.',
  ],
  who: { only: ['{persons}'], allBut: ['cualquiera menos a {persons}', 'cualquiera salvo a {persons}'] },
  whoBoth: ['{one} o a {other}'],
  parcels: count => (count === 1 ? 'un paquete' : `${count} paquetes`),
  refused: {
    always: [
      'Se rechaza todo paquete que se ofrezca suelto a {who}.',
      'Lo que se ofrece suelto a {who} se rechaza.',
      'El rechazo es seguro cuando un paquete se ofrece suelto a {who}.',
    ],
    holding: [
      'Un paquete que se ofrezca suelto a {who} se rechaza si quien lo recibiría ya tiene {parcels} o más.',
      'Si se ofrece un paquete suelto a {who}, depende de lo que tenga esa persona en ese momento: con {parcels} o más, se rechaza.',
    ],
    heavy: [
      'Un paquete que se ofrezca suelto a {who} se rechaza si contiene más de {sheets} hojas.',
      'Más de {sheets} hojas en un paquete son motivo de rechazo si se ofrece suelto a {who}.',
    ],
    light: [
      'Un paquete que se ofrezca suelto a {who} se rechaza si contiene menos de {sheets} hojas.',
      'Menos de {sheets} hojas en un paquete son motivo de rechazo si se ofrece suelto a {who}.',
    ],
    until: [
      'Un paquete que se ofrezca suelto a {who} se rechaza si eso ocurre antes de {time}.',
      'Solo a partir de {time} deja de rechazarse lo que se ofrece suelto a {who}.',
    ],
    since: [
      'Un paquete que se ofrezca suelto a {who} se rechaza si eso ocurre a {time} o más tarde.',
      'Solo antes de {time} no se rechaza lo que se ofrece suelto a {who}.',
    ],
    giver: [
      'Un paquete que se ofrezca suelto a {who} se rechaza si es {giver} quien lo tiene y lo ofrece.',
      'Lo que {giver} tiene y ofrece suelto a {who} se rechaza.',
    ],
  },
  accepted: [
    'La excepción es {parcel}, que nadie rechaza nunca.',
    '{parcel}, sin embargo, se acepta siempre.',
    'Esto no vale para {parcel}: ese no lo rechaza nadie.',
    'Solo de {parcel} no es cierto nunca. Se acepta en todo caso.',
  ],
  acceptedBoth: ['Las excepciones son {parcels}, que nadie rechaza nunca.', 'Siempre se aceptan, eso sí, {parcels}.'],
  rest: [
    'No se rechaza nada más. Lo rechazado se queda donde está. Lo que iría a la persona que ya lo tiene se queda ahí, y no cuenta ni como rechazado ni como entregado.',
    'Todo lo demás se acepta. Un paquete rechazado se queda donde estaba. El que iría a quien ya lo tiene también se queda, y eso no es ni rechazo ni cambio de manos.',
  ],
  remark: ['Más tarde alguien observó:', 'Una observación posterior dice:', 'Se observó después:'],
  note: {
    byTime: ['la nota de {time}'],
    byNames: ['la nota en la que salen {a} y {b}', 'la nota sobre {a} y {b}'],
  },
  revision: {
    to: [
      'donde {note} habla de {from}, fue en realidad {to}.',
      'en {note}, {from} figura por error en lugar de {to}.',
      'de {to} debería hablar {note}, en lugar de {from}.',
      '{from} no tuvo que ver con lo que dice {note}: fue {to}.',
      'quien escribió {note} tomó a {to} por {from}.',
    ],
    affirmed: [
      'donde {note} habla de {from}, hubo quien pensó en {to}, pero no fue así.',
      '{note} acierta al hablar de {from} y no de {to}.',
      '{to} no tuvo que ver con lo que dice {note}, se diga lo que se diga: fue {from}.',
      'nadie tomó a {to} por {from} en {note}, aunque algunos lo afirmaran.',
    ],
    parcel: [
      'donde {note} habla de {wrong}, era en realidad {right}.',
      'el paquete de {note} era {right}; {wrong} es un error.',
      'de {right} debería hablar {note}, en lugar de {wrong}.',
    ],
    minute: [
      'lo que dice {note} corresponde en realidad a {minute}.',
      'la hora de {note} debería ser {minute}.',
      'a {minute}, y no a la hora indicada, corresponde aquello de lo que habla {note}.',
    ],
    times: [
      'las horas de {note} y de {other} están cambiadas: cada una es la de la otra.',
      'lo que dice {note} se hizo a la hora de {other}, y a la inversa.',
    ],
    struck: [
      '{note} se confirmó primero y después resultó inventada: nada de eso tuvo lugar.',
      'nada de lo que dice {note} tuvo lugar, aunque se había confirmado.',
      '{note} es inventada. Que alguien respondiera por ella no sirve de nada.',
    ],
    upheld: [
      '{note} pareció primero inventada y después se confirmó: todo es como dice.',
      'todo es como dice {note}, aunque se había tenido por inventada.',
      '{note} vale. Que alguien la llamara inventada no le quita nada.',
    ],
    revived: [
      'lo que según {note} no se hizo, en realidad se hizo a esa hora.',
      '{note} se equivoca en que quedara en nada: se hizo entonces, como estaba previsto.',
    ],
  },
  facet: {
    holder: [
      'el nombre de la persona que tiene {parcel} al final',
      'el nombre de quien acaba teniendo {parcel}',
      'el nombre de la última persona del día que tiene {parcel}',
    ],
    ifTaken: ['el nombre de la persona que tendría {parcel} al final si no se hubiera rechazado nada'],
    unrevised: ['el nombre de la persona que tendría {parcel} al final sin lo observado más tarde'],
    holderAt: ['el nombre de la persona que tiene {parcel} a {time}'],
    without: ['el nombre de la persona que tendría {parcel} al final si lo que dice {note} no hubiera tenido lugar'],
    before: ['el nombre de la persona que tuvo {parcel} justo antes que la que lo tiene al final'],
    firstTo: ['el nombre de la primera persona a la que pasó {parcel} ese día desde donde estaba por la mañana'],
    owners: ['el número de personas distintas que tuvieron {parcel} a lo largo del día, contando a la primera'],
    sheets: [
      'el número de hojas que suman todos los paquetes que {person} tiene al final',
      'el total de hojas de los paquetes que acaban en manos de {person}',
      'la suma de las hojas de lo que {person} tiene cuando todo ha terminado',
    ],
    sheetsIfTaken: ['el número de hojas que {person} tendría al final si no se hubiera rechazado nada'],
    difference: ['la diferencia, como número positivo, entre las hojas que {one} y {other} tienen al final'],
    most: ['el nombre de la persona que más hojas tiene al final'],
    fewest: ['el nombre de la persona que menos hojas tiene al final, entre quienes tienen alguna'],
    parcels: ['la lista, quizá vacía y en cualquier orden, de los paquetes que {person} tiene al final'],
    home: [
      'la lista, quizá vacía y en cualquier orden, de los paquetes que al final están donde estaban por la mañana',
    ],
    settled: ['la lista, quizá vacía y en cualquier orden, de los paquetes que nunca pasaron de una persona a otra'],
    spurned: ['la lista, quizá vacía y en cualquier orden, de los paquetes que se rechazaron al menos una vez'],
    refused: ['el número de veces que ese día se rechazó un paquete'],
    moves: ['el número de veces que {parcel} pasó de una persona a otra'],
    allMoves: ['el número de veces que los paquetes pasaron de una persona a otra, contado por cada paquete y sumado'],
    empty: ['el número de personas que no tienen ningún paquete al final'],
    laden: ['el número de personas que tienen dos paquetes o más al final'],
  },
  like: ['lo mismo que en `{member}`, pero de {parcel}', 'lo que se pide en `{member}`, referido en cambio a {parcel}'],
}
