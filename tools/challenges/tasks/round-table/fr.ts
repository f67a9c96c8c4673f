import type { RoundTableWords } from './words.ts'

export const fr: RoundTableWords = {
  scene: [
    "L'entrée est votre propre fiche, telle qu'elle est enregistrée ici. [Imaginez|Supposez] une table ronde où vous êtes avec quatre personnes invitées ; leurs centres d'intérêt sont donnés par des étiquettes comme les vôtres.",
    "Avec la fiche que voici (voir l'entrée), vous partagez une table avec quatre personnes invitées. Ce qui leur plaît est indiqué par le même genre d'étiquettes.",
    "Votre fiche enregistrée est l'entrée. Quatre personnes sont invitées à une table avec vous, chacune avec ses propres étiquettes.",
  ],
  guest: [
    "{person} s'intéresse à ceci : {tags}.",
    '{person} a les étiquettes {tags}.',
    "{tags} sont les centres d'intérêt de {person}.",
    'Ce qui plaît à {person} : {tags}.',
  ],
  like: [
    "{person} a les mêmes centres d'intérêt que {other}, mais avec {come} à la place de {gone}.",
    "Si des étiquettes de {other} on enlève {gone} et qu'on ajoute {come}, on a celles de {person}.",
    'À {person} plaît tout ce qui plaît à {other}, sauf {gone}, et en plus {come}.',
  ],
  absent: [
    '{person} a annoncé son absence.',
    'Finalement, la chaise de {person} reste vide.',
    '{person} ne peut pas venir, tout compte fait.',
  ],
  absentDoNot: [
    'Ne sont convives que les personnes qui viennent vraiment ; une personne absente ne figure dans aucune liste ni dans aucun nombre.',
    "Une personne invitée qui ne vient pas n'est pas un convive et n'est comptée nulle part.",
  ],
  former: [
    "L'an dernier, {person} était à cette table et ne parlait que de {tag}.",
    "{person}, de la tablée de l'an dernier, aimait {tag}.",
  ],
  formerDoNot: [
    "Les convives de l'an dernier [n'entrent pas en compte|ne comptent pas].",
    'Les convives des années passées ne comptent pas.',
  ],
  facets: {
    called: [
      "votre nom si vous partagez au moins un centre d'intérêt avec {guest}, sinon votre identifiant (`handle`)",
      'votre identifiant (`handle`) ou, si {guest} et vous avez une étiquette en commun, votre nom à la place',
    ],
    calledElse: [
      "votre identifiant (`handle`) si vous partagez au moins un centre d'intérêt avec {guest}, sinon votre nom",
      'votre nom ou, si {guest} et vous avez une étiquette en commun, votre identifiant (`handle`) à la place',
    ],
    sharing: [
      "la liste, dans n'importe quel ordre, des convives qui partagent au moins un centre d'intérêt avec vous",
      "la liste des convives avec lesquels vous avez une étiquette en commun (peu importe l'ordre)",
    ],
    strangers: [
      "la liste, dans n'importe quel ordre, des convives qui ne partagent aucun centre d'intérêt avec vous",
      "la liste des convives avec lesquels vous n'avez aucune étiquette en commun (peu importe l'ordre)",
    ],
    shared: [
      "la liste, dans n'importe quel ordre, de ceux de vos centres d'intérêt qu'a aussi au moins un convive",
      "la liste de vos étiquettes qui se trouvent aussi parmi les convives (peu importe l'ordre)",
    ],
    lonely: [
      "la liste, dans n'importe quel ordre, de ceux de vos centres d'intérêt qu'aucun convive n'a",
      "la liste de vos étiquettes qui ne se trouvent chez aucun des convives (peu importe l'ordre)",
    ],
    fresh: [
      "la liste, chacun une fois et dans n'importe quel ordre, des centres d'intérêt que des convives ont et que vous n'avez pas",
      "la liste des étiquettes présentes parmi les convives qui manquent à votre fiche (sans répétition, peu importe l'ordre)",
    ],
    cardShared: [
      "le numéro de votre carte : {n} et un de plus pour chacun de vos centres d'intérêt qu'a aussi au moins un convive",
      'la somme de {n} et du nombre de vos étiquettes qui se trouvent aussi parmi les convives',
    ],
    cardGuests: [
      "le numéro de votre carte : {n} et un de plus pour chaque convive qui partage un centre d'intérêt avec vous",
      'la somme de {n} et du nombre de convives avec lesquels vous avez au moins une étiquette en commun',
    ],
    cardFresh: [
      "le numéro de votre carte : {n} et un de plus pour chaque centre d'intérêt différent que des convives ont et que vous n'avez pas",
      "la somme de {n} et du nombre d'étiquettes différentes présentes parmi les convives mais pas sur votre fiche",
    ],
  },
}
