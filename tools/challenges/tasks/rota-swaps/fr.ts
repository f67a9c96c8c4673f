import type { RotaWords } from './words.ts'

export const fr: RotaWords = {
  keys: { day: 'jour', early: 'matin', late: 'soir' },
  shifts: { early: 'matin', late: 'soir' },
  scene: [
    "Voici le planning [d'un café|d'une bibliothèque] avant tout changement, par jours du mois.",
    "Voici le planning [d'un café|d'une bibliothèque] avant tout changement : qui a quel service, chaque jour du mois.",
    'Voici un planning dans sa première forme, avec les services du matin et du soir de chaque jour du mois.',
  ],
  inTurn: [
    'Quatre changements de ce planning ont été demandés, chacun à partir du planning du moment :',
    "Puis quatre changements sont venus l'un après l'autre, chacun à partir du planning du moment :",
  ],
  swap: [
    '{one} échange son service du {oneDay} contre celui de {other} du {otherDay}.',
    '{one} et {other} échangent leurs services : {one} donne celui du {oneDay} contre celui que {other} a le {otherDay}.',
    '{one} reçoit le service que {other} a le {otherDay}, et {other}, en retour, celui que {one} a le {oneDay}.',
  ],
  cover: ['{by} [reprend|assure] le service que {person} a le {day}.', 'Le service de {person} du {day} passe à {by}.'],
  coverByShift: [
    'La personne qui a alors le service du {shift} le {byDay} reprend le service que {person} a le {day}.',
    'Le service de {person} du {day} passe à la personne qui a, à ce moment, celui du {shift} le {byDay}.',
  ],
  coverByKeeper: [
    'La personne qui garde les clés reprend le service que {person} a le {day}.',
    'Le service de {person} du {day} passe à la personne qui garde les clés.',
  ],
  verdicts: {
    refused: [
      "{lead} a d'abord admis le numéro {n}, puis l'a finalement refusé.",
      "Au numéro {n}, {lead} a d'abord dit oui, puis non.",
    ],
    upheld: [
      "{lead} a d'abord refusé le numéro {n}, puis l'a finalement admis.",
      "Au numéro {n}, {lead} a d'abord dit non, puis oui.",
    ],
    calledOff: [
      "Le numéro {n} était convenu, mais les intéressés l'ont annulé.",
      "Les intéressés voulaient le numéro {n} tel quel, puis n'en ont plus voulu.",
    ],
    carried: [
      "Le numéro {n} avait été annulé par les intéressés, mais ils l'ont de nouveau convenu tel quel.",
      "Les intéressés ne voulaient plus du numéro {n}, puis l'ont voulu tel quel.",
    ],
  },
  revisions: {
    person: [
      "Quelqu'un a soutenu qu'au numéro {n}, il fallait {to} là où se lit {from}, et il avait raison.",
      'Au numéro {n} se lit {from} là où il fallait {to}.',
    ],
    unfounded: [
      "Quelqu'un a soutenu qu'au numéro {n}, il fallait {to} là où se lit {from}, et il avait tort.",
      "Qu'au numéro {n}, il aurait fallu {to} là où se lit {from}, n'était qu'une supposition, et c'est faux.",
    ],
    day: [
      'Au numéro {n}, le service qui change de mains est celui du {to}, et non celui du {from}.',
      'Le service cédé au numéro {n} était en réalité celui du {to} et non celui du {from}.',
    ],
    order: [
      "En réalité, des numéros {n} et {m}, chacun a été demandé à la place de l'autre, mais ils gardent ici leur numéro.",
      "Les numéros {n} et {m} sont dans le mauvais ordre : chacun a été demandé là où figure l'autre (ils gardent leur numéro).",
    ],
    verdict: [
      "Ce qui vient d'être dit du numéro {n} vaut en réalité pour le numéro {m}, et non pour le {n}.",
      "Par numéro {n}, dans ce qui vient d'être dit, il fallait entendre numéro {m}.",
    ],
  },
  missing: [
    "Un changement par lequel quelqu'un céderait un service qu'il n'a pas à ce moment échoue.",
    "Si quelqu'un devait céder un service qu'il n'a pas à ce moment, le changement échoue.",
  ],
  rule: [
    "Un changement échoue en entier si après lui quelqu'un qui recevrait par lui un service avait {state}, même si c'était déjà le cas.",
    "Aucun changement n'a lieu, même en partie, après lequel quelqu'un qui recevrait par lui un service aurait {state}, même si c'était déjà le cas.",
  ],
  states: {
    bothOfDay: "les deux services d'un même jour",
    lateThenEarly: "le service du soir d'un jour et celui du matin du lendemain",
    manyShifts: 'en tout {least} services ou plus',
    manyLate: '{least} services du soir ou plus',
    daysInRow: 'un service trois jours de suite',
  },
  except: {
    keeper: [
      "Cette règle ne s'applique pas à la personne qui garde les clés.",
      'La personne qui garde les clés peut avoir cela, les autres non.',
    ],
    swaps: ["Cette règle ne vaut pas là où deux personnes se donnent un service l'une à l'autre."],
    covers: ["Cette règle ne vaut que là où deux personnes se donnent un service l'une à l'autre."],
    twoEarly: [
      "Cette règle ne s'applique pas à qui aurait, une fois le changement fait, au moins deux services du matin.",
      'Qui aurait après le changement deux services du matin ou plus peut avoir cela, les autres non.',
    ],
  },
  keeper: ["C'est {keeper} qui garde les clés.", 'Les clés sont gardées par {keeper}.'],
  branch: [
    "À l'annexe, qui a son propre planning, {by} reprend le service que {person} y a le {day}.",
    "À l'annexe, avec un autre planning, le service de {person} du {day} passe à {by}.",
  ],
  pay: [
    'Un service du matin est payé {early} euros, un service du soir {late} ; {paid} doit en outre toucher {n} euros du mois dernier.',
    'Il y a {early} euros par service du matin, {late} par service du soir et, une seule fois, {n} euros de plus pour {paid}.',
  ],
  facets: {
    table: [
      'le planning définitif, une liste avec un objet par jour, par ordre croissant : `{first}` le jour, `{second}` qui a le service du matin, `{third}` qui a celui du soir',
    ],
    people: [
      'une liste, triée par prénom, avec un objet par personne ayant au moins un service à la fin : `{second}` le prénom, `{third}` combien de services',
    ],
    daysOf: ['la liste des jours où {person} a un service à la fin, par ordre croissant'],
    changedDays: [
      "la liste, par ordre croissant, des jours où au moins un service n'est pas, à la fin, à la personne qui l'avait au début",
    ],
    late: ['la liste des prénoms aux services du soir du planning définitif, du premier jour au dernier'],
    failed: [
      'la liste, par ordre croissant, des numéros des changements qui ont échoué, pour quelque raison que ce soit',
    ],
    ruled: [
      "la liste, par ordre croissant, des numéros des changements qui n'ont échoué que par ce que quelqu'un aurait eu après eux",
    ],
    gained: ["la liste, de A à Z, des personnes qui ont à la fin plus de services qu'au début"],
    noLate: ['la liste, de A à Z, des personnes qui ont à la fin un service, mais aucun du soir'],
    pay: ['la somme en euros que reçoit {paid} en tout, supplément compris'],
    payWithout: ["la somme en euros que recevrait {paid} en tout si le numéro {without} n'avait jamais été demandé"],
    earned: ['la somme en euros pour tous les services des personnes qui en ont au moins deux à la fin'],
  },
  likePay: ["la même chose que `{like}`, mais comme si le numéro {without} n'avait jamais été demandé"],
}
