import type { TallyWords } from './tally-words.ts'

const bearer = {
  keys: 'la personne qui garde les clés',
  cash: 'la personne qui tient la caisse',
  plants: 'la personne qui arrose les plantes',
  radio: 'la personne qui choisit la musique',
}

export const fr: TallyWords = {
  trait: {
    keys: ['{who} garde les clés.', "C'est {who} qui garde les clés."],
    cash: ['{who} tient la caisse.', "C'est {who} qui tient la caisse."],
    plants: ['{who} arrose les plantes.', "C'est {who} qui arrose les plantes."],
    radio: ['{who} choisit la musique.', "C'est {who} qui choisit la musique."],
  },
  bearer,
  bearerOf: bearer,
  note: {
    nth: ['la première note', 'la deuxième note', 'la troisième note', 'la quatrième note', 'la cinquième note'],
    last: 'la dernière note',
    lastButOne: "l'avant-dernière note",
    about: ['la note sur {of}', 'la note qui nomme {of}'],
  },
  revision: {
    withdrawn: [
      "{note} a d'abord été maintenue, puis rayée.",
      "{note} est nulle, bien qu'elle ait été confirmée.",
      "Il ne reste rien de {note}. Que quelqu'un s'en soit porté garant n'y change rien.",
      "Tout est comme si {note} n'avait jamais été écrite.",
    ],
    restored: [
      "{note} a d'abord été rayée, puis maintenue.",
      "{note} vaut, bien qu'elle ait été rayée.",
      "Il n'y a rien à redire à {note}. Que quelqu'un l'ait rayée n'y change rien.",
    ],
    opposite: [
      "L'issue a été le contraire de ce que {note} dit à la fin.",
      "{note} est juste sauf pour l'issue : ce fut l'inverse.",
      "Ce que {note} donne comme issue est justement le contraire de ce qui s'est passé.",
    ],
    twice: [
      'Le nombre de {note} est à doubler.',
      '{note} ne donne que la moitié du nombre juste.',
      'Il faudrait le double de ce que dit {note}.',
    ],
    number: [
      'Le nombre de {note} devrait être {to}.',
      '{note} ne donne pas le nombre juste, qui est {to}.',
      "{to}, voilà le nombre qu'il faut dans {note}.",
    ],
    person: [
      'Ce que {note} dit de {from} est vrai en réalité de {to}, et non de {from}.',
      '{note} parle de {from}, mais visait {to}.',
      "C'est de {to} que {note} devrait parler, non de {from}.",
      'En écrivant {note}, on a pris {to} pour {from}.',
    ],
    disputed: [
      'Ce que {note} dit de {from} a été un temps attribué à {to}, mais à tort.',
      "{note} parle de {from} ; on a vérifié si elle visait {to}, et ce n'était pas le cas.",
      "En écrivant {note}, on n'a pas pris {to} pour {from}, bien que certains l'aient prétendu.",
    ],
    place: [
      '{note} devrait dire « {to} » et non « {from} ».',
      'Là où {note} dit « {from} », il faut lire « {to} ».',
      "« {to} », voilà ce qu'il faut dans {note}, et non « {from} ».",
    ],
    exchanged: [
      "{note} et {with} ont échangé leurs personnes : chacune vaut pour celle dont parle l'autre.",
      "Les noms dans {note} et dans {with} sont à échanger l'un contre l'autre.",
    ],
  },
  condition: {
    all: [
      '{At} comptent double ; tout le reste compte une fois.',
      'Tout compte une fois, sauf {at}, qui comptent double.',
    ],
    beyond: [
      'Pour chaque personne, {first} comptent une fois et, au-delà, chaque {each} compte double ; tout le reste compte une fois.',
      "Tout compte une fois ; seul compte double ce que quelqu'un a en {bareAt} au-delà de {limit}.",
    ],
    first: [
      'Pour chaque personne, {first} comptent double et, au-delà, chaque {each} compte une fois ; tout le reste compte une fois.',
      'Tout compte une fois, sauf que pour chaque personne {first} comptent double.',
    ],
    atLeast: [
      '{At} comptent double pour toute personne qui en a au moins {limit}, et une fois pour les autres ; tout le reste compte une fois.',
      'Tout compte une fois, mais {at} comptent double pour les personnes qui en ont {limit} ou plus.',
    ],
    below: [
      '{At} comptent double pour toute personne qui en a moins de {limit}, et une fois pour les autres ; tout le reste compte une fois.',
      'Tout compte une fois, mais {at} comptent double pour les personnes qui en ont moins de {limit}.',
    ],
    fewer: ['Tout compte une fois, mais {at} comptent double pour les personnes qui en ont moins que {ofAgainst}.'],
    more: ['Tout compte une fois, mais {at} comptent double pour les personnes qui en ont plus que {ofAgainst}.'],
  },
  except: {
    nobody: ['Cela vaut pour tout le monde.', "Il n'y a pas d'exception à cela."],
    person: [
      'Pour {who}, toutefois, tout compte une fois.',
      'Cela ne vaut pas pour {who} : là, tout compte une fois.',
      'Rien ne compte double, en revanche, pour {who}.',
    ],
    most: [
      'Pour la personne qui a le plus {ofAgainst}, toutefois, tout compte une fois.',
      'Cela ne vaut pas pour la personne qui a le plus {ofAgainst} : là, tout compte une fois.',
    ],
    least: [
      'Pour la personne qui a le moins {ofAgainst}, toutefois, tout compte une fois.',
      'Cela ne vaut pas pour la personne qui a le moins {ofAgainst} : là, tout compte une fois.',
    ],
  },
  basis: [
    "Tout s'entend une fois prises en compte les notes et toute remarque à leur sujet.",
    'Dans tous les cas, les notes et ce qui est remarqué à leur sujet sont déjà pris en compte.',
  ],
  facet: {
    total: ['{total} de {of}'],
    without: ["{total} qu'aurait {of} sans {note}"],
    unrevised: ["{total} qu'aurait {of} si rien n'avait été remarqué au sujet des notes"],
    unexcepted: ["{total} qu'aurait {of} si la règle sur ce qui compte double n'avait pas d'exception"],
    single: ["{total} qu'aurait {of} si tout comptait une fois"],
    sumOf: ["la somme, par {byTotal}, de ce qu'ont {one} et {other}"],
    difference: ['la différence, par {byTotal}, entre {one} et {other}'],
    gap: ["l'écart entre {totals}"],
    best: [
      'le nom de la personne qui vient en tête par {byTotal}',
      "le nom de la personne qui n'a personne devant elle par {byTotal}",
    ],
    second: ['le nom de la personne qui vient en deuxième lieu par {byTotal}, par ordre décroissant'],
    third: ['le nom de la personne qui, par {byTotal}, en a deux devant elle, ni plus ni moins'],
    worst: [
      'le nom de la personne qui vient en dernier par {byTotal}',
      "le nom de la personne qui n'a personne derrière elle par {byTotal}",
    ],
    ranking: [
      'la liste de tous les noms par {byTotal}, par ordre décroissant',
      'une liste de toutes les personnes, par {byTotal}, du plus grand au plus petit',
    ],
    rank: [
      'le rang de {of}, en chiffres, quand toutes les personnes sont classées par {byTotal}, par ordre décroissant',
    ],
    ahead: ['le nombre de personnes qui sont devant {of} par {byTotal}'],
    over: ["la liste, dans n'importe quel ordre et peut-être vide, des personnes qui ont {least} {counted} ou plus"],
    changed: [
      "la liste, dans n'importe quel ordre et peut-être vide, des personnes dont les chiffres, sans rien doubler, ne sont pas tous à la fin tels qu'écrits avant les notes",
    ],
    both: ['le nombre de personnes qui ont au moins {least} {counted} et moins de {fewer} {bareAt}, sans rien doubler'],
    doubled: ['le nombre de personnes dont le total est plus élevé que si tout comptait une fois'],
    mostAt: ['le nom de la personne qui a le plus {ofAt}, sans rien doubler'],
    leastAt: ['le nom de la personne qui a le moins {ofAt}, sans rien doubler'],
    sumAt: ['le nombre {ofAt} de toutes les personnes ensemble, sans rien doubler'],
  },
  like: [
    'la même chose que sous `{member}`, mais pour {of}',
    'ce qui est demandé sous `{member}`, pour {of} cette fois',
  ],
}
