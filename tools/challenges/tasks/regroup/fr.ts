import type { RegroupWords } from './words.ts'

const BARE = { day: 'heures en journée', evening: 'heures en soirée' }

export const fr: RegroupWords = {
  scene: [
    '{count} personnes ont aidé dans une bibliothèque.',
    "Une bibliothèque a eu ce mois-ci l'aide de {count} personnes.",
    "Il s'agit de {count} personnes qui aident dans une bibliothèque.",
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
  notes: ['{count} notes y ont été ajoutées.', 'Au-dessous figurent {count} notes.'],
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
      added: [
        "{who} a aidé {number} heures {place} de plus que n'en dit la liste.",
        'Il manque à la liste {number} heures {place} faites par {who}.',
      ],
      done: [
        "{who} avait proposé {number} heures {place} en plus de la liste, n'a d'abord pas eu le temps, puis les a faites.",
        '{who} a bien fait {number} heures {place} en plus de la liste, alors que le temps semblait manquer.',
        'Le temps manquait pour {number} heures {place} en plus de la liste. Elles ont été faites par {who}.',
      ],
      dropped: [
        "{who} avait proposé {number} heures {place} en plus de la liste, a d'abord eu le temps, puis ne les a pas faites.",
        "{who} n'a pas fait {number} heures {place} proposées en plus de la liste, alors que le temps ne manquait pas.",
        "Pour {number} heures {place} en plus de la liste, le temps ne manquait pas à {who}. Elles n'ont pourtant pas été faites.",
      ],
      upheld: [
        "{who} a réclamé {number} heures {place} en plus de la liste, d'abord refusées, puis accordées.",
        'On a accordé à {of}, après un premier refus, {number} heures {place} en plus de la liste.',
        "Personne ne voulait reconnaître à {of} {number} heures {place} en plus de la liste, jusqu'à ce qu'on cède.",
      ],
      overturned: [
        "{who} a réclamé {number} heures {place} en plus de la liste, d'abord accordées, puis refusées.",
        'On a refusé à {of}, après un premier accord, {number} heures {place} en plus de la liste.',
        "Tout le monde voulait reconnaître à {of} {number} heures {place} en plus de la liste, jusqu'à ce qu'on décide le contraire.",
      ],
      excess: [
        "Parmi {at} que la liste donne à {of}, il s'est avéré que {number} n'ont jamais été faites.",
        "La liste donne à {of} {number} heures {place} de trop, bien que personne n'y ait d'abord rien trouvé à redire.",
        "Parmi {at} de {of}, {number} ne devraient pas y être. Quelqu'un s'en était porté garant trop tôt.",
      ],
      confirmed: [
        "Parmi {at} que la liste donne à {of}, on a dit que {number} n'ont jamais été faites, mais elles l'ont été.",
        "La liste ne donne à {of} aucune heure {place} de trop, bien que {number} d'entre elles aient d'abord semblé fausses.",
        "Parmi {at} de {of}, {number} qui ont été contestées doivent bien y être. On s'y était opposé trop tôt.",
      ],
      given: [
        "Parmi {at} que la liste donne à {of}, {number} ont d'abord été laissées telles quelles, puis passées à {other}.",
        "{other} reçoit {number} heures {place} parmi celles que la liste donne à {of}, bien qu'on ait d'abord voulu les laisser telles quelles.",
        "Tout laisser tel quel, c'était la première idée. Finalement, {number} heures {place} sont passées de {of} à {other}.",
      ],
      kept: [
        "Parmi {at} que la liste donne à {of}, {number} devaient d'abord passer à {other}, puis ont été laissées telles quelles.",
        '{other} ne reçoit aucune des {number} heures {place} qui devaient venir de celles de {of}.',
        "Passer {number} heures {place} de {of} à {other}, c'était la première idée. Finalement, tout a été laissé tel quel.",
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
    person: [
      "Pour {who}, c'est toutefois l'inverse : c'est l'autre groupe qui vaut.",
      "Dans l'autre groupe, et non dans celui-là, va toutefois {who}.",
    ],
    evening: [
      "Les personnes qui ont plus d'heures en soirée qu'en journée, sans rien doubler, vont toutefois dans l'autre groupe.",
    ],
  },
  order: { fewest: "dans l'ordre croissant des heures comptées", most: "dans l'ordre décroissant des heures comptées" },
  group: ['la liste des noms du groupe {group}, {order}', 'une liste de toutes les personnes de {group}, {order}'],
  sameFor: ['la même chose que sous `{member}`, pour {group}', 'ce qui est demandé sous `{member}`, mais pour {group}'],
}
