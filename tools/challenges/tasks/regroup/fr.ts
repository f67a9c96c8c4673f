import type { RegroupWords } from './words.ts'

const BARE = { day: 'heures en journée', evening: 'heures en soirée' }

export const fr: RegroupWords = {
  scene: [
    'Six personnes ont aidé dans une bibliothèque.',
    "Une bibliothèque a eu ce mois-ci l'aide de six personnes.",
    "Il s'agit de six personnes qui aident dans une bibliothèque.",
  ],
  list: {
    dayFirst: [
      'Une liste donne leurs heures, en journée et en soirée, dans cet ordre :',
      'Pour chaque personne, la liste donne les heures en journée, puis celles en soirée :',
    ],
    eveningFirst: [
      'Une liste donne leurs heures, en soirée et en journée, dans cet ordre :',
      'Pour chaque personne, la liste donne les heures en soirée, puis celles en journée :',
    ],
  },
  one: ['{name} {one} et {other}', '{name} {one}, {other}'],
  notes: ['Quatre notes y ont été ajoutées.', 'Au-dessous figurent quatre notes.'],
  units: {
    at: shift => ({ at: `les ${BARE[shift]}`, bare: BARE[shift], of: `d'${BARE[shift]}` }),
    first: (limit, shift) => `les ${limit} premières ${BARE[shift]}`,
    place: shift => (shift === 'day' ? 'en journée' : 'en soirée'),
    each: 'heure',
    totals: {
      total: "le nombre d'heures comptées",
      totals: "le plus grand et le plus petit nombre d'heures comptées",
      byTotal: "nombre d'heures comptées",
      counted: 'heures comptées',
    },
    note: {
      added: ["{who} a aidé {number} heures {place} de plus que n'en dit la liste."],
      done: [
        "{who} avait proposé {number} heures {place} en plus de la liste, n'a d'abord pas eu le temps, puis les a faites.",
      ],
      dropped: [
        "{who} avait proposé {number} heures {place} en plus de la liste, a d'abord eu le temps, puis ne les a pas faites.",
      ],
      upheld: ["{who} a réclamé {number} heures {place} en plus de la liste, d'abord refusées, puis accordées."],
      overturned: ["{who} a réclamé {number} heures {place} en plus de la liste, d'abord accordées, puis refusées."],
      excess: ["Parmi {at} que la liste donne à {of}, il s'est avéré que {number} n'ont jamais été faites."],
      confirmed: [
        "Parmi {at} que la liste donne à {of}, on a dit que {number} n'ont jamais été faites, mais elles l'ont été.",
      ],
      given: [
        "Parmi {at} que la liste donne à {of}, {number} ont d'abord été laissées telles quelles, puis passées à {other}.",
      ],
      kept: [
        "Parmi {at} que la liste donne à {of}, {number} devaient d'abord passer à {other}, puis ont été laissées telles quelles.",
      ],
    },
  },
  split: {
    atLeast: [
      'Une personne qui a {number} heures comptées ou plus appartient à {upper}, toute autre à {lower}.',
      '{lower} est le groupe des personnes qui ont moins de {number} heures comptées, {upper} celui des autres.',
    ],
    top: ["Les {number} personnes qui ont le plus d'heures comptées appartiennent à {upper}, les autres à {lower}."],
    above: [
      "Les personnes qui ont plus d'heures comptées que {who} appartiennent à {upper}, toutes les autres à {lower}.",
      "{upper} est le groupe des personnes qui ont plus d'heures comptées que {who} ; toutes les autres appartiennent à {lower}.",
    ],
  },
  moved: {
    persons: [
      "{one} et {other} vont toutefois chaque fois dans l'autre groupe.",
      "Pour {one} et {other}, c'est l'inverse : dans les deux cas, c'est l'autre groupe qui vaut.",
    ],
    evening: [
      "Les personnes qui ont plus d'heures en soirée qu'en journée, sans rien doubler, vont toutefois dans l'autre groupe.",
    ],
  },
  order: { fewest: "dans l'ordre croissant des heures comptées", most: "dans l'ordre décroissant des heures comptées" },
  group: ['la liste des noms du groupe {group}, {order}', 'une liste de toutes les personnes de {group}, {order}'],
  sameFor: ['la même chose que sous `{member}`, pour {group}', 'ce qui est demandé sous `{member}`, mais pour {group}'],
}
