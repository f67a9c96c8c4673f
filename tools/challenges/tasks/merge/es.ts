import type { MergeWords } from './words.ts'

export const es: MergeWords = {
  scene: [
    'Un polideportivo tiene dos registros de quién usa cada taquilla.',
    'Quién tiene qué taquilla consta en dos registros, uno antiguo y otro nuevo.',
  ],
  older: ['Según el registro antiguo: {entries}.', 'El registro antiguo contiene estas anotaciones: {entries}.'],
  newer: ['Según el registro nuevo: {entries}.', 'El registro nuevo contiene estas anotaciones: {entries}.'],
  marks: [
    'En el registro nuevo hay una estrella junto a los nombres de {stars} y un círculo junto a los de {rings}.',
    'El registro nuevo lleva un círculo en las anotaciones de {rings} y una estrella en las de {stars}.',
  ],
  person: {
    older: {
      highest: 'la persona con el número más alto del registro antiguo',
      lowest: 'la persona con el número más bajo del registro antiguo',
    },
    newer: {
      highest: 'la persona con el número más alto del registro nuevo',
      lowest: 'la persona con el número más bajo del registro nuevo',
    },
  },
  entry: ['{name} {n}', '{n} {name}', '{name} (número {n})'],
  entryAbove: [
    '{name} {n} más que {base} en el mismo registro',
    '{name} con {n} por encima de {base} en el mismo registro',
  ],
  entryBelow: [
    '{name} {n} menos que {base} en el mismo registro',
    '{name} con {n} por debajo de {base} en el mismo registro',
  ],
  intro: [
    'A partir de la lista que dan las reglas hubo después {count} sucesos, contados aquí por orden.',
    'A la lista hecha según las reglas siguieron {count} sucesos, contados aquí uno tras otro.',
  ],
  events: {
    exchange: [
      '{one} y {other} sí intercambiaron sus taquillas, aunque al principio se les negó.',
      'Lo que tenía {other} pasó a {one}, y a la inversa. Nadie pensaba que fueran a ponerse de acuerdo.',
      '{one} y {other} querían intercambiar sus taquillas; primero no se les permitió, pero al final sí, y lo hicieron.',
      'El intercambio de taquillas entre {one} y {other} se anuló, luego se acordó de nuevo y se llevó a cabo.',
    ],
    handover: [
      '{other} tiene ahora la taquilla de {one} y ya no la anterior; quien se la dejó se marchó y ya no está en la lista.',
      '{one} se dio de baja y ya no está en la lista; la taquilla iba a quedar libre, pero luego pasó a {other}, que vació la anterior.',
      'Tras retirar una primera baja, {one} acabó por marcharse y ya no está en la lista; {other} ocupó esa taquilla y dejó la suya.',
    ],
    leave: [
      '{other} sigue con la taquilla anterior y no tiene, como se prometió, la de {one}: esa persona se marchó y ya no está en la lista.',
      '{one} se dio de baja y ya no está en la lista; la taquilla iba a pasar a {other}, que luego prefirió quedarse con la anterior.',
      'Tras retirar una primera baja, {one} acabó por marcharse y ya no está en la lista; {other} no consiguió esa taquilla y siguió con la suya.',
    ],
    nothing: [
      '{one} y {other} no intercambiaron sus taquillas, aunque al principio se les permitió.',
      'Lo que tenía {other} iba a pasar a {one}, y a la inversa. Al final cada cual se quedó con lo suyo.',
      '{one} y {other} querían intercambiar sus taquillas; primero se les permitió, pero al final no, y no lo hicieron.',
      'El intercambio de taquillas entre {one} y {other} se acordó, luego se anuló y no se llevó a cabo.',
      '{one} se dio de baja y la taquilla iba a pasar a {other}; luego la baja se retiró y todo siguió como estaba.',
    ],
  },
  revisions: {
    instead: [
      'Una nota: de {right} debería tratar el {at} suceso, y no de {wrong}.',
      'Una nota: quien contó el {at} suceso tomó a {right} por {wrong}.',
      'Una nota: lo que en el {at} suceso se dice de {wrong} vale para {right}.',
      'Una nota: en el {at} suceso se nombra por error a {wrong} en lugar de {right}.',
    ],
    roles: [
      'Una nota: en el {at} suceso se confundió a las dos personas, y cada una hizo lo que se dice de la otra.',
      'Una nota: en el {at} suceso, el papel de cada persona corresponde a la otra.',
    ],
    struck: [
      'Una nota: nada del {at} suceso tuvo lugar, aunque se había confirmado.',
      'Una nota: el {at} suceso se tuvo al principio por cierto, pero no ocurrió.',
      'Una nota: el {at} suceso se puso en duda, luego se confirmó y al final resultó inventado.',
    ],
    kept: [
      'Una nota: todo el {at} suceso tuvo lugar como se cuenta, aunque se había dado por inventado.',
      'Una nota: el {at} suceso se tuvo al principio por inventado, pero ocurrió tal como se cuenta.',
      'Una nota: el {at} suceso se confirmó, luego se puso en duda y al final resultó cierto tal como se cuenta.',
    ],
    again: [
      'Una nota: después de todos, las dos personas del {at} suceso intercambiaron las taquillas que tenían entonces.',
      'Una nota: las dos personas del {at} suceso intercambiaron, al final de todo, las taquillas que ya tenían.',
    ],
    order: [
      'Una nota: el {first} y el {second} suceso ocurrieron al revés, cada uno en el lugar del otro.',
      'Una nota: el {first} suceso y el {second} suceso deben intercambiar sus puestos en el orden.',
    ],
  },
  both: [
    'De una persona que está en ambos registros cuenta {winner}; pero si {unless}, no cuenta {winner}, sino la otra anotación.',
    'De dos anotaciones de la misma persona cuenta {winner}, salvo si {unless}: entonces cuenta la otra.',
  ],
  winners: {
    newer: 'la anotación nueva',
    older: 'la anotación antigua',
    higher: 'la anotación con el número más alto',
    lower: 'la anotación con el número más bajo',
  },
  exceptions: {
    marked: 'la anotación nueva lleva {mark}',
    near: 'los dos números difieren en {n} o menos',
    above: 'el número del registro nuevo es mayor que {n}',
  },
  single: {
    all: ['La anotación de quien está en un solo registro se toma de ahí en todo caso.'],
    unmarked: [
      'La anotación de quien está en un solo registro se toma de ahí, salvo si es del nuevo y lleva {mark}: esa persona no está en la lista.',
    ],
    from: [
      'La anotación de quien está en un solo registro se toma de ahí, pero no con un número inferior a {n}: esa persona no está en la lista.',
    ],
  },
  mark: { star: 'una estrella', ring: 'un círculo' },
  list: [
    'la lista final, {order}, un objeto por persona, con el nombre en `{name}` y el número de la taquilla en `{locker}`',
    'la lista final, {order}: un objeto por persona, donde `{locker}` es el número de taquilla y `{name}` el nombre',
  ],
  orders: { ascending: 'con el número más bajo primero', descending: 'con el número más alto primero' },
  measures: {
    span: ['la diferencia entre el número más alto y el más bajo de la lista final'],
    second: ['el segundo número más alto de la lista final'],
    lowest: ['la suma de los dos números más bajos de la lista final'],
    gap: ['la diferencia entre los números que {one} y {other} tienen al final, en positivo'],
    moved: ['la cantidad de personas de la lista final con un número que ningún registro les da'],
    kept: [
      'la cantidad de personas que al final tienen el número que les da el registro antiguo, siendo este mayor que {n}',
    ],
    first: ['el nombre de la persona con el número más bajo al final'],
    next: ['el nombre de la persona cuyo número al final es el inmediatamente superior al de {one}'],
    size: ['la cantidad de personas que hay en la lista final'],
    fresh: ['la cantidad de personas que al final tienen el número que les da el registro nuevo'],
    over: ['la lista, de la A a la Z, de quienes tienen al final un número superior a {n}'],
    third: ['el nombre de la persona con el tercer número más bajo al final'],
    out: ['la lista de los nombres que están en algún registro pero no en la lista final, de la A a la Z'],
  },
  worlds: {
    withoutEvent: [
      'contando como si el {at} suceso no hubiera ocurrido',
      'suponiendo que el {at} suceso no hubiera ocurrido',
    ],
    withoutEvents: ['contando como si no hubiera ocurrido nada desde que se escribieron los registros'],
    withoutRevision: ['contando como si no existiera la nota sobre los sucesos'],
    otherEntry: [
      'contando como si, para quienes están en ambos registros, contara la anotación que según las reglas no cuenta',
    ],
  },
}
