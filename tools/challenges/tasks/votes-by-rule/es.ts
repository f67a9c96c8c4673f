import type { VoteWords } from './words.ts'

export const es: VoteWords = {
  scene: [
    'Un coro vota con papeletas adónde irá su próximo viaje.',
    'Los miembros de un club de [remo|ajedrez] eligen con papeletas el nombre de su nueva casa.',
    'En una cooperativa de viviendas, unas papeletas deciden cómo se llamará el nuevo jardín.',
  ],
  handedIn: [
    'Las propuestas se habían presentado en este orden: {list}.',
    'Hay cuatro propuestas, enumeradas según llegaron, la más temprana primero: {list}.',
  ],
  handedInBackwards: [
    'La última propuesta en llegar fue {fourth}, antes llegó {third} y, antes de esa, {second}; {first} había sido la primera de todas.',
    '{first} se propuso antes que {second}, a la que siguió {third}; {fourth} fue la propuesta más reciente.',
  ],
  one: [
    '{list} [escribió|puso|anotó] {proposal}.',
    'A favor de {proposal} está la papeleta de {list}.',
    'La elección de {list} es {proposal}.',
  ],
  many: [
    '{list} [escribieron|pusieron|votaron] {proposal}.',
    '{list} tienen {proposal} en sus papeletas.',
    'En las papeletas de {list} figura {proposal}.',
  ],
  same: [
    'La papeleta de {voter} dice lo mismo que la de {other}.',
    '{voter} siguió a {other} y escribió el mismo nombre.',
    'Lo que escribió {other} lo escribió también {voter}.',
  ],
  twoNames: [
    'La papeleta de {voter} lleva dos nombres: {proposal} y, debajo, {second}.',
    '{voter} [no supo decidirse y|dudó y] escribió dos nombres, {second} debajo de {proposal}.',
    'En la papeleta de {voter} hay dos nombres: arriba {proposal}, abajo {second}.',
  ],
  late: [
    'La papeleta de {voter}, a favor de {proposal}, [llegó|se entregó] cuando la votación ya había terminado.',
    'La votación ya estaba cerrada cuando {voter} entregó una papeleta con el nombre de {proposal}.',
  ],
  changed: [
    '{voter} escribió primero {before}, lo tachó y puso {proposal} en su lugar.',
    'En la papeleta de {voter}, {before} está tachado y sustituido por {proposal}.',
  ],
  twoNamesLate: [
    'La papeleta de {voter} llegó después del cierre y lleva dos nombres: {proposal} y, debajo, {second}.',
  ],
  kept: [
    '{voter} escribió primero {proposal}, lo tachó por {before} y después volvió a poner {proposal} en su lugar.',
    'En la papeleta de {voter}, {proposal} está tachado y sustituido por {before}, que a su vez cedió el sitio a {proposal}.',
  ],
  inTime: [
    'De la papeleta de {voter}, a favor de {proposal}, se dijo que llegó después del cierre, pero estaba allí a tiempo.',
    'Se creía cerrada la votación cuando {voter} entregó una papeleta con el nombre de {proposal}, pero seguía abierta.',
  ],
  twoNamesLower: ['Una papeleta con dos nombres sin tachar es válida y cuenta para el de abajo.'],
  lateOneName: [
    'Lo que llega después del cierre es nulo si lleva dos nombres, y si no, vale como una papeleta a tiempo.',
  ],
  lateTie: [
    'Las papeletas llegadas después del cierre cuentan como las demás si, solo con las llegadas a tiempo, dos o más propuestas comparten el mayor número de votos; si no, son nulas.',
  ],
  revisions: {
    exchanged: [
      'Las papeletas de {one} y {other} están aquí confundidas: todo lo que se dice de una vale para la otra.',
      'Alguien sostuvo que en todo esto se había confundido a {one} con {other} y viceversa, y era cierto.',
    ],
    doubted: [
      'Que las papeletas de {one} y {other} estén aquí confundidas fue lo que se creyó, pero no es así.',
      'Alguien sostuvo que en todo esto se había confundido a {one} con {other} y viceversa, y no era cierto.',
    ],
    misread: [
      'En la papeleta de {voter} se leyó mal {to}: diga lo que se diga aquí, lleva ese único nombre.',
      'Alguien miró otra vez la papeleta de {voter}, y lo que lleva, como único nombre, es {to}.',
    ],
    withdrawn: [
      '{voter} mantuvo un tiempo su papeleta, pero al final la retiró y no entregó otra.',
      '{voter} quería mantener su papeleta, pero luego la retiró para siempre.',
    ],
    restored: [
      '{voter} retiró un tiempo su papeleta, pero al final la mantuvo como estaba, como si nunca hubiera faltado.',
      '{voter} quería retirar su papeleta, pero luego la mantuvo como estaba.',
    ],
  },
  silent: [
    'Otros {n} miembros no han entregado papeleta.',
    'Aparte de todos ellos, hay {n} miembros que no votaron en absoluto.',
  ],
  outsider: [
    '{person}, que vive al lado y no es miembro, [contó a todo el mundo|declaró en voz alta] que debía ganar {proposal}.',
    '{person} no es miembro ni tiene papeleta, pero defendió {proposal}.',
    '{person}, que estaba de visita y no es miembro, habría elegido {proposal}.',
  ],
  membersOnly: [
    'Solo cuentan los miembros, y solo lo que escribieron en sus papeletas.',
    'Las opiniones de gente de fuera no se cuentan, y esa gente tampoco.',
  ],
  twoNamesVoid: [
    'Una papeleta con dos nombres sin tachar es nula.',
    'Quien deja más de un nombre en la papeleta ha votado nulo.',
  ],
  twoNamesUpper: [
    'Una papeleta con dos nombres sin tachar es válida y cuenta para el de arriba.',
    'Llevar dos nombres sin tachar no perjudica a una papeleta: el de abajo simplemente se pasa por alto.',
  ],
  lateCounts: [
    'Las papeletas que llegan después del cierre [cuentan|valen] como las demás.',
    'El retraso no hace nula ninguna papeleta.',
  ],
  lateVoid: ['Lo que llega después del cierre es nulo.', 'Una papeleta entregada tarde [no cuenta: es nula|es nula].'],
  tieEarlier: [
    'Entre propuestas con los mismos votos, ocupa mejor puesto la que se presentó antes.',
    'A igualdad de votos, la propuesta más antigua va por delante de la más reciente.',
  ],
  tieLater: [
    'Entre propuestas con los mismos votos, ocupa mejor puesto la que se presentó después.',
    'A igualdad de votos, la propuesta más reciente va por delante de la más antigua.',
  ],
  facets: {
    behind: ['la lista de las propuestas con al menos dos votos menos que la ganadora, en el orden del resultado'],
    others: [
      'la lista, de la A a la Z, de quienes tienen una papeleta válida que cuenta para otra propuesta que la ganadora',
    ],
    winnerWithout: ['la propuesta que ganaría si {without} no hubiera entregado papeleta'],
    ranking: [
      'la lista de todas las propuestas en el orden del resultado, la ganadora primero',
      'la clasificación de las propuestas como lista, de la mejor a la última',
    ],
    winner: ['la propuesta que gana', 'la propuesta ganadora'],
    runnerUp: ['la propuesta que queda en segundo lugar', 'la propuesta situada justo detrás de la ganadora'],
    last: ['la propuesta que queda en último lugar', 'la propuesta que cierra el resultado'],
    supporters: [
      'la lista, por orden alfabético, de las personas cuyas papeletas válidas cuentan para la ganadora',
      'la lista de quienes tienen una papeleta válida que cuenta para la propuesta ganadora (nombres de la A a la Z)',
    ],
    voidVoters: [
      'la lista, por orden alfabético, de las personas cuyas papeletas son nulas',
      'la lista de quienes entregaron una papeleta nula (nombres de la A a la Z)',
    ],
    valid: ['el número de papeletas válidas', 'la cantidad de papeletas que valen'],
    margin: [
      'la ventaja en votos de la propuesta ganadora sobre la que queda en último lugar',
      'la diferencia de votos entre el primer lugar del resultado y el último',
    ],
    silent: [
      'el número de miembros de los que no hay papeleta válida, sea porque es nula o porque no la hay',
      'el número de miembros que o no votaron o votaron nulo',
    ],
    notForWinner: [
      'el número de miembros de los que la ganadora no recibió voto, por la razón que sea, incluidos los que no entregaron papeleta',
      'el número de miembros que no dieron ningún voto válido a la ganadora',
    ],
    members: ['el número de miembros, con o sin papeleta', 'el total de miembros, hayan votado o no'],
  },
}
