import type { AgreementWords } from './words.ts'

export const fr: AgreementWords = {
  from: 'de',
  text: 'texte',
  scene: [
    "Quelques personnes s'écrivent au sujet de stands [d'information|de livres] dans trois villages : qui s'occupe duquel, et quel jour du mois.",
    "Les messages, dans l'ordre où ils ont été écrits, portent sur trois villages et sur qui y tient un stand, et quel jour du mois.",
  ],
  proposeSelf: [
    'Je pourrais [tenir|prendre] le stand de {place}, le {day}.',
    "{place} le {day} me conviendrait bien, si c'est possible.",
    'Laissez-moi {place}. Le {day}, je dirais.',
  ],
  proposeOther: [
    'Que diriez-vous de {taker} pour {place}, le {day} ?',
    '{place} pourrait revenir à {taker}, le {day}.',
    'Le {day}, {taker} pourrait avoir le stand de {place}.',
  ],
  day: [
    'Peut-on déplacer {place} au {day} ? La personne ne change pas.',
    'Le {day} serait un meilleur jour pour {place}, je trouve.',
    'Quant à {place} : je préférerais le {day}, avec la même personne que maintenant.',
  ],
  takerSelf: [
    'Je pourrais reprendre {place}, le même jour.',
    'Si cela aide, je peux prendre {place} à la place de la personne prévue ; le jour ne change pas.',
  ],
  takerOther: [
    'Ne vaudrait-il pas mieux {taker} pour {place} ? Le jour peut rester le même.',
    'Je pense que {taker} devrait reprendre {place}, le même jour.',
  ],
  drop: [
    'À {place}, je préférerais ne pas avoir de stand du tout.',
    'Mieux vaut [renoncer tout à fait à|oublier complètement] {place}, je trouve.',
  ],
  yes: ["En ce qui concerne {place} : d'accord.", 'Oui pour {place}.', 'Quant à {place}, je suis tout à fait pour.'],
  no: [
    'En ce qui concerne {place} : non, cela ne me plaît pas.',
    'Non pour {place}.',
    'Quant à {place}, je suis contre.',
  ],
  yesAtOnce: ["D'accord, {to}.", "Bien, {to}, qu'il en soit ainsi.", '{to} a raison, [oui|faisons comme ça].'],
  noAtOnce: ['Plutôt pas, {to}.', 'Non, {to}, cela ne me plaît pas.', 'Pardon, {to}, mais je suis contre.'],
  past: [
    "L'an dernier, j'avais {place} le {day} et il a plu.",
    "Comme c'était bien l'an dernier à {place}, le {day}, avec moi au stand !",
  ],
  anybody: [
    "Une proposition est adoptée quand une autre personne que celle qui l'a faite y consent.",
    "Pour adopter une proposition, il suffit d'un oui de n'importe qui, sauf de la personne qui l'a faite.",
  ],
  lead: [
    'Une proposition est adoptée quand {lead} y consent ; le oui des autres ne suffit pas.',
    "Seul un oui de {lead} fait adopter une proposition, quoi qu'en disent les autres.",
  ],
  latest: [
    "Un oui ou un non porte sur la dernière proposition pour le village nommé ou, si aucun n'est nommé, sur le message juste avant ; une proposition jamais adoptée ne change rien. Ce qu'une proposition ne nomme pas reste tel qu'adopté en dernier.",
    "Un message qui accepte ou refuse sans nommer de village parle du message juste avant, sinon de la proposition la plus récente pour le village nommé ; tant qu'une proposition n'est pas adoptée, ce qui a été adopté avant demeure. Le même jour ou la même personne : ce qui a été adopté en dernier.",
  ],
  noPast: ["Ce qui s'est passé l'an dernier [ne compte pas|ne change rien].", "L'an dernier n'entre pas en compte."],
  cost: [
    "Chaque village qui a un stand à la fin coûte {fee} euros ; s'y ajoutent, une seule fois, {n} euros pour la camionnette.",
    "Il faut payer {n} euros pour la camionnette, quel que soit le nombre de stands, et {fee} euros pour chaque stand qu'il y a à la fin.",
  ],
  facets: {
    stands: [
      "une liste avec un objet par stand adopté à la fin, dans l'ordre des jours : `{first}` le village, `{second}` qui le tient, `{third}` le jour sous forme de nombre",
      "le plan définitif, du premier jour au dernier : une liste d'objets, chacun avec le village sous `{first}`, la personne sous `{second}` et le numéro du jour sous `{third}`",
    ],
    people: [
      'une liste avec un objet par personne qui a au moins un stand à la fin, par ordre alphabétique : `{second}` le prénom, `{third}` combien de stands',
      "une liste, triée par prénom, du nombre de stands que chaque personne a à la fin, sauf celles qui n'en ont aucun : des objets avec le prénom sous `{second}` et le nombre sous `{third}`",
    ],
    open: [
      'la liste des villages sans stand à la fin, par ordre alphabétique',
      'la liste des villages qui se retrouvent sans stand à la fin (de A à Z)',
    ],
    changed: [
      'la liste, par ordre alphabétique, des villages où ce qui était adopté a plus tard été remplacé ou annulé par une proposition adoptée',
      'la liste des villages pour lesquels une proposition adoptée a changé ou annulé ce qui était adopté avant (de A à Z)',
    ],
    earliest: [
      'le village du stand adopté dont le jour vient le plus tôt',
      'le village qui a son stand en premier dans le mois',
    ],
    futile: [
      "le nombre de propositions (de personne, de jour ou de se passer de stand) qui n'ont jamais été adoptées",
      "le nombre de propositions, y compris de changer ou de renoncer, qui sont restées sans suite faute d'être adoptées",
    ],
    cost: ['la somme de tous les frais en euros', "le nombre d'euros à payer en tout"],
  },
}
