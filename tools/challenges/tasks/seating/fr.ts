import type { SeatingWords } from './words.ts'

const SEATS = ['aucun siège', 'un siège', 'deux sièges', 'trois sièges', 'quatre sièges']

export const fr: SeatingWords = {
  scene: [
    '{people} occupent une rangée de {count} sièges, numérotés de 1 à {last} de gauche à droite.',
    'Dans une rangée, {count} sièges portent les numéros 1 (tout à gauche) à {last} (tout à droite). Ils sont occupés par {people}, une personne par siège.',
    'Une rangée compte les sièges 1 à {last} à partir de la gauche ; y sont assises, une personne par siège : {people}.',
  ],
  sceneEmpty: [
    '{people} sont dans une rangée de {count} sièges, numérotés de 1 à {last} de gauche à droite ; un siège est vide.',
    "Dans une rangée, {count} sièges portent les numéros 1 (tout à gauche) à {last} (tout à droite). Il s'y trouve {people}, une personne par siège, et un siège reste libre.",
    'Une rangée compte les sièges 1 à {last} à partir de la gauche. Tous sauf un sont pris, par {people}.',
  ],
  clue: {
    left: [
      '{one} se trouve plus à gauche que {other}.',
      'Le siège de {other} porte un numéro plus élevé que celui de {one}.',
      'Quelque part à droite de {one}, juste à côté ou plus loin, se trouve {other}.',
      "En allant de gauche à droite, on arrive à {one} avant d'arriver à {other}.",
      "De {other} et {one}, c'est la seconde personne qui a le numéro de siège le plus bas.",
      'Pour {other}, de près ou de loin, {one} est à gauche.',
    ],
    next: [
      '{one} et {other} occupent deux sièges voisins.',
      "Juste à côté de {one}, d'un côté ou de l'autre, se trouve {other}.",
      "Il n'y a aucun siège entre {one} et {other}.",
      'Les numéros de siège de {one} et de {other} diffèrent de un.',
    ],
    apart: [
      "{one} et {other} n'occupent pas des sièges voisins.",
      'Entre {one} et {other}, il y a au moins un siège.',
      "{other} n'est pas juste à côté de {one}.",
      "Les numéros de siège de {one} et de {other} diffèrent de plus d'une unité.",
    ],
    gap: [
      'Entre les sièges de {one} et de {other}, on compte exactement {seats}, pris ou non.',
      'Pour aller de {one} à {other}, on passe devant exactement {seats}.',
      'Les numéros de siège de {one} et de {other} diffèrent de {difference}.',
      'De {one}, il faut {difference} pas, siège par siège, pour être à celui de {other}.',
    ],
    end: [
      '{one} occupe une extrémité de la rangée.',
      "D'un côté de {one}, il n'y a plus de siège.",
      "L'un des deux sièges des extrémités est celui de {one}.",
    ],
    inner: [
      "{one} n'occupe aucune extrémité de la rangée.",
      'De chaque côté de {one}, il y a encore un siège.',
      'Les deux sièges des extrémités ne sont pas celui de {one}.',
    ],
    even: ['Le siège de {one} porte un numéro pair.', 'Là où se trouve {one}, le numéro est pair.'],
    odd: ['Le siège de {one} porte un numéro impair.', 'Là où se trouve {one}, le numéro est impair.'],
    seat: ['{one} est au siège {seat}.', 'Le siège {seat} est celui de {one}.', 'Au siège {seat}, on trouve {one}.'],
    either: [
      '{one} est au siège {a} ou au siège {b}.',
      "Pour {one}, il n'y a pas d'autres sièges possibles que le {a} et le {b}.",
      "Si {one} n'est pas au siège {a}, c'est au siège {b}.",
    ],
    between: [
      '{one} se trouve quelque part entre {other} et {third}.',
      "{other} et {third} sont de part et d'autre de {one}.",
      "De ces trois personnes, c'est {one} qui a {other} d'un côté et {third} de l'autre, de près ou de loin.",
    ],
    threes: [
      "De gauche à droite viennent {one}, puis {other}, puis {third}, avec ou sans d'autres entre eux.",
      '{other} est à droite de {one} et à gauche de {third}, de près ou de loin.',
    ],
  },
  that: {
    left: ['{one} se trouve plus à gauche que {other}', '{other} a un numéro de siège plus élevé que {one}'],
    next: ['{one} et {other} occupent deux sièges voisins', "{one} et {other} n'ont aucun siège entre eux"],
    apart: ['{one} et {other} ont au moins un siège entre eux'],
    gap: ['{one} et {other} ont exactement {seats}, pris ou non, entre eux'],
    end: ['{one} occupe une extrémité de la rangée'],
    inner: ["{one} n'occupe aucune extrémité de la rangée"],
    even: ['le siège de {one} porte un numéro pair'],
    odd: ['le siège de {one} porte un numéro impair'],
    seat: ['{one} est au siège {seat}'],
    either: ['{one} est au siège {a} ou au siège {b}'],
    between: ['{one} se trouve quelque part entre {other} et {third}'],
    threes: ["{one}, {other} et {third} viennent dans cet ordre de gauche à droite, avec ou sans d'autres entre eux"],
  },
  seats: count => SEATS[count] ?? `${count} sièges`,
  refuted: [
    "Certains disent que {that}, mais c'est faux.",
    "L'affirmation selon laquelle {that} est fausse.",
    'On se trompe si on croit que {that}.',
    "C'est faux, bien qu'on l'entende souvent : que {that}.",
    "On aurait cru que {that}. Il n'en est rien.",
  ],
  confirmed: [
    "On a d'abord douté que ce soit vrai, mais c'est vrai : {that}.",
    "Il est vrai, même si quelqu'un l'a nié, que {that}.",
    "Quelqu'un a nié à tort ceci : {that}.",
    "On ne croirait pas que ce soit ainsi, mais ça l'est : {that}.",
  ],
  rumour: [
    "Quelqu'un prétend que {that} ; personne ne sait si c'est vrai.",
    'On ne sait pas si {that}.',
    "Dire que {that}, ce n'est qu'une supposition, et elle peut être fausse.",
  ],
  first: [
    "Les indices sur la place de chacun décrivent la rangée d'avant ; les prix et les questions, celle d'après.",
    'Ce qui est dit des places valait avant cela ; ce qui est payé et demandé se rapporte à la suite.',
    "Tous les indices sont de la rangée telle qu'elle était avant. Prix, remises et questions sont de la rangée telle qu'elle est depuis.",
  ],
  later: {
    one: ['Plus tard, il arriva ceci :', 'La rangée ne resta pas ainsi.', 'Puis vint ceci :'],
    more: ['Plus tard, il arriva ceci, dans cet ordre :', 'La rangée ne resta pas ainsi ; il y eut, successivement :'],
  },
  event: {
    swap: [
      '{one} et {other} échangèrent leurs sièges.',
      '{one} prit le siège de {other}, et {other} celui de {one}.',
      "Un échange de sièges entre {one} et {other}, d'abord refusé, se fit finalement.",
      "{one} et {other} échangèrent bien leurs sièges, après avoir décidé de n'en rien faire.",
    ],
    unswapped: [
      '{one} et {other} voulurent échanger leurs sièges, puis ne le firent pas.',
      "Un échange de sièges entre {one} et {other}, d'abord convenu, ne se fit finalement pas.",
      "{one} et {other} n'échangèrent pas leurs sièges, après avoir décidé de le faire.",
    ],
    seats: [
      'Les personnes qui avaient alors les sièges {a} et {b} les échangèrent.',
      'La personne alors au siège {a} passa au {b}, et celle qui était à ce dernier, au {a}.',
    ],
    empty: [
      '{one} passa au siège qui était vide.',
      'Le siège vide fut pris par {one}, dont le siège fut dès lors vide.',
    ],
    right: [
      "Tout le monde se décala d'un siège vers la droite, du {last} au 1 (un siège vide se décale comme une personne).",
      "Pour tout le monde, le numéro de siège monta d'une unité, le {last} devenant 1 ; la place d'un siège vide se décala aussi.",
    ],
    left: [
      "Tout le monde se décala d'un siège vers la gauche, du 1 au {last} (un siège vide se décale comme une personne).",
      "Pour tout le monde, le numéro de siège baissa d'une unité, le 1 devenant {last} ; la place d'un siège vide se décala aussi.",
    ],
    mirrored: [
      "Toute la rangée fut retournée : ce qui était au siège 1 passa au {last}, et ainsi de suite jusqu'au {last}, passé au 1.",
      "Ils prirent les sièges dans l'ordre inverse : la personne la plus à droite se trouva la plus à gauche, et ainsi de suite (un siège vide compris).",
    ],
  },
  before: [
    "La veille, {name} avait le siège {seat}, mais l'ordre de ce jour-là ne compte pas ici.",
    "Que {name} ait occupé le siège {seat} la semaine d'avant n'apprend rien ici.",
    "Un autre soir, {name} était au siège {seat}. C'était une autre rangée.",
    "{name} avait réservé le siège {seat} ; personne n'a respecté les réservations.",
  ],
  price: {
    fromLeft: [
      'Le siège 1 coûte {price} pièces, et chaque siège suivant {step} de plus que celui à sa gauche.',
      "Le prix augmente de {step} pièces d'un siège au suivant vers la droite ; pour le siège 1, il est de {price}.",
      'On demande {price} pièces pour le siège 1. Vers la droite, chaque siège en ajoute {step}.',
    ],
    fromRight: [
      'Le siège {last} coûte {price} pièces, et chaque autre siège {step} de plus que celui à sa droite.',
      "Le prix augmente de {step} pièces d'un siège au suivant vers la gauche ; pour le siège {last}, il est de {price}.",
      'On demande {price} pièces pour le siège {last}. Vers la gauche, chaque siège en ajoute {step}.',
    ],
  },
  off: {
    ends: [
      'La personne qui occupe une extrémité de la rangée paie {coins} pièces de moins que le prix du siège.',
      'Sur les deux sièges des extrémités, on retire {coins} pièces du prix.',
      'Sur le prix du siège 1 comme du siège {last}, une remise de {coins} pièces est accordée.',
    ],
    even: [
      'Aux sièges de numéro pair, on paie {coins} pièces de moins que le prix.',
      'Un siège impair coûte son plein prix ; pour un siège pair, on retire {coins} pièces.',
    ],
    beside: [
      'Qui est juste à côté de {person} paie {coins} pièces de moins que le prix du siège.',
      'Être juste à côté de {person} fait baisser le prix de {coins} pièces.',
    ],
    person: [
      "{person}, et personne d'autre, paie {coins} pièces de moins que le prix, quel que soit son siège.",
      "On ne fait de remise qu'à {person}, qui paie {coins} pièces de moins que le prix du siège.",
    ],
  },
  facet: {
    fromLeft: [
      'la liste des {count} noms selon les sièges définitifs, de tout à gauche à tout à droite',
      "une liste des {count} noms dans l'ordre définitif, en commençant tout à gauche",
    ],
    fromRight: [
      'la liste des {count} noms selon les sièges définitifs, de tout à droite à tout à gauche',
      "une liste des {count} noms dans l'ordre définitif, en commençant tout à droite",
    ],
    fromLeftFirst: ['la liste des {count} noms selon les sièges du début, de tout à gauche à tout à droite'],
    pays: [
      'le nombre de pièces que {person} paie pour son siège définitif',
      'ce que {person} paie, en pièces, pour le siège occupé à la fin',
      'ce que coûte à {person} son dernier siège, en pièces',
    ],
    paysFirst: ['le nombre de pièces que {person} devrait payer si tout le monde était resté au siège du début'],
    total: ['le nombre de pièces que tous paient ensemble pour leurs sièges définitifs'],
    difference: ['le nombre de pièces dont diffère ce que {one} et {other} paient à la fin'],
    seat: ['le numéro du siège que {person} a à la fin'],
    seatFirst: ['le numéro du siège que {person} avait au début'],
    at: ['le nom de la personne qui est au siège {seat} à la fin'],
    vacant: ['le numéro du siège qui est vide à la fin'],
    neighbours: [
      "la liste, dans n'importe quel ordre, des personnes qui sont à la fin juste à côté de {person} (peut-être vide)",
    ],
    lefter: ['le nombre de personnes qui sont à la fin plus à gauche que {person}'],
    among: [
      "la liste, dans n'importe quel ordre, des personnes qui sont à la fin entre {one} et {other} (peut-être vide)",
    ],
    moved: ["la liste, dans n'importe quel ordre, des personnes qui ont à la fin un autre siège qu'au début"],
    cheapest: ['le nom de la personne qui paie le moins à la fin'],
    threshold: ['le nombre de personnes qui paient à la fin plus de {limit} pièces'],
  },
}
