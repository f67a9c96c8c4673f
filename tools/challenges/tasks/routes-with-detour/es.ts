import type { RouteWords } from './words.ts'

export const es: RouteWords = {
  start: [
    'Una furgoneta [de reparto|de la biblioteca] debe salir del depósito a las {time}.',
    'Según el plan, una furgoneta [parte|sale] del depósito a las {time}.',
    'Una furgoneta [con paquetes|cargada de pan] que hace su ronda a diario tiene fijada la salida del depósito a las {time}.',
  ],
  late: [
    'El día en cuestión arranca {n} minutos después de la hora prevista.',
    '[Hoy|Esta vez] la salida se retrasa {n} minutos.',
    'En realidad parte {n} minutos más tarde de lo previsto.',
  ],
  first: [
    'La primera parada es {to}, a {n} minutos del depósito.',
    'Del depósito a {to}, donde hace la primera parada, tarda {n} minutos.',
    'Primero va a {to}, que está a {n} minutos.',
  ],
  leg: [
    'De {from} [sigue|continúa] hasta {to}, a {n} minutos.',
    '{to} viene después de {from}, a una distancia de {n} minutos.',
    'El trayecto de {from} a {to}, la siguiente de la ronda, dura {n} minutos.',
    'Después de {from} la ronda lleva a {to}; son {n} minutos.',
  ],
  longerLeg: [
    'De {from} sigue hasta {to}, en lo que tarda {n} minutos más que en el trayecto habitual de {before} a {from}.',
    'Después de {from} viene {to}: un trayecto {n} minutos más largo que el habitual de {before} a {from}.',
  ],
  shorterLeg: [
    'De {from} sigue hasta {to}, en lo que tarda {n} minutos menos que en el trayecto habitual de {before} a {from}.',
    'Después de {from} viene {to}: un trayecto {n} minutos más corto que el habitual de {before} a {from}.',
  ],
  sameLeg: ['De {from} sigue hasta {to}, y tarda lo mismo que en el trayecto habitual de {before} a {from}.'],
  wait: [
    'En cada lugar donde para, [salvo el último|menos en el último], la furgoneta [espera|se queda] {n} minutos.',
    'Cada parada dura {n} minutos antes de seguir, también en un desvío; en la última no se añade nada.',
    'Entre la llegada y la salida pasan {n} minutos en cada lugar donde para; la ronda termina al llegar a la última parada.',
  ],
  intro: ['Tres avisos dicen cómo fue ese día:', 'De cómo fue ese día hay tres avisos.'],
  incidents: {
    wait: [
      'La espera {at} iba a ser tan corta como siempre; al final fue {n} minutos más larga de lo habitual.',
      'La descarga {at} iba a ser rápida, pero luego llevó {n} minutos además de la espera habitual.',
    ],
    brief: [
      'La espera {at} iba a ser larga; al final fue {n} minutos más corta de lo habitual.',
      'La descarga {at} iba a ser lenta, pero luego ahorró {n} minutos de la espera habitual.',
    ],
    drive: [
      'En el trayecto {to} no se esperaban obras; al final lo hicieron {n} minutos más largo que el habitual.',
      'Un puente cerrado iba a estar de nuevo abierto para el trayecto {to}, pero luego no lo estuvo y costó {n} minutos más.',
    ],
    nothing: [
      'La espera {at} iba a ser {n} minutos más larga de lo habitual; al final fue tan corta como siempre.',
      'En el trayecto {to} unas obras iban a costar {n} minutos más, pero luego no las hubo ese día.',
      'Un puente cerrado iba a costar {n} minutos más en el trayecto {to}, pero luego estuvo de nuevo abierto.',
    ],
  },
  at: {
    name: 'en {stop}',
    after: 'en la parada que sigue a {stop} en la ronda habitual',
    lastButOne: 'en la penúltima parada de la ronda habitual',
  },
  to: {
    name: 'hasta {stop}',
    after: 'hasta la parada que sigue a {stop} en la ronda habitual',
    lastButOne: 'hasta la penúltima parada de la ronda habitual',
  },
  revisions: {
    elsewhere: ['Una nota: el {at} aviso se refiere a {stop} y no a la parada que indica.'],
    doubled: ['Una nota: los minutos del {at} aviso son solo la mitad de los que fueron en realidad.'],
    struck: [
      'Una nota: el {at} aviso se tuvo al principio por cierto, pero es inventado.',
      'Una nota: el {at} aviso se puso en duda, luego se confirmó y al final resultó inventado.',
    ],
    kept: [
      'Una nota: el {at} aviso se tuvo al principio por inventado, pero es cierto.',
      'Una nota: el {at} aviso se confirmó, luego se puso en duda y al final resultó cierto.',
    ],
    minutes: ['Una nota: el {first} y el {second} aviso llevan cada uno los minutos del otro.'],
    kind: [
      'Una nota: el {at} aviso confunde la espera en la parada con el trayecto hasta ella; los minutos de más corresponden a lo otro.',
    ],
  },
  rule: [
    'Para la llegada a {at} hay una regla: si {condition}, {action}{unless}.',
    'Al llegar a {at} se decide cómo sigue: si {condition}, {action}{unless}. En otro caso sigue como siempre.',
  ],
  conditions: {
    late: ['entonces son más de las {limit}'],
    driven: ['desde el depósito lleva más de {limit} minutos de marcha, sin contar esperas'],
    waited: ['en las paradas anteriores ha esperado más de {limit} minutos en total'],
  },
  unless: {
    never: [''],
    longDrive: [', salvo que alguno de sus trayectos hasta entonces durara más de {n} minutos'],
    shortDrive: [', salvo que el trayecto hasta {at} durara menos de {n} minutos'],
  },
  actions: {
    by: [
      'omite {skipped}, para en su lugar en {stop} (a {there} minutos de {at}) y desde allí llega a {next} en {onward} minutos',
    ],
    skip: ['omite {skipped} y va de {at} directamente a {next} en {onward} minutos'],
    hurry: ['no omite ninguna parada, pero acorta en {less} minutos cada espera posterior a la de {at}'],
  },
  measures: {
    stops: ['la lista de los lugares donde para la furgoneta, en el orden de sus paradas'],
    longestTo: ['el lugar donde termina su trayecto más largo'],
    after: [
      'el primer lugar al que la furgoneta llega después de las {time}',
      'el primero de los lugares que alcanza pasadas las {time}',
    ],
    arrival: ['la hora a la que termina la ronda, como HH:MM', 'la hora de llegada a la última parada (HH:MM)'],
    departure: ['la hora, como HH:MM, a la que la furgoneta sale hacia su última parada'],
    midway: ['la hora, como HH:MM, a la que llega al tercero de los lugares donde para'],
    driving: ['el número de minutos de marcha, sin ninguna espera'],
    waiting: ['el número de minutos que la furgoneta espera en total en sus paradas'],
    longest: ['el número de minutos de su trayecto más largo'],
    whole: ['el número de minutos desde la salida real hasta la última llegada, con las esperas'],
    between: ['el número de minutos desde su primera llegada a una parada hasta la última'],
    longWaits: [
      'el número de minutos que espera en total en paradas hasta las que el trayecto duró más de {n} minutos',
    ],
  },
  worlds: {
    onTime: ['contando como si hubiera salido a la hora prevista'],
    withoutRule: ['contando como si no hubiera regla para esa llegada'],
    withoutIncident: ['contando como si no hubiera ocurrido lo que dice el {at} aviso'],
    withoutRevision: ['contando como si no existiera la nota sobre los avisos'],
  },
}
