import type { SeatingWords } from './words.ts'

const SEATS = ['ningún asiento', 'un asiento', 'dos asientos', 'tres asientos', 'cuatro asientos']

export const es: SeatingWords = {
  scene: [
    '{people} ocupan una fila de {count} asientos, numerados del 1 al {last} de izquierda a derecha.',
    'En una fila, {count} asientos llevan los números 1 (extremo izquierdo) a {last} (extremo derecho). Los ocupan {people}, una persona en cada uno.',
    'Una fila tiene los asientos 1 a {last}, contados desde la izquierda, y en ella se sientan {people}, una persona por asiento.',
  ],
  sceneEmpty: [
    '{people} se sientan en una fila de {count} asientos, numerados del 1 al {last} de izquierda a derecha; un asiento está vacío.',
    'En una fila, {count} asientos llevan los números 1 (extremo izquierdo) a {last} (extremo derecho). En ellos se sientan {people}, cada persona en uno, y sobra un asiento.',
    'Una fila tiene los asientos 1 a {last}, contados desde la izquierda. Todos menos uno están ocupados, por {people}.',
  ],
  clue: {
    left: [
      '{one} está más a la izquierda que {other}.',
      'El asiento de {other} tiene un número más alto que el de {one}.',
      'A la derecha de {one}, al lado o más lejos, se sienta {other}.',
      'Quien va de izquierda a derecha llega a {one} antes que a {other}.',
      'De {other} y {one}, es la segunda persona la que tiene el número de asiento más bajo.',
      'Para {other}, cerca o lejos, {one} queda a la izquierda.',
    ],
    next: [
      'Justo al lado de {one}, a un lado o al otro, está {other}.',
      'No hay ningún asiento entre {one} y {other}.',
      'Los números de asiento de {one} y {other} se diferencian en uno.',
      '{one} y {other} ocupan asientos contiguos.',
    ],
    apart: [
      '{one} y {other} no ocupan asientos contiguos.',
      'Entre {one} y {other} hay al menos un asiento.',
      '{other} no está justo al lado de {one}.',
      'Los números de asiento de {one} y {other} se diferencian en más de uno.',
    ],
    gap: [
      'Entre los asientos de {one} y {other} se cuentan exactamente {seats}, ocupados o no.',
      'Quien va de {one} a {other} pasa por exactamente {seats}.',
      'Los números de asiento de {one} y {other} se diferencian en {difference}.',
      'Desde {one} hay que dar {difference} pasos, asiento a asiento, para llegar a {other}.',
    ],
    end: [
      '{one} ocupa un extremo de la fila.',
      'A un lado de {one} ya no hay más asientos.',
      'Uno de los dos asientos de los extremos es el de {one}.',
    ],
    inner: [
      '{one} no ocupa ningún extremo de la fila.',
      'A cada lado de {one} hay algún asiento.',
      'Los dos asientos de los extremos no son el de {one}.',
    ],
    even: ['El asiento de {one} tiene número par.', '{one} se sienta donde el número es par.'],
    odd: ['El asiento de {one} tiene número impar.', '{one} se sienta donde el número es impar.'],
    seat: [
      '{one} está en el asiento {seat}.',
      'El asiento {seat} es el de {one}.',
      'En el asiento {seat} se ve a {one}.',
    ],
    either: [
      '{one} está en el asiento {a} o en el asiento {b}.',
      'Para {one} no entran en cuenta más asientos que el {a} y el {b}.',
      'Si {one} no está en el asiento {a}, está en el {b}.',
    ],
    between: [
      '{one} está en algún lugar entre {other} y {third}.',
      '{other} y {third} están a lados distintos de {one}.',
      'De estas tres personas, es {one} quien tiene a {other} a un lado y a {third} al otro, cerca o lejos.',
    ],
    threes: [
      'De izquierda a derecha vienen {one}, luego {other} y luego {third}, con o sin otras personas en medio.',
      '{other} está a la derecha de {one} y a la izquierda de {third}, cerca o lejos.',
    ],
  },
  that: {
    left: ['{one} está más a la izquierda que {other}', '{other} tiene un número de asiento más alto que {one}'],
    next: ['{one} y {other} ocupan asientos contiguos', 'no hay ningún asiento entre {one} y {other}'],
    apart: ['entre {one} y {other} hay al menos un asiento'],
    gap: ['entre {one} y {other} se cuentan exactamente {seats}, ocupados o no'],
    end: ['{one} ocupa un extremo de la fila'],
    inner: ['{one} no ocupa ningún extremo de la fila'],
    even: ['el asiento de {one} tiene número par'],
    odd: ['el asiento de {one} tiene número impar'],
    seat: ['{one} está en el asiento {seat}'],
    either: ['{one} está en el asiento {a} o en el asiento {b}'],
    between: ['{one} está en algún lugar entre {other} y {third}'],
    threes: ['{one}, {other} y {third} vienen en este orden de izquierda a derecha, con o sin otras personas en medio'],
  },
  seats: count => SEATS[count] ?? `${count} asientos`,
  refuted: [
    'Algunos dicen que {that}, pero es falso.',
    'La afirmación de que {that} no es cierta.',
    'Se equivoca quien cree que {that}.',
    'Falso, aunque se oiga a menudo: que {that}.',
    'Podría pensarse que {that}. Pues no.',
  ],
  confirmed: [
    'Que {that} se puso en duda al principio, pero es así.',
    'Es cierto, aunque alguien lo negó, que {that}.',
    'Alguien negó sin razón lo siguiente: que {that}.',
    'Costaría creer que {that}. Pues así es.',
  ],
  rumour: [
    'Alguien afirma que {that}; nadie sabe si es así.',
    'No se sabe si {that}.',
    'Que {that} es una simple suposición y puede ser falso.',
  ],
  first: [
    'Las pistas sobre quién se sienta dónde describen la fila de antes; los precios y las preguntas, la de después.',
    'Lo que se dice de quién se sienta dónde valía antes de eso; lo que se paga y se pregunta se refiere a después.',
    'Todas las pistas son de la fila como era antes. Precios, rebajas y preguntas son de la fila como es desde entonces.',
  ],
  later: {
    one: ['Más tarde ocurrió esto:', 'La fila no se quedó así.', 'Luego vino esto:'],
    more: ['Más tarde ocurrió esto, por este orden:', 'La fila no se quedó así; sucesivamente ocurrió esto:'],
  },
  event: {
    swap: [
      '{one} y {other} se cambiaron el asiento.',
      '{one} pasó al asiento de {other}, y {other} al de {one}.',
      'Un intercambio de asientos entre {one} y {other}, rechazado al principio, acabó por hacerse.',
      '{one} y {other} sí se cambiaron el asiento, aunque habían decidido no hacerlo.',
    ],
    unswapped: [
      '{one} y {other} quisieron cambiarse el asiento y luego no lo hicieron.',
      'Un intercambio de asientos entre {one} y {other}, acordado al principio, acabó por no hacerse.',
      '{one} y {other} no se cambiaron el asiento, aunque habían decidido hacerlo.',
    ],
    seats: [
      'Quienes ya entonces tenían los asientos {a} y {b} se los cambiaron.',
      'Quien estaba entonces en el asiento {a} pasó al {b}, y quien estaba en este, al {a}.',
    ],
    empty: [
      '{one} pasó al asiento que estaba vacío.',
      'El asiento vacío lo ocupó {one}, y el suyo quedó vacío desde entonces.',
    ],
    right: [
      'Todo el mundo se corrió un asiento a la derecha, del {last} al 1 (un asiento vacío se corre como una persona).',
      'A todo el mundo le subió en uno el número de asiento, y del {last} se pasó al 1; el hueco de un asiento vacío se corrió igual.',
    ],
    left: [
      'Todo el mundo se corrió un asiento a la izquierda, del 1 al {last} (un asiento vacío se corre como una persona).',
      'A todo el mundo le bajó en uno el número de asiento, y del 1 se pasó al {last}; el hueco de un asiento vacío se corrió igual.',
    ],
    mirrored: [
      'Se dio la vuelta a toda la fila: lo del asiento 1 pasó al {last}, y así hasta lo del {last}, que pasó al 1.',
      'Ocuparon los asientos en el orden inverso: quien estaba más a la derecha quedó más a la izquierda, y así con todos (también con un asiento vacío).',
    ],
  },
  before: [
    'El día anterior {name} tenía el asiento {seat}, pero el orden de aquel día no cuenta aquí.',
    'Que {name} ocupara el asiento {seat} la semana anterior no dice nada aquí.',
    'Otra noche {name} estuvo en el asiento {seat}. Era otra fila.',
    '{name} había reservado el asiento {seat}; nadie respetó las reservas.',
  ],
  price: {
    fromLeft: [
      'El asiento 1 cuesta {price} monedas, y cada uno de los siguientes, {step} más que el de su izquierda.',
      'El precio sube {step} monedas de cada asiento al siguiente por la derecha; el del asiento 1 es de {price}.',
      'Por el asiento 1 se piden {price} monedas. Hacia la derecha, cada asiento añade {step}.',
    ],
    fromRight: [
      'El asiento {last} cuesta {price} monedas, y cada uno de los demás, {step} más que el de su derecha.',
      'El precio sube {step} monedas de cada asiento al siguiente por la izquierda; el del asiento {last} es de {price}.',
      'Por el asiento {last} se piden {price} monedas. Hacia la izquierda, cada asiento añade {step}.',
    ],
  },
  off: {
    ends: [
      'Quien ocupa un extremo de la fila paga {coins} monedas menos que el precio del asiento.',
      'Los dos asientos de los extremos tienen una rebaja de {coins} monedas sobre su precio.',
      'Del precio del asiento 1 y del asiento {last} se descuentan {coins} monedas a quien los ocupa.',
    ],
    even: [
      'En los asientos de número par se pagan {coins} monedas menos que el precio.',
      'Un asiento impar cuesta su precio entero; en uno par se descuentan {coins} monedas.',
    ],
    beside: [
      'Quien está justo al lado de {person} paga {coins} monedas menos que el precio del asiento.',
      'Estar justo al lado de {person} rebaja el precio en {coins} monedas.',
    ],
    person: [
      'Solo {person} paga {coins} monedas menos que el precio, sea cual sea su asiento.',
      'A nadie se le rebaja nada salvo a {person}, que paga {coins} monedas menos que el precio del asiento.',
    ],
  },
  facet: {
    fromLeft: [
      'la lista de los {count} nombres por sus asientos definitivos, del extremo izquierdo al derecho',
      'una lista de los {count} nombres en su orden definitivo, empezando por el extremo izquierdo',
    ],
    fromRight: [
      'la lista de los {count} nombres por sus asientos definitivos, del extremo derecho al izquierdo',
      'una lista de los {count} nombres en su orden definitivo, empezando por el extremo derecho',
    ],
    fromLeftFirst: [
      'la lista de los {count} nombres por los asientos que tenían al principio, del extremo izquierdo al derecho',
    ],
    pays: [
      'el número de monedas que {person} paga por su asiento definitivo',
      'la cantidad de monedas que paga {person} por el asiento que ocupa al final',
      'lo que a {person} le cuesta su último asiento, en monedas',
    ],
    paysFirst: [
      'el número de monedas que {person} tendría que pagar si todo el mundo hubiera seguido en su asiento del principio',
    ],
    total: ['el número de monedas que pagan en conjunto por sus asientos definitivos'],
    difference: ['el número de monedas en que se diferencia lo que pagan al final {one} y {other}'],
    seat: ['el número del asiento que {person} tiene al final'],
    seatFirst: ['el número del asiento que {person} tenía al principio'],
    at: ['el nombre de quien está al final en el asiento {seat}'],
    vacant: ['el número del asiento que está vacío al final'],
    neighbours: ['la lista, en cualquier orden, de quienes están al final justo al lado de {person} (quizá vacía)'],
    lefter: ['el número de personas que están al final más a la izquierda que {person}'],
    among: ['la lista, en cualquier orden, de quienes están al final entre {one} y {other} (quizá vacía)'],
    moved: ['la lista, en cualquier orden, de quienes tienen al final un asiento distinto del que tenían al principio'],
    cheapest: ['el nombre de la persona que menos paga al final'],
    threshold: ['el número de personas que pagan al final más de {limit} monedas'],
  },
}
