import type { StatementWords } from './words.ts'

const CUTS = {
  first: 'sin el primero, en su orden',
  last: 'sin el último, en su orden',
  reversed: 'en orden inverso al registrado',
}

export const es: StatementWords = {
  scene: [
    'La entrada (`input`) es tu propia ficha tal como está registrada aquí.',
    'Lo que consta registrado sobre ti figura en la entrada (`input`).',
    'La entrada (`input`) muestra la ficha con la que estás en el registro.',
  ],
  base: (base, each) => [
    `Partes con ${base} puntos, y cada uno de tus intereses registrados suma ${each} más.`,
    `Por cada interés de tu ficha hay ${each} puntos, además de los ${base} que tienes de todos modos.`,
    `Tus puntos son ${base} para empezar, más ${each} por interés registrado.`,
  ],
  few: (few, bonus) => [
    `Si tienes menos de ${few} intereses, se añaden ${bonus} puntos una sola vez; con ${few} o más no se añade nada.`,
    `Una ficha con menos de ${few} intereses recibe una única vez ${bonus} puntos más; una con ${few} o más, ninguno.`,
    `Hay un suplemento único de ${bonus} puntos solo si el número de tus intereses es inferior a ${few}.`,
  ],
  other: other => {
    if (other.kind === 'exactly') {
      return [`${other.name} tiene ${other.points} puntos.`, `Los puntos de ${other.name} son ${other.points}.`]
    }
    const kind = other.kind === 'more' ? 'más' : 'menos'
    return [
      `${other.name} tiene ${other.by} puntos ${kind} que ${other.than}.`,
      `En comparación con ${other.than}, ${other.name} tiene ${other.by} puntos ${kind}.`,
    ]
  },
  badge: (holder, points) => [
    `${holder} recibió una vez una insignia que dicen que vale ${points} puntos; las insignias no cuentan aquí y no están incluidas en ninguna cifra.`,
    `Una insignia de ${points} puntos que lleva ${holder} no influye en nada ni está incluida en estas cifras.`,
  ],
  shown: (whenEven, whenOdd) => [
    `${whenEven} si el número de tus intereses registrados es par (cero es par); si no, ${whenOdd}`,
    `${whenOdd} si tienes un número impar de intereses registrados, y ${whenEven} si el número es par o no hay ninguno`,
  ],
  name: 'tu nombre registrado (`name`)',
  handle: 'tu identificador registrado (`handle`)',
  points: ['el número de tus puntos', 'el total de tus puntos', 'la suma de tus puntos'],
  topics: (cut, at, topic) => [
    at === 'front'
      ? `una lista: primero \`${topic}\`, después tus intereses registrados ${CUTS[cut]}`
      : `una lista: tus intereses registrados ${CUTS[cut]}, y \`${topic}\` como último elemento`,
    `la lista de tus intereses ${CUTS[cut]}, con \`${topic}\` ${at === 'front' ? 'delante' : 'detrás'} de todos ellos`,
  ],
  beside: {
    next_above: [
      'el nombre de quien tiene más puntos que tú, pero menos que cualquier otra persona que te supere',
      'el nombre de la persona situada justo por encima de ti si tú y estas tres personas os ordenáis por puntos, con quien más tiene arriba',
    ],
    next_below: [
      'el nombre de quien tiene menos puntos que tú, pero más que cualquier otra persona que esté por debajo de ti',
      'el nombre de la persona situada justo por debajo de ti si tú y estas tres personas os ordenáis por puntos, con quien más tiene arriba',
    ],
  },
}
