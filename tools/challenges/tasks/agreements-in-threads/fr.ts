import type { AgreementWords } from './words.ts'

export const fr: AgreementWords = {
  from: 'de',
  text: 'texte',
  scene: [
    "Quelques personnes s'écrivent au sujet de stands [d'information|de livres] dans trois villages : qui s'occupe duquel, et quel jour du mois.",
    "Les messages, dans l'ordre où ils ont été écrits, portent sur trois villages et sur qui y tient un stand, et quel jour du mois.",
  ],
  proposeSelf: [
    "Personne n'a encore {place}, si ? J'y serais le {day}.",
    'Inscrivez-moi pour {place} et le {day}, si vous voulez.',
    'Le {day}, je suis libre ; pourquoi pas {place} ?',
    'Je pourrais [tenir|prendre] le stand de {place}, le {day}.',
    "{place} le {day} me conviendrait bien, si c'est possible.",
    'Laissez-moi {place}. Le {day}, je dirais.',
  ],
  proposeOther: [
    '{taker} aurait le temps le {day}. Cela irait pour {place}.',
    "Mon idée pour {place}, c'est le {day}, et que {taker} y aille.",
    'Que diriez-vous de {taker} pour {place}, le {day} ?',
    '{place} pourrait revenir à {taker}, le {day}.',
    'Le {day}, {taker} pourrait avoir le stand de {place}.',
  ],
  day: [
    '{place}, plutôt le {day} ; qui y va ne change pas.',
    'Si cela ne gêne personne, {place} serait le {day}, sans changer de personne.',
    'Peut-on déplacer {place} au {day} ? La personne ne change pas.',
    'Le {day} serait un meilleur jour pour {place}, je trouve.',
    'Quant à {place} : je préférerais le {day}, avec la même personne que maintenant.',
  ],
  takerSelf: [
    "Quelqu'un pourrait se reposer : {place} pourrait être pour moi, sans changer le jour.",
    'Pour {place}, je me propose, le jour prévu.',
    'Je pourrais reprendre {place}, le même jour.',
    'Si cela aide, je peux prendre {place} à la place de la personne prévue ; le jour ne change pas.',
  ],
  takerOther: [
    'Laissons son jour à {place}, mais que {taker} y aille.',
    '{place}, ce serait plutôt pour {taker}, le jour prévu.',
    'Ne vaudrait-il pas mieux {taker} pour {place} ? Le jour peut rester le même.',
    'Je pense que {taker} devrait reprendre {place}, le même jour.',
  ],
  drop: [
    'Faut-il un stand à {place} ? Je crois que non.',
    '{place} pourrait aussi bien rester sans stand.',
    'À {place}, je préférerais ne pas avoir de stand du tout.',
    'Mieux vaut [renoncer tout à fait à|oublier complètement] {place}, je trouve.',
  ],
  yes: [
    "J'ai bien réfléchi à {place}, et cela me va.",
    "Pour {place}, j'avais des doutes ; je n'en ai plus.",
    'Rien à redire dans le cas de {place}.',
    "{place} : qu'il en soit ainsi.",
    "Je ne trouve rien à reprocher à l'idée pour {place}, alors allons-y.",
    "En ce qui concerne {place} : d'accord.",
    'Oui pour {place}.',
    'Quant à {place}, je suis tout à fait pour.',
  ],
  yesAll: [
    'De ma part, oui à la dernière proposition pour chaque village.',
    "Quel que soit le village, j'accepte ce qui a été proposé en dernier pour lui.",
  ],
  back: [
    "Ce que j'ai proposé en dernier pour {place}, je le retire.",
    'Oubliez ma dernière idée pour {place} ; je ne la propose plus.',
    'Réflexion faite, je retire ce que je voulais pour {place}.',
  ],
  no: [
    "J'ai bien réfléchi à {place}, et cela ne va pas.",
    "L'idée pour {place} me plaisait d'abord ; plus maintenant.",
    'Il y a du bon dans le cas de {place}, mais je dis non.',
    'En ce qui concerne {place} : non, cela ne me plaît pas.',
    'Non pour {place}.',
    'Quant à {place}, je suis contre.',
  ],
  yesAtOnce: [
    "J'avais des doutes, {to}, mais je n'en ai plus : oui.",
    'Rien à redire à cela, {to}.',
    "J'aurais dit la même chose, {to}. Qu'il en soit ainsi.",
    "D'accord, {to}.",
    "Bien, {to}, qu'il en soit ainsi.",
    '{to} a raison, [oui|faisons comme ça].',
  ],
  noAtOnce: [
    'Cela sonnait bien, {to}, mais non.',
    'Il y a du vrai, {to} ; je dis non tout de même.',
    'Plutôt pas, {to}.',
    'Non, {to}, cela ne me plaît pas.',
    'Pardon, {to}, mais je suis contre.',
  ],
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
  noBack: ['Ce qui a été retiré ne peut plus être adopté, ni la proposition que cela avait remplacée.'],
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
    latest: [
      'le village du stand adopté dont le jour est le plus tardif',
      'le village qui a son stand le dernier dans le mois',
    ],
    free: ["la liste, de A à Z, des personnes qui ont écrit un message et n'ont pas de stand à la fin"],
    opposed: ["le nombre de propositions auxquelles quelqu'un a dit non"],
    proposals: ['le nombre de toutes les propositions, adoptées ou non'],
    futile: [
      "le nombre de propositions (de personne, de jour ou de se passer de stand) qui n'ont jamais été adoptées",
      "le nombre de propositions, y compris de changer ou de renoncer, qui sont restées sans suite faute d'être adoptées",
    ],
    cost: ['la somme de tous les frais en euros', "le nombre d'euros à payer en tout"],
  },
}
