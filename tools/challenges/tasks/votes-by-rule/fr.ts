import type { VoteWords } from './words.ts'

export const fr: VoteWords = {
  scene: [
    'Une chorale vote par bulletins sur la destination de son prochain voyage.',
    "Les membres d'un club [d'aviron|d'échecs] choisissent par bulletins le nom de leur nouvelle maison.",
    "Dans une coopérative d'habitation, des bulletins décident du nom du nouveau jardin.",
  ],
  handedIn: [
    'Les propositions avaient été déposées dans cet ordre : {list}.',
    "Il y a quatre propositions, énumérées dans l'ordre de leur dépôt, la plus ancienne d'abord : {list}.",
  ],
  handedInBackwards: [
    'La dernière proposition déposée est {fourth}, précédée de {third}, elle-même précédée de {second} ; {first} avait été la toute première.',
    '{first} a été proposé avant {second}, que {third} a suivi ; {fourth} est la proposition la plus récente.',
  ],
  one: [
    '{list} a [écrit|noté|mis] {proposal}.',
    'En faveur de {proposal}, il y a le bulletin de {list}.',
    "Le choix de {list}, c'est {proposal}.",
  ],
  many: [
    '{list} ont [écrit|noté|mis] {proposal}.',
    '{list} ont {proposal} sur leurs bulletins.',
    'Sur les bulletins de {list} figure {proposal}.',
  ],
  same: [
    'Le bulletin de {voter} dit la même chose que celui de {other}.',
    '{voter} a suivi {other} et écrit le même nom.',
    "Ce que {other} a écrit, {voter} l'a écrit aussi.",
  ],
  twoNames: [
    'Le bulletin de {voter} porte deux noms : {proposal} et, en dessous, {second}.',
    "{voter} [n'a pas su choisir|a hésité] et a écrit deux noms, {second} en dessous de {proposal}.",
    'Deux noms figurent sur le bulletin de {voter} : {proposal} en haut, {second} en bas.',
  ],
  late: [
    'Le bulletin de {voter}, en faveur de {proposal}, [est arrivé|a été remis] après la clôture.',
    'Le vote était déjà clos quand {voter} a remis un bulletin pour {proposal}.',
  ],
  changed: [
    "{voter} a d'abord écrit {before}, puis l'a barré et a mis {proposal} à la place.",
    'Sur le bulletin de {voter}, {before} est barré et remplacé par {proposal}.',
  ],
  twoNamesLate: [
    'Le bulletin de {voter} est arrivé après la clôture et porte deux noms : {proposal} et, en dessous, {second}.',
  ],
  kept: [
    "{voter} a d'abord écrit {proposal}, l'a barré pour {before}, puis a remis {proposal} à la place.",
    'Sur le bulletin de {voter}, {proposal} est barré et remplacé par {before}, qui a dû à son tour céder la place à {proposal}.',
  ],
  inTime: [
    'Le bulletin de {voter}, en faveur de {proposal}, passait pour arrivé après la clôture, mais il était là à temps.',
    'On croyait le vote clos quand {voter} a remis un bulletin pour {proposal}, mais il était encore ouvert.',
  ],
  twoNamesLower: ['Un bulletin avec deux noms non barrés est valable et compte pour celui du bas.'],
  lateOneName: [
    'Ce qui arrive après la clôture est nul avec deux noms, et vaut sinon comme un bulletin remis à temps.',
  ],
  lateTie: [
    "Les bulletins arrivés après la clôture comptent comme les autres si, d'après ceux remis à temps, deux propositions ou plus se partagent le plus de voix ; sinon, ils sont nuls.",
  ],
  revisions: {
    exchanged: [
      "Les bulletins de {one} et {other} sont ici confondus : tout ce qui est dit de l'un vaut pour l'autre.",
      "Quelqu'un a soutenu qu'en tout cela, {one} et {other} avaient été pris l'un pour l'autre, et c'était vrai.",
    ],
    doubted: [
      "On a cru que les bulletins de {one} et {other} étaient ici confondus, mais il n'en est rien.",
      "Quelqu'un a soutenu qu'en tout cela, {one} et {other} avaient été pris l'un pour l'autre, et c'était faux.",
    ],
    misread: [
      "Sur le bulletin de {voter}, {to} a été mal lu : quoi qu'il en soit dit ici, c'est le seul nom qu'il porte.",
      "Quelqu'un a regardé de nouveau le bulletin de {voter} : ce qu'il porte, comme seul nom, est {to}.",
    ],
    withdrawn: [
      "{voter} a maintenu un temps son bulletin, mais l'a finalement repris et n'en a pas remis d'autre.",
      "{voter} voulait maintenir son bulletin, mais l'a ensuite repris pour de bon.",
    ],
    restored: [
      "{voter} a repris un temps son bulletin, mais l'a finalement maintenu tel quel, comme s'il n'avait jamais manqué.",
      "{voter} voulait reprendre son bulletin, mais l'a ensuite maintenu tel quel.",
    ],
  },
  silent: [
    "{n} autres membres n'ont remis aucun bulletin.",
    "En plus de toutes ces personnes, il y a {n} membres qui n'ont pas voté du tout.",
  ],
  outsider: [
    "{person}, qui habite à côté et n'est pas membre, a [raconté à tout le monde|déclaré bien haut] que {proposal} devait gagner.",
    "{person} n'est pas membre et n'a pas de bulletin, mais a plaidé pour {proposal}.",
    "{person}, qui était de passage et n'est pas membre, aurait choisi {proposal}.",
  ],
  membersOnly: [
    "Seuls comptent les membres, et seulement ce qu'ils ont écrit sur leurs bulletins.",
    'Les avis de gens extérieurs ne sont pas comptés, et ces gens non plus.',
  ],
  twoNamesVoid: [
    'Un bulletin portant deux noms non barrés est nul.',
    "Laisser plus d'un nom sur son bulletin, c'est voter nul.",
  ],
  twoNamesUpper: [
    'Un bulletin avec deux noms non barrés est valable et compte pour celui du haut.',
    'Deux noms non barrés ne nuisent pas à un bulletin : celui du bas est simplement ignoré.',
  ],
  lateCounts: [
    'Les bulletins arrivés après la clôture [comptent|valent] comme les autres.',
    'Un retard ne rend aucun bulletin nul.',
  ],
  lateVoid: [
    'Ce qui arrive après la clôture est nul.',
    'Un bulletin remis en retard [ne compte pas : il est nul|est nul].',
  ],
  tieEarlier: [
    'Entre propositions ayant autant de voix, celle qui a été déposée plus tôt est mieux placée.',
    'À égalité de voix, la proposition la plus ancienne passe devant la plus récente.',
  ],
  tieLater: [
    'Entre propositions ayant autant de voix, celle qui a été déposée plus tard est mieux placée.',
    'À égalité de voix, la proposition la plus récente passe devant la plus ancienne.',
  ],
  facets: {
    behind: ["la liste des propositions qui ont au moins deux voix de moins que la gagnante, dans l'ordre du résultat"],
    others: [
      'la liste, de A à Z, des personnes dont le bulletin valable compte pour une autre proposition que la gagnante',
    ],
    winnerWithout: ["la proposition qui gagnerait si {without} n'avait remis aucun bulletin"],
    ranking: [
      "la liste de toutes les propositions dans l'ordre du résultat, la gagnante en premier",
      'le classement des propositions sous forme de liste, de la meilleure à la dernière',
    ],
    winner: ["la proposition qui l'emporte", 'la proposition gagnante'],
    runnerUp: ['la proposition classée deuxième', 'la proposition placée juste derrière la gagnante'],
    last: ['la proposition classée dernière', 'la proposition qui ferme le classement'],
    supporters: [
      'la liste, par ordre alphabétique, des personnes dont le bulletin valable compte pour la gagnante',
      'la liste de celles et ceux dont un bulletin valable compte pour la proposition gagnante (prénoms de A à Z)',
    ],
    voidVoters: [
      'la liste, par ordre alphabétique, des personnes dont le bulletin est nul',
      'la liste de celles et ceux qui ont remis un bulletin nul (prénoms de A à Z)',
    ],
    valid: ['le nombre de bulletins valables', 'le nombre de bulletins qui sont valables'],
    margin: [
      "l'avance en voix de la gagnante sur la proposition classée dernière",
      'la différence de voix entre la première place du classement et la dernière',
    ],
    silent: [
      "le nombre de membres dont il n'existe pas de bulletin valable, parce qu'il est nul ou qu'il n'y en a pas",
      "le nombre de membres qui n'ont pas voté ou ont voté nul",
    ],
    notForWinner: [
      "le nombre de membres dont la gagnante n'a pas eu la voix, pour quelque raison que ce soit, y compris faute de bulletin",
      "le nombre de membres dont aucune voix valable n'est allée à la gagnante",
    ],
    members: ['le nombre de membres, avec ou sans bulletin', "le nombre total de membres, qu'ils aient voté ou non"],
  },
}
