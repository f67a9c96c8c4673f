import type { MergeWords } from './words.ts'

export const fr: MergeWords = {
  scene: [
    'Une salle de sport tient deux registres indiquant qui a quel casier.',
    'Les titulaires des casiers figurent dans deux registres, un ancien et un nouveau.',
  ],
  older: ["D'après l'ancien registre : {entries}.", "L'ancien registre contient ces inscriptions : {entries}."],
  newer: ["D'après le nouveau registre : {entries}.", 'Le nouveau registre contient ces inscriptions : {entries}.'],
  marks: [
    'Dans le nouveau registre, une étoile figure à côté des noms de {stars}, un cercle à côté de ceux de {rings}.',
    'Le nouveau registre porte un cercle pour {rings} et une étoile pour {stars}.',
  ],
  person: {
    older: {
      highest: "la personne qui a le plus grand numéro dans l'ancien registre",
      lowest: "la personne qui a le plus petit numéro dans l'ancien registre",
    },
    newer: {
      highest: 'la personne qui a le plus grand numéro dans le nouveau registre',
      lowest: 'la personne qui a le plus petit numéro dans le nouveau registre',
    },
  },
  entry: ['{name} {n}', '{n} {name}', '{name} (numéro {n})'],
  entryAbove: [
    '{name} {n} de plus que {base} dans le même registre',
    '{name} avec {n} au-dessus de {base} dans le même registre',
  ],
  entryBelow: [
    '{name} {n} de moins que {base} dans le même registre',
    '{name} avec {n} au-dessous de {base} dans le même registre',
  ],
  intro: [
    'À partir de la liste que donnent les règles, il y eut ensuite {count} événements, racontés ici dans leur ordre.',
    "{count} événements ont suivi cette liste établie selon les règles, racontés ici l'un après l'autre.",
  ],
  events: {
    exchange: [
      "{one} et {other} ont bien échangé leurs casiers, alors que cela leur avait d'abord été refusé.",
      "Ce qu'avait {other} est allé à {one}, et inversement. Personne ne pensait qu'ils seraient d'accord.",
      "{one} et {other} voulaient échanger leurs casiers ; on le leur a d'abord refusé, puis accordé, et l'échange a eu lieu.",
      "L'échange de casiers entre {one} et {other} a été annulé, puis de nouveau convenu et mené à bien.",
    ],
    handover: [
      "{other} a maintenant le casier de {one} et n'a plus l'ancien ; la personne qui l'a laissé est partie et n'est plus dans la liste.",
      "{one} a quitté la salle et n'est plus dans la liste ; le casier devait d'abord rester libre, puis {other} l'a pris et a vidé le sien.",
      "Après une démission retirée, {one} a fini par partir et n'est plus dans la liste ; {other} a obtenu ce casier et a laissé le sien.",
    ],
    leave: [
      "{other} a toujours son ancien casier et n'a pas, comme promis, celui de {one} : cette personne est partie et n'est plus dans la liste.",
      "{one} a quitté la salle et n'est plus dans la liste ; {other} devait d'abord prendre le casier, puis a préféré garder le sien.",
      "Après une démission retirée, {one} a fini par partir et n'est plus dans la liste ; {other} n'a pas obtenu ce casier et a gardé le sien.",
    ],
    nothing: [
      "{one} et {other} n'ont pas échangé leurs casiers, alors que cela leur avait d'abord été permis.",
      "Ce qu'avait {other} devait aller à {one}, et inversement. Finalement, tous deux ont gardé le leur.",
      "{one} et {other} voulaient échanger leurs casiers ; on le leur a d'abord accordé, puis refusé, et l'échange n'a pas eu lieu.",
      "L'échange de casiers entre {one} et {other} a été convenu, puis annulé et n'a pas été mené à bien.",
      '{one} avait donné sa démission et {other} devait prendre le casier ; puis la démission a été retirée et tout est resté comme avant.',
    ],
  },
  revisions: {
    instead: [
      "Une remarque : c'est de {right} que devrait parler le {at} événement, et non de {wrong}.",
      'Une remarque : en racontant le {at} événement, on a pris {right} pour {wrong}.',
      'Une remarque : ce que le {at} événement dit de {wrong} vaut pour {right}.',
      'Une remarque : pour le {at} événement, on a nommé {wrong} par erreur au lieu de {right}.',
    ],
    roles: [
      "Une remarque : pour le {at} événement, on a confondu les deux personnes, et chacune a fait ce qui est dit de l'autre.",
      "Une remarque : dans le {at} événement, le rôle de chaque personne revient à l'autre.",
    ],
    struck: [
      "Une remarque : rien de ce que dit le {at} événement n'a eu lieu, bien que cela ait été confirmé.",
      "Une remarque : le {at} événement a d'abord été tenu pour vrai, mais n'a pas eu lieu.",
      "Une remarque : le {at} événement a été mis en doute, puis confirmé, et s'est finalement révélé inventé.",
    ],
    kept: [
      "Une remarque : tout ce que dit le {at} événement a eu lieu tel que raconté, bien qu'on l'ait dit inventé.",
      "Une remarque : le {at} événement a d'abord été tenu pour inventé, mais a bien eu lieu tel que raconté.",
      "Une remarque : le {at} événement a été confirmé, puis mis en doute, et s'est finalement révélé vrai tel que raconté.",
    ],
    again: [
      'Une remarque : après tous, les deux personnes du {at} événement ont échangé les casiers dont elles disposaient alors.',
      'Une remarque : les deux personnes du {at} événement ont, tout à la fin, échangé les casiers dont elles disposaient alors.',
    ],
    order: [
      "Une remarque : le {first} et le {second} événement ont eu lieu dans l'ordre inverse, chacun à la place de l'autre.",
      "Une remarque : le {first} événement et le {second} événement doivent échanger leurs places dans l'ordre.",
    ],
  },
  both: [
    "Pour une personne présente dans les deux registres, c'est {winner} qui compte ; mais si {unless}, ce n'est pas {winner} qui compte, mais l'autre inscription.",
    "De deux inscriptions d'une même personne, c'est {winner} qui compte, sauf si {unless} : alors c'est l'autre.",
  ],
  winners: {
    newer: 'la nouvelle',
    older: "l'ancienne",
    higher: 'celle au plus grand numéro',
    lower: 'celle au plus petit numéro',
  },
  exceptions: {
    marked: 'la nouvelle inscription porte {mark}',
    near: 'les deux numéros diffèrent de {n} ou moins',
    above: 'le numéro du nouveau registre est supérieur à {n}',
  },
  single: {
    all: ['Une personne présente dans un seul registre est reprise de celui-ci dans tous les cas.'],
    unmarked: [
      "Une personne présente dans un seul registre est reprise de celui-ci, sauf si c'est le nouveau et que son inscription porte {mark} : elle n'est alors pas dans la liste.",
    ],
    from: [
      "Une personne présente dans un seul registre est reprise de celui-ci, mais pas avec un numéro inférieur à {n} : elle n'est alors pas dans la liste.",
    ],
  },
  mark: { star: 'une étoile', ring: 'un cercle' },
  list: [
    'la liste finale, {order}, un objet par personne, avec le nom sous `{name}` et le numéro du casier sous `{locker}`',
    'la liste finale, {order} : un objet par personne, où `{locker}` est le numéro du casier et `{name}` le nom',
  ],
  orders: { ascending: "le plus petit numéro d'abord", descending: "le plus grand numéro d'abord" },
  measures: {
    span: ['la différence entre le plus grand et le plus petit numéro de la liste finale'],
    second: ['le deuxième plus grand numéro de la liste finale'],
    lowest: ['la somme des deux plus petits numéros de la liste finale'],
    gap: ['la différence entre les numéros que {one} et {other} ont à la fin, comptée positivement'],
    moved: ['le nombre de personnes de la liste finale dont le numéro ne leur est donné par aucun registre'],
    kept: [
      "le nombre de personnes qui ont à la fin le numéro que leur donne l'ancien registre, celui-ci étant supérieur à {n}",
    ],
    first: ['le nom de la personne qui a le plus petit numéro à la fin'],
    next: ['le nom de la personne dont le numéro à la fin vient juste au-dessus de celui de {one}'],
    size: ['le nombre de personnes dans la liste finale'],
    fresh: ['le nombre de personnes qui ont à la fin le numéro que leur donne le nouveau registre'],
    over: ['la liste, de A à Z, des personnes dont le numéro à la fin est supérieur à {n}'],
    third: ['le nom de la personne qui a à la fin le troisième plus petit numéro'],
    out: ['la liste des noms présents dans un registre mais absents de la liste finale, de A à Z'],
  },
  worlds: {
    withoutEvent: [
      "en faisant comme si le {at} événement n'avait pas eu lieu",
      "à supposer que le {at} événement n'ait pas eu lieu",
    ],
    withoutEvents: ["en faisant comme si rien n'avait eu lieu depuis la rédaction des registres"],
    withoutRevision: ["en faisant comme si la remarque sur les événements n'existait pas"],
    otherEntry: [
      "en faisant comme si, pour quiconque figure dans les deux registres, on retenait l'inscription que les règles écartent",
    ],
  },
}
