import type { SeatingWords } from './words.ts'

const BETWEEN = ['ninguna persona', 'exactamente una persona', 'exactamente dos personas', 'exactamente tres personas']

export const es: SeatingWords = {
  scene: people => [
    `${people} ocupan una fila de cinco asientos, numerados del 1 al 5 de izquierda a derecha.`,
    `Cinco asientos en fila llevan los números 1 (extremo izquierdo) a 5 (extremo derecho). Los ocupan ${people}, una persona en cada uno.`,
    `Una fila tiene los asientos 1 a 5, contados desde la izquierda, y en ella se sientan ${people}, una persona por asiento.`,
  ],
  clue: clue => {
    switch (clue.kind) {
      case 'left':
        return [
          `${clue.one} está más a la izquierda que ${clue.other}.`,
          `El asiento de ${clue.other} tiene un número más alto que el de ${clue.one}.`,
          `A la derecha de ${clue.one}, al lado o más lejos, se sienta ${clue.other}.`,
        ]
      case 'next':
        return [
          `Justo al lado de ${clue.one}, a un lado o al otro, está ${clue.other}.`,
          `No hay ningún asiento entre ${clue.one} y ${clue.other}.`,
        ]
      case 'apart':
        return [
          `${clue.one} y ${clue.other} no ocupan asientos contiguos.`,
          `Entre ${clue.one} y ${clue.other} hay al menos un asiento.`,
          `${clue.other} no está justo al lado de ${clue.one}.`,
        ]
      case 'gap':
        return [
          `Entre ${clue.one} y ${clue.other} hay ${BETWEEN[clue.between]}.`,
          `Hay ${BETWEEN[clue.between]} entre ${clue.other} y ${clue.one}.`,
        ]
      case 'end':
        return [`${clue.one} ocupa un extremo de la fila.`, `${clue.one} solo tiene a alguien a un lado.`]
      case 'inner':
        return [`${clue.one} no ocupa ningún extremo de la fila.`, `${clue.one} tiene a alguien a cada lado.`]
    }
  },
  exchange: (one, other) => [
    `La fila era al principio como se describe; luego ${one} y ${other} se cambiaron el asiento, y de ahí en adelante solo cuenta el nuevo orden.`,
    `Todo lo que se dice de quién se sienta dónde vale para antes de que ${one} y ${other} se cambiaran el asiento; lo que se pregunta y lo que se paga se refiere a después.`,
    `Más tarde, ${one} y ${other} se intercambian los asientos. Las pistas sobre quién se sienta dónde describen la fila de antes; los precios y las preguntas, la de después.`,
  ],
  before: (name, seat) => [
    `El día anterior ${name} tenía el asiento ${seat}, pero el orden de aquel día no cuenta aquí.`,
    `Que ${name} ocupara el asiento ${seat} la semana anterior no dice nada aquí.`,
  ],
  price: (price, step) => [
    `El asiento 1 cuesta ${price} monedas, y cada uno de los siguientes, ${step} más que el de su izquierda.`,
    `El precio sube ${step} monedas de cada asiento al siguiente por la derecha; el del asiento 1 es de ${price}.`,
    `Por el asiento 1 se piden ${price} monedas; cada asiento cuesta ${step} más que el que tiene a su izquierda.`,
  ],
  off: off => [
    `Quien ocupa un extremo de la fila paga ${off} monedas menos que el precio del asiento.`,
    `Los dos asientos de los extremos tienen una rebaja de ${off} monedas sobre su precio.`,
    `Del precio del asiento 1 y del asiento 5 se descuentan ${off} monedas a quien los ocupa.`,
  ],
  order: {
    fromLeft: [
      'la lista de los cinco nombres del asiento 1 al asiento 5 tras el cambio',
      'una lista de los cinco nombres en su orden definitivo, empezando por el extremo izquierdo',
    ],
    fromRight: [
      'la lista de los cinco nombres del asiento 5 al asiento 1 tras el cambio',
      'una lista de los cinco nombres en su orden definitivo, empezando por el extremo derecho',
    ],
  },
  pays: name => [
    `el número de monedas que ${name} paga por su asiento definitivo`,
    `la cantidad de monedas que paga ${name} por el asiento que ocupa tras el cambio`,
  ],
}
