import { type CustodyWords, drawTime, hour, past } from './words.ts'

const clock = (minute: number) => `${hour(minute)} h ${past(minute)}`

export const fr: CustodyWords = {
  scene: [
    '{people} se passent des colis scellés.',
    'Dans un bureau travaillent {people} ; {count} colis scellés y circulent.',
    'Entre {people}, {count} colis scellés changent de mains.',
    "Quelqu'un a noté comment {count} colis scellés allaient et venaient entre {people}.",
  ],
  start: [
    'Le matin, {holder} a {parcel}, qui contient {sheets} feuilles.',
    "{holder} commence la journée avec {parcel} ; il s'y trouve {sheets} feuilles.",
    'Au départ, le colis {parcel} ({sheets} feuilles) est chez {holder}.',
    'Il y a {sheets} feuilles dans {parcel}, que {holder} apporte le matin.',
    "{sheets} feuilles, voilà ce que contient {parcel}, et c'est {holder} qui l'a au début de la journée.",
  ],
  clock,
  at: (minute, draw) =>
    drawTime(draw, minute, {
      plain: at => `à ${clock(at)}`,
      quarters: [
        'à {hour} heures précises',
        'à {hour} heures et quart',
        'à {hour} heures et demie',
        'à {next} heures moins le quart',
      ],
      hours: 'sept huit neuf dix onze',
      before: (by, at) => `${by} minutes avant ${clock(at)}`,
    }),
  event: {
    offered: [
      '{at}, {parcel} a été proposé seul à {to}.',
      'Le colis {parcel} a été proposé seul à {to} {at}.',
      'On a proposé à {to} {at} un colis seul : {parcel}.',
      'La personne qui avait {parcel} est venue {at} le proposer à {to}, lui seul.',
      'Une offre a été faite à {to} {at}. Elle portait sur {parcel} seul.',
      "Il y a eu {at} une offre de {parcel}, et de rien d'autre, à {to}.",
    ],
    resumed: [
      "Proposer {parcel} seul à {to} {at}, cela a d'abord été annulé, puis fait à cette heure-là.",
      '{parcel} a été proposé seul à {to} {at}, bien que cela ait été annulé auparavant.',
      "C'était déjà annulé, et pourtant on a proposé {parcel} seul à {to} {at}.",
      "L'idée de proposer {parcel} seul à {to} {at} avait été abandonnée. On l'a reprise et menée à bien à ce moment-là.",
      "Écartée pendant un temps, l'offre de {parcel} seul à {to} a été faite malgré tout {at}.",
    ],
    dropped: [
      "Proposer {parcel} seul à {to} {at}, cela a d'abord été convenu, puis n'a pas été fait.",
      "{parcel} n'a pas été proposé seul à {to} {at}, bien que cela ait été convenu auparavant.",
      "C'était déjà convenu, et pourtant on n'a pas proposé {parcel} seul à {to} {at}.",
      "L'idée de proposer {parcel} seul à {to} {at} avait été abandonnée, puis reprise. On ne l'a jamais menée à bien.",
      "Bien prévue pendant un temps, l'offre de {parcel} seul à {to} {at} n'a jamais été faite.",
    ],
    elsewhen: [
      "{parcel} a été proposé seul à {to} {at}, mais c'était la veille.",
      'La veille de ce jour-là, {at}, {parcel} a été proposé seul à {to}.',
      'Que {parcel} ait été proposé seul à {to} {at}, cela appartient à la veille.',
    ],
    left: [
      "{at}, la personne qui avait {parcel} l'a simplement laissé à {to}, sans rien demander.",
      "Personne n'a rien demandé à {to} quand {parcel} y a été déposé {at} pour y rester.",
      "Sans qu'il y ait eu d'offre, {parcel} est passé {at} à {to} pour y rester.",
    ],
    toHolder: [
      '{at}, {parcel} a été proposé seul à la personne qui avait {of}.',
      'À qui avait {of} {at}, on a alors proposé {parcel} seul.',
      'Une offre de {parcel} seul a été faite {at} à la personne qui avait {of}.',
    ],
    back: [
      "{at}, {parcel} est revenu à la personne qui l'avait eu avant celle qui l'avait alors ; s'il n'y en avait pas, il est resté.",
      "Qui avait {parcel} {at} l'a rendu à la personne de qui il était venu ce jour-là, s'il venait de quelqu'un.",
    ],
    all: [
      "{at}, la personne qui avait {parcel} a remis à {to} tout ce qu'elle avait.",
      '{to} a reçu {at} tout ce qui était chez la personne qui avait {parcel}.',
      "Qui avait {parcel} {at} n'a rien gardé : tout, ce colis compris, est allé à {to}.",
      "Tous les colis d'une même personne sont passés {at} à {to}. C'était la personne qui avait {parcel}.",
    ],
    swap: [
      "{one} et {other} ont d'abord décidé de ne pas échanger {at} tout ce qu'ils avaient, puis l'ont fait.",
      "{at}, {one} et {other} ont échangé tout ce qu'ils avaient.",
      "Tout ce qu'avait {one} est allé {at} à {other}, et tout ce qu'avait {other}, à {one}.",
      "Un échange de tout entre {one} et {other} a bien eu lieu {at}, alors qu'il avait été exclu.",
      "{one} a reçu {at} tout ce qu'avait {other}. Dans l'autre sens, il en a été de même.",
    ],
    unswapped: [
      "{one} et {other} ont d'abord décidé d'échanger {at} tout ce qu'ils avaient, puis ne l'ont pas fait.",
      "Un échange de tout entre {one} et {other} n'a pas eu lieu {at}, alors qu'il avait été décidé.",
      "Tout ce qu'avait {one} devait aller {at} à {other}, et inversement. Chacun a gardé ce qu'il avait.",
      "Rien n'est venu de l'échange de tout que {one} et {other} s'étaient promis de faire {at}.",
    ],
  },
  notInOrder: [
    "Les notes de ce jour-là ne suivent pas l'ordre des heures :",
    "Ce qui a été noté ce jour-là n'est pas donné ici dans l'ordre.",
    'Les notes de la journée sont en désordre.',
  ],
  who: { only: ['{persons}'], allBut: ['toute autre personne que {persons}', "quelqu'un d'autre que {persons}"] },
  whoBoth: ['{one} ou à {other}'],
  parcels: count => (count === 1 ? 'un colis' : `${count} colis`),
  refused: {
    always: [
      'Tout colis proposé seul à {who} est refusé.',
      'Ce qui est proposé seul à {who} est refusé.',
      "Il y a refus chaque fois qu'un colis est proposé seul à {who}.",
    ],
    holding: [
      'Un colis proposé seul à {who} est refusé si la personne qui le recevrait a déjà {parcels} ou plus.',
      "Si un colis est proposé seul à {who}, tout dépend de ce que cette personne a à ce moment-là : avec {parcels} ou plus, c'est un refus.",
    ],
    heavy: [
      "Un colis proposé seul à {who} est refusé s'il contient plus de {sheets} feuilles.",
      "Plus de {sheets} feuilles dans un colis, c'est une raison de le refuser s'il est proposé seul à {who}.",
    ],
    light: [
      "Un colis proposé seul à {who} est refusé s'il contient moins de {sheets} feuilles.",
      "Moins de {sheets} feuilles dans un colis, c'est une raison de le refuser s'il est proposé seul à {who}.",
    ],
    until: [
      'Un colis proposé seul à {who} est refusé si cela se fait avant {time}.',
      "Ce n'est qu'à partir de {time} qu'on ne refuse pas ce qui est proposé seul à {who}.",
    ],
    since: [
      'Un colis proposé seul à {who} est refusé si cela se fait à {time} ou plus tard.',
      "Ce n'est qu'avant {time} qu'on ne refuse pas ce qui est proposé seul à {who}.",
    ],
    giver: [
      "Un colis proposé seul à {who} est refusé si c'est {giver} qui l'a et le propose.",
      'Ce que {giver} a et propose seul à {who} est refusé.',
    ],
  },
  accepted: [
    "L'exception est {parcel}, que personne ne refuse jamais.",
    '{parcel} est toutefois toujours accepté.',
    'Cela ne vaut pas pour {parcel} : celui-là, personne ne le refuse.',
    "De {parcel} seulement, ce n'est jamais vrai. On l'accepte dans tous les cas.",
  ],
  acceptedBoth: [
    'Les exceptions sont {parcels}, que personne ne refuse jamais.',
    'On accepte toujours, en revanche, {parcels}.',
  ],
  rest: [
    "Rien d'autre n'est refusé. Ce qui est refusé reste où il est. Ce qui irait à la personne qui l'a déjà y reste, et ne compte ni comme refusé ni comme transmis.",
    "Tout le reste est accepté. Un colis refusé reste où il était. Celui qui irait à qui l'a déjà reste aussi, et ce n'est ni un refus ni un changement de mains.",
  ],
  remark: ["Plus tard, quelqu'un a remarqué :", 'Une remarque faite plus tard dit :', 'Remarqué après coup :'],
  note: {
    byTime: ['la note de {time}'],
    byNames: ['la note où figurent {a} et {b}', 'la note sur {a} et {b}'],
  },
  revision: {
    to: [
      "là où {note} parle de {from}, c'était en réalité {to}.",
      'dans {note}, {from} figure par erreur à la place de {to}.',
      "c'est de {to} que {note} devrait parler, non de {from}.",
      "{from} n'était pour rien dans ce que dit {note} : c'était {to}.",
      'en écrivant {note}, on a pris {to} pour {from}.',
    ],
    affirmed: [
      "là où {note} parle de {from}, certains ont cru que c'était {to}, mais ce n'était pas le cas.",
      '{note} a raison de parler de {from} et non de {to}.',
      "{to} n'était pour rien dans ce que dit {note}, quoi qu'on raconte : c'était {from}.",
      "en écrivant {note}, on n'a pas pris {to} pour {from}, bien que certains l'aient prétendu.",
    ],
    parcel: [
      "là où {note} parle de {wrong}, il s'agissait en réalité de {right}.",
      'le colis de {note} était {right} ; {wrong} est une erreur.',
      "c'est de {right} que {note} devrait parler, non de {wrong}.",
    ],
    minute: [
      'ce que dit {note} se rapporte en réalité à {minute}.',
      "l'heure de {note} devrait être {minute}.",
      "c'est à {minute}, et non à l'heure indiquée, que se place ce dont parle {note}.",
    ],
    times: [
      "les heures de {note} et de {other} ont été interverties : chacune est celle de l'autre.",
      "ce que dit {note} s'est fait à l'heure de {other}, et inversement.",
    ],
    struck: [
      "{note} a d'abord été confirmée, puis reconnue comme inventée : rien de tel n'a eu lieu.",
      "rien de ce que dit {note} n'a eu lieu, bien que cela ait été confirmé.",
      "{note} est inventée. Que quelqu'un s'en soit porté garant n'y change rien.",
    ],
    upheld: [
      "{note} a d'abord passé pour inventée, puis a été confirmée : tout est comme elle le dit.",
      "tout est comme le dit {note}, bien qu'on l'ait crue inventée.",
      "{note} reste valable. Que quelqu'un l'ait dite inventée n'y change rien.",
    ],
    revived: [
      "ce qui selon {note} n'a pas été fait l'a été en réalité à cette heure-là.",
      "{note} a tort de dire qu'il n'en fut rien : cela s'est fait alors comme prévu.",
    ],
  },
  facet: {
    holder: [
      'le nom de la personne qui a {parcel} à la fin',
      'le nom de la personne chez qui se trouve finalement {parcel}',
      'le nom de la dernière personne de la journée à avoir {parcel}',
    ],
    ifTaken: ["le nom de la personne qui aurait {parcel} à la fin si rien n'avait été refusé"],
    unrevised: ['le nom de la personne qui aurait {parcel} à la fin sans ce qui a été remarqué plus tard'],
    holderAt: ['le nom de la personne qui a {parcel} à {time}'],
    without: ["le nom de la personne qui aurait {parcel} à la fin si ce que dit {note} n'avait pas eu lieu"],
    before: ["le nom de la personne qui avait {parcel} juste avant celle qui l'a à la fin"],
    firstTo: [
      "le nom de la première personne à qui {parcel} est passé ce jour-là depuis l'endroit où il était le matin",
    ],
    owners: ['le nombre de personnes différentes qui ont eu {parcel} au cours de la journée, la première comprise'],
    sheets: [
      'le nombre total de feuilles dans les colis que {person} a à la fin',
      'la somme des feuilles de tous les colis qui sont finalement chez {person}',
      'la somme des feuilles de ce que {person} a quand tout est fini',
    ],
    sheetsIfTaken: ["le nombre de feuilles que {person} aurait à la fin si rien n'avait été refusé"],
    difference: ['la différence, comme nombre positif, entre les feuilles que {one} et {other} ont à la fin'],
    most: ['le nom de la personne qui a le plus de feuilles à la fin'],
    fewest: ['le nom de la personne qui a le moins de feuilles à la fin, parmi celles qui en ont'],
    parcels: ["la liste, peut-être vide et dans n'importe quel ordre, des colis que {person} a à la fin"],
    home: [
      "la liste, peut-être vide et dans n'importe quel ordre, des colis qui sont à la fin là où ils étaient le matin",
    ],
    settled: [
      "la liste, peut-être vide et dans n'importe quel ordre, des colis qui ne sont jamais passés d'une personne à une autre",
    ],
    spurned: ["la liste, peut-être vide et dans n'importe quel ordre, des colis qui ont été refusés au moins une fois"],
    refused: ['le nombre de fois où un colis a été refusé ce jour-là'],
    moves: ["le nombre de fois où {parcel} est passé d'une personne à une autre"],
    allMoves: [
      "le nombre de fois où des colis sont passés d'une personne à une autre, compté pour chaque colis et additionné",
    ],
    empty: ["le nombre de personnes qui n'ont aucun colis à la fin"],
    laden: ['le nombre de personnes qui ont deux colis ou plus à la fin'],
  },
  like: [
    'la même chose que sous `{member}`, mais pour {parcel}',
    'ce qui est demandé sous `{member}`, pour {parcel} cette fois',
  ],
}
