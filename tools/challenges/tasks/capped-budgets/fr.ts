import type { BudgetWords } from './words.ts'

export const fr: BudgetWords = {
  keys: { number: 'numero', person: 'personne', project: 'projet', euros: 'euros' },
  scene: [
    "La liste contient des demandes d'argent à la caisse [d'un village|d'une école], telles qu'elles ont d'abord été déposées ; des notes ont suivi.",
    "Une association accorde de l'argent à des projets ; voici les demandes dans leur première forme, puis des notes à leur sujet.",
  ],
  byNumber: ['la demande {number}', 'la demande numéro {number}'],
  byPair: ['la demande de {person} pour {project}', 'la demande que {person} a déposée pour {project}'],
  largest: ['la demande au montant le plus élevé de la liste'],
  smallest: ['la demande au montant le plus bas de la liste'],
  first: ['la demande placée en tête de liste'],
  last: ['la demande placée en fin de liste'],
  notes: {
    withdrawn: [
      '{request} devait rester telle quelle, mais a ensuite été retirée.',
      '{request} a été maintenue un temps, mais finalement retirée.',
    ],
    restored: [
      '{request} a été retirée, mais ensuite déposée de nouveau telle quelle.',
      '{request} a été abandonnée un temps, mais finalement maintenue telle quelle.',
    ],
    raised: [
      "{request} a d'abord été laissée telle quelle, mais ensuite augmentée de {n} euros.",
      "{request} dépasse maintenant la liste de {n} euros, démarche d'abord remise à plus tard.",
    ],
    considered: [
      "{request} devait d'abord être augmentée de {n} euros, mais a ensuite été laissée telle quelle.",
      '{request} devait dépasser la liste de {n} euros, démarche à laquelle on a ensuite renoncé.',
    ],
    lowered: [
      "{request} a d'abord été laissée telle quelle, mais ensuite diminuée de {n} euros.",
      "{request} reste maintenant {n} euros au-dessous de la liste, démarche d'abord remise à plus tard.",
    ],
    replaced: [
      "{request} a d'abord été laissée telle quelle, mais ensuite fixée à {n} euros.",
      '{request} est maintenant de {n} euros, quoi que dise la liste.',
    ],
  },
  revisions: {
    meant: [
      "Quelqu'un a soutenu que la note {n} concernait une autre demande, et c'était vrai ; la voici : {request}.",
      "La note {n} ne concerne pas la demande qu'elle nomme, mais une autre : {request}.",
    ],
    doubted: [
      "Quelqu'un a soutenu que la note {n} concernait une autre demande ({request}), et c'était faux : elle est juste telle quelle.",
      "On a cru un temps que la note {n} concernait une autre demande ({request}), mais il n'en est rien.",
    ],
    exchanged: [
      "Dans les notes {n} et {m}, les demandes ont été confondues : chacune des deux concerne celle que nomme l'autre.",
      'Ce que dit la note {n} vaut pour la demande de la note {m}, et ce que dit la note {m}, pour celle de la note {n}.',
    ],
    void: [
      'La note {n} devait compter, mais a finalement été rayée.',
      "La note {n} a d'abord été confirmée, mais ensuite rayée.",
    ],
    kept: [
      'La note {n} devait être rayée, mais compte finalement.',
      "La note {n} a d'abord été rayée, mais ensuite confirmée.",
    ],
    twice: [
      'Le montant de la note {n} est à doubler.',
      "La note {n} n'indique que la moitié du montant : c'est le double qui vaut.",
    ],
  },
  cap: [
    "Une demande reçoit ce qu'elle demande après tout cela, mais [jamais plus de|au plus] {cap} euros.",
    'Pour une demande, telle que tout cela la laisse, il y a au plus {cap} euros ; ce qui dépasse est retranché.',
  ],
  low: ['Le plafond est en revanche de {cap} euros pour {of}.', 'Pour {of}, {cap} euros remplacent ce plafond.'],
  lowOf: {
    project: ['tout ce qui concerne {project}', 'les demandes pour {project}'],
    person: ['tout ce que demande {person}', 'les demandes de {person}'],
    from: ['les demandes qui, dans la liste et avant toute note, sont de {from} euros ou plus'],
    later: ['les demandes dont la personne figure aussi plus haut dans la liste, fût-ce avec une demande retirée'],
  },
  exempt: [
    'Aucun plafond ne vaut pour {of}.',
    "Quoi qu'il soit dit par ailleurs, aucun plafond ne réduit l'argent pour {of}.",
  ],
  exemptOf: {
    person: ['tout ce que demande {person}', 'les demandes de {person}'],
    number: ['la demande {number}'],
    sole: ["les demandes d'une personne qui n'en a plus d'autre (les demandes retirées ne comptent pas)"],
    under: ['les demandes qui, après toutes les notes, sont au-dessous de ce que dit la liste'],
  },
  excess: [
    'Si, tous plafonds appliqués, la somme accordée dépasse {over} euros en tout, le plus élevé des montants accordés est réduit de {off} euros, plafond ou non.',
    "Si les montants accordés dépassent ensuite {over} euros ensemble, {off} euros sont retirés du plus élevé, à qui qu'il revienne.",
  ],
  facets: {
    grants: [
      'une liste avec un objet par demande non retirée, par numéro croissant : `{first}` son numéro, `{second}` les euros qui lui sont accordés à la fin',
    ],
    people: [
      'une liste avec un objet par personne ayant une demande non retirée, par ordre alphabétique : `{first}` le prénom, `{second}` tous les euros qui lui sont accordés à la fin',
    ],
    reduced: [
      "la liste, par ordre croissant, des numéros des demandes qui reçoivent moins que ce qu'elles demandent après toutes les notes",
    ],
    full: [
      "la liste, par ordre croissant, des numéros des demandes qui reçoivent tout ce qu'elles demandent après toutes les notes",
    ],
    content: [
      "la liste, de A à Z, des personnes qui ont encore une demande et reçoivent tout ce qu'elles demandent après toutes les notes",
    ],
    halved: [
      "la liste, par ordre croissant, des numéros des demandes qui reçoivent moins que ce qu'elles demandent après toutes les notes, mais au moins la moitié",
    ],
    total: ["le nombre d'euros accordés en tout"],
    cut: ["le nombre d'euros qui, de tout ce qui est demandé après toutes les notes, ne sont pas accordés"],
    project: ["le nombre d'euros accordés en tout pour {project}"],
    left: ['ce qui reste de {pot} euros après tout ce qui est accordé'],
    most: ["le nombre d'euros accordés au projet qui reçoit le plus en tout"],
    totalWithout: ["le nombre d'euros qui seraient accordés en tout si la note {without} n'avait jamais été faite"],
  },
  likeTotal: ["la même chose que `{like}`, mais comme si la note {without} n'avait jamais été faite"],
}
