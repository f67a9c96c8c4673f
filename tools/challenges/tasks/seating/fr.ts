import type { SeatingWords } from './words.ts'

const BETWEEN = ['personne', 'exactement une personne', 'exactement deux personnes', 'exactement trois personnes']

export const fr: SeatingWords = {
  scene: people => [
    `${people} occupent une rangée de cinq sièges, numérotés de 1 à 5 de gauche à droite.`,
    `Cinq sièges en rangée portent les numéros 1 (tout à gauche) à 5 (tout à droite). Ils sont occupés par ${people}, une personne par siège.`,
    `Une rangée compte les sièges 1 à 5 à partir de la gauche ; y sont assises cinq personnes, une par siège : ${people}.`,
  ],
  clue: clue => {
    switch (clue.kind) {
      case 'left':
        return [
          `${clue.one} se trouve plus à gauche que ${clue.other}.`,
          `Le siège de ${clue.other} porte un numéro plus élevé que celui de ${clue.one}.`,
          `Quelque part à droite de ${clue.one}, juste à côté ou plus loin, se trouve ${clue.other}.`,
        ]
      case 'next':
        return [
          `${clue.one} et ${clue.other} occupent deux sièges voisins.`,
          `Juste à côté de ${clue.one}, d'un côté ou de l'autre, se trouve ${clue.other}.`,
          `Il n'y a aucun siège entre ${clue.one} et ${clue.other}.`,
        ]
      case 'apart':
        return [
          `${clue.one} et ${clue.other} n'occupent pas des sièges voisins.`,
          `Entre ${clue.one} et ${clue.other}, il y a au moins un siège.`,
          `${clue.other} n'est pas juste à côté de ${clue.one}.`,
        ]
      case 'gap':
        return [
          `Entre ${clue.one} et ${clue.other}, il y a ${BETWEEN[clue.between]}.`,
          `Il y a ${BETWEEN[clue.between]} entre ${clue.other} et ${clue.one}.`,
        ]
      case 'end':
        return [`${clue.one} occupe une extrémité de la rangée.`, `${clue.one} n'a quelqu'un que d'un seul côté.`]
      case 'inner':
        return [`${clue.one} n'occupe aucune extrémité de la rangée.`, `${clue.one} a quelqu'un de chaque côté.`]
    }
  },
  exchange: (one, other) => [
    `La rangée était d'abord telle que décrite ; puis ${one} et ${other} ont échangé leurs sièges, et désormais seul compte le nouvel ordre.`,
    `Tout ce qui est dit des places de chacun vaut pour la situation précédant l'échange de sièges entre ${one} et ${other} ; ce qui est demandé et ce qui est payé se rapporte à celle qui suit l'échange.`,
    `Plus tard, ${one} et ${other} échangent leurs sièges. Les indices sur la place de chacun décrivent la rangée d'avant ; les prix et les questions, celle d'après.`,
  ],
  before: (name, seat) => [
    `La veille, ${name} avait le siège ${seat}, mais l'ordre de ce jour-là ne compte pas ici.`,
    `Que ${name} ait occupé le siège ${seat} la semaine d'avant n'apprend rien ici.`,
  ],
  price: (price, step) => [
    `Le siège 1 coûte ${price} pièces, et chaque siège suivant ${step} de plus que celui à sa gauche.`,
    `Le prix augmente de ${step} pièces d'un siège au suivant vers la droite ; pour le siège 1, il est de ${price}.`,
    `Pour le siège 1, le prix est de ${price} pièces ; chaque siège coûte ${step} de plus que son voisin de gauche.`,
  ],
  off: off => [
    `La personne qui occupe une extrémité de la rangée paie ${off} pièces de moins que le prix du siège.`,
    `Sur les deux sièges des extrémités, on retire ${off} pièces du prix.`,
    `Sur le prix du siège 1 comme du siège 5, une remise de ${off} pièces est accordée.`,
  ],
  order: {
    fromLeft: [
      "la liste des cinq noms du siège 1 au siège 5 après l'échange",
      "une liste des cinq noms dans l'ordre définitif, en commençant tout à gauche",
    ],
    fromRight: [
      "la liste des cinq noms du siège 5 au siège 1 après l'échange",
      "une liste des cinq noms dans l'ordre définitif, en commençant tout à droite",
    ],
  },
  pays: name => [
    `le nombre de pièces que ${name} paie pour son siège définitif`,
    `ce que ${name} paie, en pièces, pour le siège occupé après l'échange`,
  ],
}
