import { type CustodyWords, hour, past } from './words.ts'

export const fr: CustodyWords = {
  scene: [
    '{people} se passent des colis scellés.',
    'Dans un bureau travaillent {people} ; quatre colis scellés y circulent.',
    'Quatre colis scellés changent de mains entre {people}.',
  ],
  start: [
    'Le matin, {holder} a {parcel}, qui contient {sheets} feuilles.',
    "{holder} commence la journée avec {parcel} ; il s'y trouve {sheets} feuilles.",
    'Au départ, le colis {parcel} ({sheets} feuilles) est chez {holder}.',
  ],
  clock: minute => `${hour(minute)} h ${past(minute)}`,
  event: {
    offered: ['À {time}, {parcel} a été proposé seul à {to}.', 'Le colis {parcel} a été proposé seul à {to} à {time}.'],
    resumed: ["Proposer {parcel} seul à {to} à {time}, cela a d'abord été annulé, puis fait à cette heure-là."],
    dropped: ["Proposer {parcel} seul à {to} à {time}, cela a d'abord été convenu, puis n'a pas été fait."],
    elsewhen: ["{parcel} a été proposé seul à {to} à {time}, mais c'était la veille."],
    all: [
      "À {time}, la personne qui avait {parcel} a remis à {to} tout ce qu'elle avait.",
      '{to} a reçu à {time} tout ce qui était chez la personne qui avait {parcel}.',
    ],
    swap: [
      "{one} et {other} ont d'abord décidé de ne pas échanger à {time} tout ce qu'ils avaient, puis l'ont fait.",
      "À {time}, {one} et {other} ont échangé tout ce qu'ils avaient.",
    ],
    unswapped: [
      "{one} et {other} ont d'abord décidé d'échanger à {time} tout ce qu'ils avaient, puis ne l'ont pas fait.",
    ],
  },
  notInOrder: [
    "Les notes de ce jour-là ne suivent pas l'ordre des heures :",
    "Ce qui a été noté ce jour-là n'est pas donné ici dans l'ordre.",
  ],
  who: { only: person => person, allBut: person => `toute autre personne que ${person}` },
  parcels: count => (count === 1 ? 'un colis' : `${count} colis`),
  refused: {
    always: ['Tout colis proposé seul à {who} est refusé.', 'Ce qui est proposé seul à {who} est refusé.'],
    holding: ['Un colis proposé seul à {who} est refusé si la personne qui le recevrait a déjà {parcels} ou plus.'],
    heavy: ["Un colis proposé seul à {who} est refusé s'il contient plus de {sheets} feuilles."],
    until: ['Un colis proposé seul à {who} est refusé si cela se fait avant {time}.'],
  },
  accepted: ["L'exception est {parcel}, que personne ne refuse jamais.", '{parcel} est toutefois toujours accepté.'],
  rest: [
    "Rien d'autre n'est refusé, pas non plus les échanges ni les remises de tout. Ce qui est refusé reste où il est. Ce qui irait à la personne qui l'a déjà y reste, et ne compte ni comme refusé ni comme transmis.",
  ],
  remark: ["Plus tard, quelqu'un a remarqué :", 'Une remarque faite plus tard dit :'],
  revision: {
    to: [
      "là où la note de {time} parle de {from}, c'était en réalité {to}.",
      'dans la note de {time}, {from} figure par erreur à la place de {to}.',
    ],
    affirmed: [
      "là où la note de {time} parle de {from}, certains ont cru que c'était {to}, mais ce n'était pas le cas.",
      'la note de {time} a raison de nommer {from} et non {to}.',
    ],
    minute: [
      'ce qui est noté pour {time} se rapporte en réalité à {minute}.',
      "l'heure de la note de {time} devrait être {minute}.",
    ],
    struck: ["la note de {time} a d'abord été confirmée, puis reconnue comme inventée : rien de tel n'a eu lieu."],
    upheld: ["la note de {time} a d'abord passé pour inventée, puis a été confirmée : tout est comme elle le dit."],
  },
  facet: {
    holder: [
      'le nom de la personne qui a {parcel} à la fin',
      'le nom de la personne chez qui se trouve finalement {parcel}',
    ],
    ifTaken: ["le nom de la personne qui aurait {parcel} à la fin si rien n'avait été refusé"],
    unrevised: ['le nom de la personne qui aurait {parcel} à la fin sans la remarque faite plus tard'],
    holderAt: ['le nom de la personne qui a {parcel} à {time}'],
    sheets: [
      'le nombre total de feuilles dans les colis que {person} a à la fin',
      'la somme des feuilles de tous les colis qui sont finalement chez {person}',
    ],
    most: ['le nom de la personne qui a le plus de feuilles à la fin'],
    parcels: ["la liste des colis que {person} a à la fin, dans n'importe quel ordre"],
    refused: ['le nombre de fois où un colis a été refusé ce jour-là'],
    moves: ["le nombre de fois où {parcel} est passé d'une personne à une autre"],
    empty: ["le nombre de personnes qui n'ont aucun colis à la fin"],
  },
  like: [
    'la même chose que sous `{member}`, mais pour {parcel}',
    'ce qui est demandé sous `{member}`, pour {parcel} cette fois',
  ],
}
