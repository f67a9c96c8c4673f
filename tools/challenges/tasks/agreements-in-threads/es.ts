import type { AgreementWords } from './words.ts'

export const es: AgreementWords = {
  from: 'de',
  text: 'texto',
  scene: [
    'Varias personas se escriben sobre los puestos de [información|libros] de tres pueblos: quién atiende cuál y qué día del mes.',
    'Los mensajes, en el orden en que se escribieron, tratan de tres pueblos y de quién tiene allí un puesto, y qué día del mes.',
  ],
  proposeSelf: [
    '{place} no lo tiene nadie todavía, ¿no? Yo iría el día {day}.',
    'Apuntadme para {place} y el día {day}, si queréis.',
    'El día {day} estoy libre; ¿por qué no {place}?',
    'Yo podría [atender|llevar] el puesto de {place}, el día {day}.',
    '{place} el día {day} me vendría bien, si puede ser.',
    'Dejadme {place}. El {day}, diría yo.',
  ],
  proposeOther: [
    '{taker} tendría tiempo el día {day}. Eso vendría bien para {place}.',
    'Mi idea para {place} es el día {day}, y que vaya {taker}.',
    '¿Qué tal {taker} para {place}, el día {day}?',
    '{place} podría ser para {taker}, el día {day}.',
    'El día {day}, {taker} podría tener el puesto de {place}.',
  ],
  day: [
    '{place} mejor el día {day}; quien vaya sigue igual.',
    'Si a nadie le molesta, {place} sería el día {day}, sin cambiar a la persona.',
    '¿Podemos pasar {place} al día {day}? La persona no cambia.',
    'El {day} sería mejor día para {place}, creo.',
    'En cuanto a {place}: preferiría el día {day}, con la misma persona que ahora.',
  ],
  takerSelf: [
    'Alguien podría descansar: {place} podría ser para mí, sin cambiar el día.',
    'Para {place} me ofrezco yo, el día que tiene.',
    'Yo podría hacerme cargo de {place}, el mismo día.',
    'Si sirve de algo, puedo quedarme yo con {place}; el día no cambia.',
  ],
  takerOther: [
    'Dejemos el día de {place} como está, pero que vaya {taker}.',
    '{place} sería más bien para {taker}, el día que tiene.',
    '¿No sería mejor {taker} para {place}? El día puede seguir igual.',
    'Creo que {taker} debería hacerse cargo de {place}, el mismo día.',
  ],
  drop: [
    '¿Hace falta un puesto en {place}? Creo que no.',
    '{place} podría quedarse igualmente sin puesto.',
    'En {place} yo preferiría no tener ningún puesto.',
    'Mejor [renunciemos a|olvidemos] {place} por completo, digo yo.',
  ],
  yes: [
    'Lo de {place} lo he consultado con la almohada, y me parece bien.',
    'Sobre {place} tenía dudas; ya no las tengo.',
    'Nada que objetar en el caso de {place}.',
    '{place}: que así sea.',
    'A la idea para {place} no le encuentro defectos, así que adelante.',
    'En cuanto a {place}: de acuerdo.',
    'Sí para {place}.',
    'Respecto a {place}, estoy totalmente a favor.',
  ],
  yesAll: [
    'Por mi parte, sí a la última propuesta para cada pueblo.',
    'Sea el pueblo que sea, acepto lo último que se propuso para él.',
  ],
  back: [
    'Lo último que propuse para {place} lo retiro.',
    'Olvidad mi última idea para {place}; ya no la propongo.',
    'Pensándolo mejor, retiro lo que quería para {place}.',
  ],
  no: [
    'Lo de {place} lo he consultado con la almohada, y no puede ser.',
    'Al principio me gustaba la idea para {place}; ya no.',
    'Algo bueno tiene en el caso de {place}, pero digo que no.',
    'En cuanto a {place}: no, no me gusta.',
    'No para {place}.',
    'Respecto a {place}, estoy en contra.',
  ],
  yesAtOnce: [
    'Tenía dudas, {to}, pero ya no: sí.',
    'Nada que objetar, {to}.',
    'Yo habría dicho lo mismo, {to}. Que así sea.',
    'De acuerdo, {to}.',
    'Bien, {to}, que así sea.',
    '{to} tiene razón, [sí|hagámoslo así].',
  ],
  noAtOnce: [
    'Sonaba bien, {to}, pero no.',
    'Algo de eso hay, {to}; aun así, digo que no.',
    'Mejor no, {to}.',
    'No, {to}, eso no me gusta.',
    'Lo siento, {to}, estoy en contra.',
  ],
  past: [
    'El año pasado tuve {place} el día {day} y llovió.',
    '¡Qué bonito fue el año pasado en {place}, el día {day}, conmigo en el puesto!',
  ],
  anybody: [
    'Una propuesta queda acordada cuando la acepta alguien distinto de quien la hizo.',
    'Para acordar una propuesta basta un sí de cualquiera, menos de la persona que la hizo.',
  ],
  lead: [
    'Una propuesta queda acordada cuando la acepta {lead}; el sí de los demás no basta.',
    'Solo un sí de {lead} deja acordada una propuesta, digan lo que digan los demás.',
  ],
  latest: [
    'Un sí o un no se refiere a la última propuesta para el pueblo que nombra o, si no nombra ninguno, al mensaje justo anterior; una propuesta que nunca se acuerda no cambia nada. Lo que una propuesta no nombra queda como se acordó por última vez.',
    'Quien acepta o rechaza sin nombrar un pueblo habla del mensaje justo anterior; si no, de la propuesta más reciente para el pueblo nombrado. Mientras una propuesta no esté acordada, sigue en pie lo acordado antes, y «el mismo» día o persona es lo último acordado.',
  ],
  noBack: ['Lo que se ha retirado ya no puede acordarse, ni tampoco la propuesta a la que sustituyó.'],
  noPast: ['Lo del año pasado [no importa|no viene al caso].', 'El año pasado no cuenta aquí.'],
  cost: [
    'Cada pueblo que al final tiene puesto cuesta {fee} euros; se añaden, una sola vez, {n} euros por la furgoneta.',
    'Hay que pagar {n} euros por la furgoneta, haya los puestos que haya, y {fee} euros por cada puesto que exista al final.',
  ],
  facets: {
    stands: [
      'una lista con un objeto por cada puesto acordado al final, por orden de día: `{first}` el pueblo, `{second}` quién lo atiende, `{third}` el día como número',
      'el plan definitivo, el día más temprano primero: una lista de objetos, cada uno con el pueblo en `{first}`, la persona en `{second}` y el número del día en `{third}`',
    ],
    people: [
      'una lista con un objeto por cada persona que al final tiene al menos un puesto, por orden alfabético: `{second}` el nombre, `{third}` cuántos puestos',
      'una lista, ordenada por nombre, de cuántos puestos tiene cada persona al final, sin quienes no tienen ninguno: objetos con el nombre en `{second}` y el número de puestos en `{third}`',
    ],
    open: [
      'la lista de los pueblos que al final quedan sin puesto, por orden alfabético',
      'la lista de los pueblos para los que al final no hay puesto acordado (de la A a la Z)',
    ],
    changed: [
      'la lista, por orden alfabético, de los pueblos en los que algo acordado fue después sustituido o anulado por una propuesta acordada',
      'la lista de los pueblos para los que se acordó una propuesta que cambió o anuló algo acordado antes (de la A a la Z)',
    ],
    earliest: ['el pueblo del puesto acordado con el día más temprano', 'el primer pueblo del mes en tener su puesto'],
    latest: ['el pueblo del puesto acordado con el día más tardío', 'el pueblo que tiene su puesto el último del mes'],
    free: ['la lista, de la A a la Z, de quienes escribieron un mensaje y al final no tienen puesto'],
    opposed: ['el número de propuestas a las que alguien dijo que no'],
    proposals: ['el número de todas las propuestas, acordadas o no'],
    futile: [
      'el número de propuestas (de persona, de día o de no tener puesto) que nunca se acordaron',
      'la cantidad de propuestas, también las de cambiar o de renunciar, que quedaron en nada por no acordarse nunca',
    ],
    cost: ['la suma de todos los gastos en euros', 'el número de euros que hay que pagar en total'],
  },
}
