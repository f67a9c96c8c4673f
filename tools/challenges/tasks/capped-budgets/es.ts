import type { BudgetWords } from './words.ts'

export const es: BudgetWords = {
  keys: { number: 'numero', person: 'persona', project: 'proyecto', euros: 'euros' },
  scene: [
    'La lista contiene solicitudes de dinero al fondo de [un pueblo|una escuela], tal como se presentaron primero; después vinieron notas.',
    'Una asociación concede dinero para proyectos; figuran las solicitudes en su primera forma y después siguen notas sobre ellas.',
  ],
  byNumber: ['la solicitud {number}', 'la solicitud número {number}'],
  byPair: ['la solicitud de {person} para {project}', 'la solicitud que {person} presentó para {project}'],
  largest: ['la solicitud de mayor importe de la lista'],
  smallest: ['la solicitud de menor importe de la lista'],
  first: ['la solicitud que abre la lista'],
  last: ['la solicitud que cierra la lista'],
  notes: {
    withdrawn: [
      '{request} iba a quedar como estaba, pero luego fue retirada.',
      '{request} se mantuvo un tiempo, pero al final fue retirada.',
    ],
    restored: [
      '{request} fue retirada, pero luego se presentó de nuevo como estaba.',
      '{request} se abandonó un tiempo, pero al final se mantuvo como estaba.',
    ],
    raised: [
      '{request} se dejó primero como estaba, pero luego se aumentó en {n} euros.',
      '{request} supera ahora lo listado en {n} euros, paso que primero se había aplazado.',
    ],
    considered: [
      '{request} iba a aumentarse primero en {n} euros, pero luego se dejó como estaba.',
      '{request} iba a superar lo listado en {n} euros, paso al que luego se renunció.',
    ],
    lowered: [
      '{request} se dejó primero como estaba, pero luego se rebajó en {n} euros.',
      '{request} queda ahora {n} euros por debajo de lo listado, paso que primero se había aplazado.',
    ],
    replaced: [
      '{request} se dejó primero como estaba, pero luego se cambió a {n} euros.',
      '{request} es ahora de {n} euros, diga lo que diga la lista.',
    ],
  },
  revisions: {
    meant: [
      'Alguien sostuvo que la nota {n} trataba de otra solicitud, y era cierto; es esta: {request}.',
      'La nota {n} no trata de la solicitud que nombra, sino de otra: {request}.',
    ],
    doubted: [
      'Alguien sostuvo que la nota {n} trataba de otra solicitud ({request}), y no era cierto: está bien como está.',
      'Durante un tiempo se creyó que la nota {n} trataba de otra solicitud ({request}), pero no es así.',
    ],
    exchanged: [
      'En las notas {n} y {m} se confundieron las solicitudes: cada una de las dos notas trata de la que nombra la otra.',
      'Lo que dice la nota {n} vale para la solicitud de la nota {m}, y lo que dice la nota {m}, para la de la nota {n}.',
    ],
    void: [
      'La nota {n} iba a contar, pero al final se tachó.',
      'La nota {n} se confirmó primero, pero luego se tachó.',
    ],
    kept: [
      'La nota {n} iba a tacharse, pero al final cuenta.',
      'La nota {n} se tachó primero, pero luego se confirmó.',
    ],
    twice: [
      'El importe de la nota {n} ha de duplicarse.',
      'La nota {n} recoge solo la mitad del importe: se trata del doble.',
    ],
  },
  cap: [
    'Una solicitud recibe lo que pide después de todo esto, pero [nunca más de|como mucho] {cap} euros.',
    'Por una solicitud, tal como queda después de todo esto, se conceden como mucho {cap} euros; lo que pase de ahí se recorta.',
  ],
  low: ['El límite es en cambio de {cap} euros para {of}.', 'Para {of}, {cap} euros ocupan el lugar de ese límite.'],
  lowOf: {
    project: ['todo lo que se refiere a {project}', 'las solicitudes para {project}'],
    person: ['todo lo que pide {person}', 'las solicitudes de {person}'],
    from: ['las solicitudes que en la lista, antes de toda nota, tienen {from} euros o más'],
    later: [
      'las solicitudes cuya persona figura también más arriba en la lista, aunque sea con una solicitud retirada',
    ],
  },
  exempt: [
    'No hay límite alguno para {of}.',
    'Se haya dicho lo que se haya dicho, ningún límite recorta el dinero para {of}.',
  ],
  exemptOf: {
    person: ['todo lo que pide {person}', 'las solicitudes de {person}'],
    number: ['la solicitud {number}'],
    sole: ['las solicitudes de una persona a la que no le queda otra (las retiradas no cuentan)'],
    under: ['las solicitudes que, tras todas las notas, piden menos de lo que dice la lista'],
  },
  excess: [
    'Si tras todos los límites lo concedido pasa en total de {over} euros, a la mayor concesión se le quitan {off} euros, con límite o sin él.',
    'Si después de eso las concesiones superan juntas los {over} euros, la mayor se reduce en {off} euros, sea de quien sea.',
  ],
  facets: {
    grants: [
      'una lista con un objeto por cada solicitud no retirada, por número ascendente: `{first}` su número, `{second}` los euros que se le conceden al final',
    ],
    people: [
      'una lista con un objeto por cada persona con alguna solicitud no retirada, por orden alfabético: `{first}` el nombre, `{second}` todos los euros que se le conceden al final',
    ],
    reduced: [
      'la lista, de menor a mayor, de los números de las solicitudes que reciben menos de lo que piden tras todas las notas',
    ],
    full: [
      'la lista, de menor a mayor, de los números de las solicitudes que reciben todo lo que piden tras todas las notas',
    ],
    content: [
      'la lista, de la A a la Z, de quienes tienen aún alguna solicitud y reciben todo lo que piden tras todas las notas',
    ],
    halved: [
      'la lista, de menor a mayor, de los números de las solicitudes que reciben menos de lo que piden tras todas las notas, pero al menos la mitad',
    ],
    total: ['el número de euros concedidos en total'],
    cut: ['el número de euros que, de todo lo pedido tras todas las notas, no se conceden'],
    project: ['el número de euros concedidos en total para {project}'],
    left: ['lo que queda de {pot} euros después de todas las concesiones'],
    most: ['el número de euros concedidos al proyecto que más recibe en total'],
    totalWithout: ['el número de euros que se concederían en total si la nota {without} nunca se hubiera hecho'],
  },
  likeTotal: ['lo mismo que `{like}`, pero como si la nota {without} nunca se hubiera hecho'],
}
