import type { StatementWords } from './words.ts'

const CUTS = {
  first: 'sans le premier, dans leur ordre',
  last: 'sans le dernier, dans leur ordre',
  reversed: "dans l'ordre inverse de l'inscription",
}

export const fr: StatementWords = {
  scene: [
    "L'entrée (`input`) est votre propre fiche telle qu'elle est inscrite ici.",
    "Ce qui est inscrit à votre sujet figure dans l'entrée (`input`).",
    "L'entrée (`input`) montre la fiche sous laquelle vous figurez au registre.",
  ],
  base: (base, each) => [
    `Vous partez avec ${base} points, et chacun de vos centres d'intérêt inscrits en ajoute ${each}.`,
    `Chaque centre d'intérêt de votre fiche donne ${each} points, en plus des ${base} que vous avez de toute façon.`,
    `Vos points : ${base} au départ, plus ${each} par centre d'intérêt inscrit.`,
  ],
  few: (few, bonus) => [
    `Si vous avez moins de ${few} centres d'intérêt, ${bonus} points s'ajoutent une seule fois ; à partir de ${few}, rien ne s'ajoute.`,
    `Une fiche avec moins de ${few} centres d'intérêt reçoit une seule fois ${bonus} points de plus ; avec ${few} ou davantage, aucun.`,
    `Un supplément unique de ${bonus} points n'est accordé que si le nombre de vos centres d'intérêt est inférieur à ${few}.`,
  ],
  other: other => {
    if (other.kind === 'exactly') {
      return [`${other.name} a ${other.points} points.`, `Le total de ${other.name} est de ${other.points} points.`]
    }
    const kind = other.kind === 'more' ? 'de plus' : 'de moins'
    return [
      `${other.name} a ${other.by} points ${kind} que ${other.than}.`,
      `Par rapport à ${other.than}, ${other.name} a ${other.by} points ${kind}.`,
    ]
  },
  badge: (holder, points) => [
    `${holder} a reçu un jour un insigne qui vaudrait ${points} points ; les insignes ne comptent pas ici et ne sont compris dans aucun chiffre.`,
    `Un insigne de ${points} points que porte ${holder} ne compte pas et n'entre dans aucun de ces chiffres.`,
  ],
  shown: (whenEven, whenOdd) => [
    `${whenEven} si le nombre de vos centres d'intérêt inscrits est pair (zéro est pair), sinon ${whenOdd}`,
    `${whenOdd} si vous avez un nombre impair de centres d'intérêt inscrits, et ${whenEven} si ce nombre est pair ou s'il n'y en a pas`,
  ],
  name: 'votre nom inscrit (`name`)',
  handle: 'votre identifiant inscrit (`handle`)',
  points: ['le nombre de vos points', 'votre total de points', 'la somme de vos points'],
  topics: (cut, at, topic) => [
    at === 'front'
      ? `une liste : d'abord \`${topic}\`, puis vos centres d'intérêt inscrits ${CUTS[cut]}`
      : `une liste : vos centres d'intérêt inscrits ${CUTS[cut]}, puis \`${topic}\` comme dernier élément`,
    `la liste de vos centres d'intérêt ${CUTS[cut]}, avec \`${topic}\` ${at === 'front' ? 'avant' : 'après'} tous les autres`,
  ],
  beside: {
    next_above: [
      'le nom de la personne qui a plus de points que vous, mais le moins parmi celles qui en ont plus',
      'le nom de la personne juste au-dessus de vous si vous et ces trois personnes êtes classés par points, le plus grand total en haut',
    ],
    next_below: [
      'le nom de la personne qui a moins de points que vous, mais le plus parmi celles qui en ont moins',
      'le nom de la personne juste au-dessous de vous si vous et ces trois personnes êtes classés par points, le plus grand total en haut',
    ],
  },
}
