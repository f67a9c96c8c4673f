import type { RoundTableWords } from './words.ts'

export const es: RoundTableWords = {
  scene: [
    'La entrada es tu propia ficha tal como está registrada aquí. [Imagina|Supón] una mesa redonda en la que te sientas con cuatro personas invitadas; sus intereses se dan como etiquetas, igual que los tuyos.',
    'Según tu ficha (véase la entrada), compartes mesa con cuatro personas invitadas. Lo que les gusta se indica con la misma clase de etiquetas.',
    'Tu ficha registrada es la entrada. A una mesa contigo se ha invitado a cuatro personas, cada una con sus propias etiquetas.',
  ],
  guest: [
    'A {person} le interesan {tags}.',
    '{person} tiene las etiquetas {tags}.',
    '{tags} son los intereses de {person}.',
    'Lo que le gusta a {person}: {tags}.',
  ],
  like: [
    '{person} tiene los mismos intereses que {other}, solo que con {come} en lugar de {gone}.',
    'Si de las etiquetas de {other} se quita {gone} y se añade {come}, salen las de {person}.',
    'A {person} le gusta todo lo que le gusta a {other}, excepto {gone}, y además {come}.',
  ],
  absent: [
    '{person} ha avisado de que no vendrá.',
    'Al final, la silla de {person} queda vacía.',
    'Finalmente, {person} no puede venir.',
  ],
  absentDoNot: [
    'Solo es comensal quien viene de verdad; quien falta no figura en ninguna lista ni en ningún número.',
    'Quien tiene invitación y no viene no es comensal y no se cuenta en ningún sitio.',
  ],
  former: [
    'El año pasado se sentó aquí {person}, que solo hablaba de {tag}.',
    '{person}, comensal del año pasado, era amante de {tag}.',
  ],
  formerDoNot: [
    'Quienes vinieron el año pasado [no importan|no cuentan].',
    'Quienes se sentaron allí en años anteriores no se tienen en cuenta.',
  ],
  facets: {
    called: [
      'tu nombre si compartes al menos un interés con {guest}, y si no, tu identificador (`handle`)',
      'tu identificador (`handle`) o, si {guest} y tú tenéis alguna etiqueta en común, en su lugar tu nombre',
    ],
    calledElse: [
      'tu identificador (`handle`) si compartes al menos un interés con {guest}, y si no, tu nombre',
      'tu nombre o, si {guest} y tú tenéis alguna etiqueta en común, en su lugar tu identificador (`handle`)',
    ],
    sharing: [
      'la lista, en cualquier orden, de los comensales que comparten al menos un interés contigo',
      'la lista de los comensales con quienes tienes alguna etiqueta en común (el orden no importa)',
    ],
    strangers: [
      'la lista, en cualquier orden, de los comensales que no comparten ningún interés contigo',
      'la lista de los comensales con quienes no tienes ninguna etiqueta en común (el orden no importa)',
    ],
    shared: [
      'la lista, en cualquier orden, de aquellos de tus intereses que tiene también al menos un comensal',
      'la lista de tus etiquetas que se encuentran también entre los comensales (el orden no importa)',
    ],
    lonely: [
      'la lista, en cualquier orden, de aquellos de tus intereses que no tiene ningún comensal',
      'la lista de tus etiquetas que no se encuentran en ninguno de los comensales (el orden no importa)',
    ],
    fresh: [
      'la lista, cada uno una vez y en cualquier orden, de los intereses que tienen los comensales y tú no',
      'la lista de las etiquetas presentes entre los comensales que faltan en tu ficha (sin repeticiones, el orden no importa)',
    ],
    cardShared: [
      'el número de tu tarjeta: {n} y uno más por cada uno de tus intereses que tiene también al menos un comensal',
      'la suma de {n} y la cantidad de tus etiquetas que se encuentran también entre los comensales',
    ],
    cardGuests: [
      'el número de tu tarjeta: {n} y uno más por cada comensal que comparte algún interés contigo',
      'la suma de {n} y la cantidad de comensales con quienes tienes al menos una etiqueta en común',
    ],
    cardFresh: [
      'el número de tu tarjeta: {n} y uno más por cada interés distinto que tienen los comensales y tú no',
      'la suma de {n} y la cantidad de etiquetas distintas que hay entre los comensales pero no en tu ficha',
    ],
  },
}
