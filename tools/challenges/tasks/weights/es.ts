import type { WeightsWords } from './words.ts'

export const es: WeightsWords = {
  scene: (one, other) => [
    `Se pesaron cinco cajas, en kilogramos, cada una en una de dos básculas llamadas ${one} y ${other}.`,
    `Un almacén tiene dos básculas, ${one} y ${other}, en las que se pesaron cinco cajas una vez cada una, en kilogramos.`,
    `Cada una de cinco cajas pasó por una báscula, ${one} o ${other}; todas las cifras son kilogramos.`,
  ],
  crate: (crate, kilograms) => {
    if (crate.kind === 'exactly') {
      return [
        `Para ${crate.name}, la báscula marcó ${kilograms} kg.`,
        `El valor marcado para ${crate.name} fue de ${kilograms} kg.`,
      ]
    }
    if (crate.kind === 'together') {
      return [
        `Para ${crate.name} se marcó tanto como para ${crate.than} y ${crate.and} en conjunto.`,
        `Los valores marcados para ${crate.than} y ${crate.and}, sumados, dan el de ${crate.name}.`,
      ]
    }
    return [
      `Para ${crate.name} se marcaron ${crate.by} kg ${crate.kind === 'more' ? 'más' : 'menos'} que para ${crate.than}.`,
      `El valor de ${crate.name} quedó ${crate.by} kg por ${crate.kind === 'more' ? 'encima' : 'debajo'} del de ${crate.than}.`,
    ]
  },
  scales: (scale, crates) => [
    `En ${scale} se pesaron ${crates}.`,
    `${crates} pasaron por ${scale}.`,
    `La báscula ${scale} se usó para ${crates}.`,
  ],
  shown: [
    'Lo que se compara son los valores marcados, no los pesos reales.',
    'Las comparaciones se refieren a lo que marcaron las básculas, antes de corregir nada.',
  ],
  wrong: (wrong, excess, right) => [
    `${wrong} marca cada vez ${excess} kg de más; ${right} es exacta.`,
    `Mientras que ${right} es fiable, todo valor de ${wrong} queda ${excess} kg por encima del peso real.`,
    `${right} marca el peso real; ${wrong}, en cambio, ${excess} kg de más.`,
  ],
  exact: crate => [
    `La excepción es ${crate}: lo que se marcó para esa caja es su peso real, sea cual sea la báscula.`,
    `A ${crate}, como excepción, no se le descuenta nada: el valor marcado es su peso real.`,
  ],
  label: ({ crate, kilograms }) => [
    `Una etiqueta en ${crate} dice ${kilograms} kg, pero las etiquetas no son fiables y no se tienen en cuenta.`,
    `Los ${kilograms} kg impresos en ${crate} son de un contenido anterior y aquí no significan nada.`,
  ],
  order: {
    lightest: [
      'la lista de las cinco cajas por peso real, la más ligera primero',
      'una lista de los cinco nombres en la que el peso real aumenta del primero al último',
    ],
    heaviest: [
      'la lista de las cinco cajas por peso real, la más pesada primero',
      'una lista de los cinco nombres en la que el peso real disminuye del primero al último',
    ],
  },
  weight: crate => [`el peso real de ${crate} en kilogramos`, `el número de kilogramos que pesa realmente ${crate}`],
}
