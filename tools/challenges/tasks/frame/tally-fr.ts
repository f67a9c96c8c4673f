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
  ordinals: [['première'], ['deuxième'], ['troisième'], ['quatrième', 'dernière']],
  revision: {
    withdrawn: ["La {note} note a d'abord été maintenue, puis rayée."],
    restored: ["La {note} note a d'abord été rayée, puis maintenue."],
    twice: ['Le nombre de la {note} note est à doubler.', 'La {note} note ne donne que la moitié du nombre juste.'],
    number: [
      'Le nombre de la {note} note devrait être {to}.',
      'La {note} note ne donne pas le nombre juste, qui est {to}.',
    ],
    person: [
      'Ce que la {note} note dit de {from} est vrai en réalité de {to}, et non de {from}.',
      'La {note} note parle de {from}, mais visait {to}.',
    ],
    disputed: [
      'Ce que la {note} note dit de {from} a été un temps attribué à {to}, mais à tort.',
      "La {note} note parle de {from} ; on a vérifié si elle visait {to}, et ce n'était pas le cas.",
    ],
    place: [
      'La {note} note devrait dire « {to} » et non « {from} ».',
      'Là où la {note} note dit « {from} », il faut lire « {to} ».',
    ],
    exchanged: [
      "La {note} et la {with} note ont échangé leurs personnes : chacune vaut pour celle dont parle l'autre.",
    ],
  },
  condition: {
    all: [
      '{At} comptent double ; tout le reste compte une fois.',
      'Tout compte une fois, sauf {at}, qui comptent double.',
    ],
    beyond: [
      'Pour chaque personne, {first} comptent une fois et, au-delà, chaque {each} compte double ; tout le reste compte une fois.',
    ],
    first: [
      'Pour chaque personne, {first} comptent double et, au-delà, chaque {each} compte une fois ; tout le reste compte une fois.',
    ],
    atLeast: [
      '{At} comptent double pour toute personne qui en a au moins {limit}, et une fois pour les autres ; tout le reste compte une fois.',
      'Tout compte une fois, mais {at} comptent double pour les personnes qui en ont {limit} ou plus.',
    ],
    fewer: ['Tout compte une fois, mais {at} comptent double pour les personnes qui en ont moins que {ofAgainst}.'],
  },
  except: {
    nobody: ['Cela vaut pour tout le monde.', "Il n'y a pas d'exception à cela."],
    person: ['Pour {who}, toutefois, tout compte une fois.', 'Cela ne vaut pas pour {who} : là, tout compte une fois.'],
    most: [
      'Pour la personne qui a le plus {ofAgainst}, toutefois, tout compte une fois.',
      'Cela ne vaut pas pour la personne qui a le plus {ofAgainst} : là, tout compte une fois.',
    ],
  },
  basis: [
    "Tout s'entend une fois prises en compte les notes et la remarque à leur sujet.",
    'Dans tous les cas, les notes et la remarque à leur sujet sont déjà prises en compte.',
  ],
  facet: {
    total: ['{total} de {of}'],
    without: ["{total} qu'aurait {of} sans la {note} note"],
    unrevised: ["{total} qu'aurait {of} sans la remarque sur les notes"],
    single: ["{total} qu'aurait {of} si tout comptait une fois"],
    gap: ["l'écart entre {totals}"],
    second: ['le nom de la personne qui vient en deuxième lieu par {byTotal}, par ordre décroissant'],
    rank: [
      'le rang de {of}, en chiffres, quand toutes les personnes sont classées par {byTotal}, par ordre décroissant',
    ],
    both: ['le nombre de personnes qui ont au moins {least} {counted} et moins de {fewer} {bareAt}, sans rien doubler'],
    doubled: ['le nombre de personnes dont le total est plus élevé que si tout comptait une fois'],
    mostAt: ['le nom de la personne qui a le plus {ofAt}, sans rien doubler'],
    sumAt: ['le nombre {ofAt} de toutes les personnes ensemble, sans rien doubler'],
  },
  like: [
    'la même chose que sous `{member}`, mais pour {of}',
    'ce qui est demandé sous `{member}`, pour {of} cette fois',
  ],
}
