import type { StockWords } from './words.ts'

export const fr: StockWords = {
  listed: [
    "[Avant l'ouverture|Tôt le matin|À huit heures], il y avait sur l'étagère d'une ludothèque {list}.",
    'Une ludothèque qui prête des jeux tient une liste. [Le matin, avant la première visite,|Au départ] on y lisait : {list}.',
    "D'après la liste [faite avant l'ouverture|par laquelle la journée a commencé], la ludothèque avait {list}.",
    "La journée à la ludothèque [commence|a commencé] avec {list} sur l'étagère, si l'on en croit la liste.",
  ],
  item: ['{n} exemplaires de {title}', '{title} ({n} exemplaires)', '{n} fois {title}'],
  taken: [
    '{person} a [emprunté|emporté|pris] {n} exemplaires de {title}.',
    '{n} exemplaires de {title} ont été [prêtés|confiés] à {person}.',
    'De {title}, {person} a [emporté|emprunté] {n} exemplaires.',
    '{person} cherchait {title} et en a [pris|emprunté] {n} exemplaires.',
    'Pour une fête, {person} avait besoin de {title} et en a emporté {n} exemplaires.',
  ],
  returned: [
    '{person} a [rendu plus tard|fini par rapporter] tous ses exemplaires sauf {kept}.',
    '{kept} des exemplaires empruntés par {person} ne sont pas revenus ; les autres [sont revenus le soir|ont été rendus avant la fermeture].',
    '[Avant la fermeture|Le soir], {person} a tout rendu, à {kept} exemplaires près.',
    'Ce que {person} avait emporté est revenu, sauf {kept} exemplaires.',
  ],
  returnedAll: [
    '{person} a [tout rendu plus tard|fini par tout rapporter].',
    "Ce que {person} avait emporté est revenu [au complet|sans qu'il manque rien].",
    '[Avant la fermeture|Le soir], {person} a rendu tous ses exemplaires.',
  ],
  damaged: [
    'Parmi ce que {person} a [rendu|rapporté], {n} exemplaires étaient abîmés.',
    '{n} des exemplaires rapportés par {person} avaient [une boîte déchirée|des pièces perdues] : ils comptent comme abîmés.',
    'Quand {person} les a rendus, {n} exemplaires étaient abîmés.',
  ],
  damagedCount: [
    "[Les dégâts n'ont pas d'importance|On ferme les yeux sur les dégâts] : un exemplaire abîmé posé sur l'étagère compte comme un autre.",
    "Ce qui revient abîmé est remis sur l'étagère et [fait partie du stock|est compté] malgré tout.",
  ],
  damagedDoNot: [
    "Un exemplaire qui revient abîmé [part à l'atelier et ne fait plus partie du stock|est jeté et n'est plus compté].",
    "Seuls les exemplaires intacts [comptent dans le stock|sont remis sur l'étagère] ; les autres [sont écartés|sont retirés du stock].",
  ],
  mixed: [
    '{n} des exemplaires [notés|inscrits] sous {from} relevaient en réalité de {to}, et la liste a été corrigée.',
    "[Quelqu'un a remarqué|On s'est aperçu] que {n} exemplaires rangés sous {from} relevaient de {to} ; on les a déplacés sous {to}.",
    '{to} a gagné {n} exemplaires que la liste attribuait [par erreur|à tort] à {from}, qui en a perdu autant.',
  ],
  more: [
    'Pour {title}, la liste comportait une erreur : dès le départ, il y avait {n} exemplaires de plus que noté.',
    "De {title}, {n} exemplaires avaient été oubliés au moment d'écrire la liste ; ils étaient sur l'étagère depuis le début.",
  ],
  fewer: [
    'Pour {title}, la liste comportait une erreur : dès le départ, il y avait {n} exemplaires de moins que noté.',
    'De {title}, la liste annonçait dès le départ {n} exemplaires de trop.',
  ],
  given: [
    "Quelqu'un a offert à la ludothèque {n} exemplaires de {title}, qui ont été mis sur l'étagère.",
    "L'étagère a gagné {n} exemplaires de {title}, un cadeau d'abord refusé, puis accepté.",
  ],
  sold: [
    "{n} exemplaires de {title} ont été vendus et ont quitté l'étagère pour de bon.",
    "L'étagère a perdu {n} exemplaires de {title}, dont un acheteur n'a d'abord pas voulu, avant de les prendre.",
  ],
  declined: [
    "Quelqu'un a proposé d'offrir {n} exemplaires de {title}, cadeau d'abord accepté, puis refusé.",
    "L'étagère n'a rien gagné des {n} exemplaires de {title} que quelqu'un voulait offrir.",
  ],
  wanted: [
    '{person} a fait mettre de côté {n} exemplaires de {title}, puis a renoncé à les prendre.',
    "{n} exemplaires de {title} ont failli aller à {person}, mais le prêt ne s'est pas fait.",
    "Rien n'a finalement été prêté à {person}, malgré une demande de {n} exemplaires de {title}.",
  ],
  passed: [
    'Tout ce que {person} avait encore est allé à {to} et y est resté.',
    "{to} a repris tout ce que {person} avait encore, et ne l'a pas rendu.",
  ],
  remark: {
    copies: [
      'Une remarque : {person} a en réalité emprunté {to} exemplaires.',
      "Une remarque : pour {person}, le nombre d'exemplaires empruntés n'est pas juste ; c'est {to}.",
    ],
    title: [
      "Une remarque : ce que {person} a emprunté, c'était {to} et non {from}.",
      "Une remarque : personne n'a prêté à {person} quoi que ce soit de {from} ; c'étaient autant d'exemplaires de {to}.",
    ],
    doubted: [
      "Une remarque : certains croyaient que {person} avait emprunté {to}, mais c'était {from}, comme il est dit.",
      "Une remarque : on a vérifié ce que {person} a emprunté, car cela aurait pu être {to} ; c'était bien {from}.",
    ],
  },
  ordered: [
    '{n} exemplaires de {title} sont [en commande|commandés].',
    'Le fournisseur a promis {n} autres exemplaires de {title}.',
    'De {title}, {n} exemplaires supplémentaires doivent arriver [la semaine prochaine|sous peu].',
  ],
  orderedDoNot: [
    "[Ce qui reste à livrer ne compte pas|Ce qui n'est pas encore livré ne fait pas partie du stock].",
    'Les livraisons à venir ne comptent pas.',
    "Le stock est ce que la ludothèque a sur son étagère, non ce qu'un fournisseur enverra.",
  ],
  facets: {
    order: [
      "la liste des titres [selon leur stock final|selon ce qu'il y a finalement sur l'étagère], du plus petit au plus grand",
      "la liste de tous les titres, de celui qui a le moins d'exemplaires à la fin jusqu'à celui qui en a le plus",
    ],
    total: ["le nombre d'exemplaires sur l'étagère à la fin, tous titres confondus", 'le stock total à la fin'],
    spread: [
      "l'écart entre le plus grand et le plus petit stock d'un titre à la fin",
      "le nombre d'exemplaires dont le titre le plus fourni à la fin dépasse le moins fourni",
    ],
    pair: [
      'le stock de {first} et de {second} réunis à la fin',
      "le nombre d'exemplaires que {first} et {second} totalisent à eux deux à la fin",
    ],
    borrowers: [
      'la liste, par ordre alphabétique, des personnes qui ont encore des exemplaires chez elles',
      'la liste des personnes entre les mains de qui restent des exemplaires empruntés (prénoms de A à Z)',
    ],
    out: [
      "le nombre d'exemplaires qui sont encore chez les emprunteurs",
      "le nombre d'exemplaires empruntés, tous titres confondus, qui ne sont pas revenus",
    ],
    changed: [
      "le titre dont le stock final s'éloigne le plus de la liste telle qu'elle était d'abord écrite, vers le haut ou vers le bas",
      "le titre pour lequel la fin de la journée et la première liste diffèrent le plus, dans un sens ou dans l'autre",
    ],
    change: [
      'le plus grand écart, pour un seul titre, entre la première liste et le stock final (sans signe)',
      "le nombre d'exemplaires dont le titre qui a le plus changé s'écarte de la première liste, en plus ou en moins (sans signe)",
    ],
    missing: [
      "le nombre d'exemplaires à acheter, tous titres confondus, pour que chaque titre soit au moins {n} fois sur l'étagère",
      "le total de ce qui manque si aucun titre ne doit avoir moins de {n} exemplaires sur l'étagère",
    ],
    first: ['le stock de {first} à la fin'],
    gap: ["le nombre d'exemplaires dont diffèrent les stocks de {first} et de {second} à la fin"],
    second: ['le titre qui a le deuxième plus grand stock à la fin'],
    below: ["le nombre de titres dont il y a à la fin moins de {n} exemplaires sur l'étagère"],
    lent: ["le nombre d'exemplaires empruntés en tout, rendus ou non"],
    unremarked: ["le stock qu'aurait {first} à la fin sans la remarque"],
    damaged: ["le nombre d'exemplaires revenus abîmés", "le nombre d'exemplaires rendus en mauvais état"],
  },
}
