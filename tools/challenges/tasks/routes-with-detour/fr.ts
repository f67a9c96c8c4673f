import type { RouteWords } from './words.ts'

export const fr: RouteWords = {
  start: [
    'Une camionnette [de livraison|de la bibliothèque] doit quitter le dépôt à {time}.',
    'Selon le plan, une camionnette [part|démarre] du dépôt à {time}.',
    'Une camionnette [chargée de colis|pleine de pain], qui fait sa tournée chaque jour, doit partir du dépôt à {time}.',
  ],
  late: [
    "Le jour en question, elle part {n} minutes après l'heure prévue.",
    "[Aujourd'hui|Cette fois], le départ est retardé de {n} minutes.",
    'En réalité, elle se met en route {n} minutes plus tard que prévu.',
  ],
  first: [
    'Le premier arrêt est {to}, à {n} minutes du dépôt.',
    "Du dépôt à {to}, où elle s'arrête d'abord, il faut {n} minutes.",
    "Elle se rend d'abord à {to}, à {n} minutes de là.",
  ],
  leg: [
    'De {from}, [elle continue|la tournée continue] vers {to}, à {n} minutes.',
    '{to} vient après {from}, à une distance de {n} minutes.',
    'Le trajet de {from} à {to}, étape suivante de la tournée, prend {n} minutes.',
    'Après {from}, la tournée mène à {to} ; cela prend {n} minutes.',
  ],
  longerLeg: [
    'De {from}, elle continue vers {to}, ce qui prend {n} minutes de plus que le trajet normal de {before} à {from}.',
    'Après {from} vient {to} : un trajet plus long de {n} minutes que le trajet normal de {before} à {from}.',
  ],
  shorterLeg: [
    'De {from}, elle continue vers {to}, ce qui prend {n} minutes de moins que le trajet normal de {before} à {from}.',
    'Après {from} vient {to} : un trajet plus court de {n} minutes que le trajet normal de {before} à {from}.',
  ],
  sameLeg: ['De {from}, elle continue vers {to}, un trajet aussi long que le trajet normal de {before} à {from}.'],
  wait: [
    "Partout où elle s'arrête, [sauf au dernier arrêt|le dernier arrêt excepté], la camionnette [attend|reste] {n} minutes.",
    "Chaque arrêt dure {n} minutes avant qu'elle reparte, y compris lors d'un détour ; au dernier, rien ne s'ajoute.",
    "Entre l'arrivée et le départ, il se passe {n} minutes partout où elle s'arrête ; la tournée finit à l'arrivée au dernier arrêt.",
  ],
  intro: [
    "Trois messages disent comment s'est passé ce jour :",
    'Sur le déroulement de ce jour, il y a trois messages.',
  ],
  incidents: {
    wait: [
      "L'attente {at} devait être aussi courte que toujours ; finalement, elle a duré {n} minutes de plus que d'habitude.",
      "Le déchargement {at} devait aller vite, mais il a pris {n} minutes en plus de l'attente habituelle.",
    ],
    brief: [
      "L'attente {at} devait être longue ; finalement, elle a duré {n} minutes de moins que d'habitude.",
      "Le déchargement {at} devait traîner, mais il a fait gagner {n} minutes sur l'attente habituelle.",
    ],
    drive: [
      "Sur le trajet {to}, on n'attendait pas de travaux ; finalement, ils l'ont allongé de {n} minutes.",
      "Un pont fermé devait être rouvert pour le trajet {to}, mais il ne l'était pas et a coûté {n} minutes de plus.",
    ],
    nothing: [
      "L'attente {at} devait durer {n} minutes de plus que d'habitude ; finalement, elle a été aussi courte que toujours.",
      "Sur le trajet {to}, des travaux devaient coûter {n} minutes de plus, mais il n'y en avait pas ce jour-là.",
      'Un pont fermé devait coûter {n} minutes de plus sur le trajet {to}, mais il était rouvert.',
    ],
  },
  at: {
    name: 'à {stop}',
    after: "à l'arrêt qui suit {stop} dans la tournée normale",
    lastButOne: "à l'avant-dernier arrêt de la tournée normale",
  },
  to: {
    name: "jusqu'à {stop}",
    after: "jusqu'à l'arrêt qui suit {stop} dans la tournée normale",
    lastButOne: "jusqu'à l'avant-dernier arrêt de la tournée normale",
  },
  revisions: {
    elsewhere: ["Une remarque : le {at} message concerne {stop} et non l'arrêt qu'il indique."],
    doubled: ["Une remarque : le {at} message n'indique que la moitié des minutes réelles."],
    struck: [
      "Une remarque : le {at} message a d'abord été tenu pour vrai, mais il est inventé.",
      "Une remarque : le {at} message a été mis en doute, puis confirmé, et s'est finalement révélé inventé.",
    ],
    kept: [
      "Une remarque : le {at} message a d'abord été tenu pour inventé, mais il est vrai.",
      "Une remarque : le {at} message a été confirmé, puis mis en doute, et s'est finalement révélé vrai.",
    ],
    minutes: ["Une remarque : le {first} et le {second} message portent chacun les minutes de l'autre."],
    kind: [
      "Une remarque : le {at} message confond l'attente à l'arrêt et le trajet qui y mène ; les minutes en plus reviennent à l'autre des deux.",
    ],
  },
  rule: [
    "Une règle vaut pour l'arrivée à {at} : {condition}, {action}{unless}.",
    "À l'arrivée à {at}, on décide de la suite : {condition}, {action}{unless}. Sinon, elle continue comme toujours.",
  ],
  conditions: {
    late: ["s'il est alors plus de {limit}"],
    driven: ['si la camionnette a roulé jusque-là plus de {limit} minutes depuis le dépôt, attentes non comprises'],
    waited: ['si la camionnette a attendu plus de {limit} minutes en tout aux arrêts précédents'],
  },
  unless: {
    never: [''],
    longDrive: [", sauf si l'un de ses trajets jusque-là a pris plus de {n} minutes"],
    shortDrive: [", sauf si le trajet jusqu'à {at} a pris moins de {n} minutes"],
  },
  actions: {
    by: [
      "elle laisse {skipped} de côté, s'arrête à la place à {stop} (à {there} minutes de {at}) et de là gagne {next} en {onward} minutes",
    ],
    skip: ['elle laisse {skipped} de côté et va de {at} directement à {next} en {onward} minutes'],
    hurry: ['elle ne laisse aucun arrêt de côté, mais raccourcit de {less} minutes chaque attente après celle de {at}'],
  },
  measures: {
    stops: ["la liste des lieux où la camionnette s'arrête, dans l'ordre de ses arrêts"],
    longestTo: ["le lieu où s'achève son plus long trajet"],
    after: [
      'le premier lieu où la camionnette arrive après {time}',
      "le premier des lieux qu'elle atteint après {time}",
    ],
    arrival: [
      "l'heure à laquelle la tournée se termine, sous la forme HH:MM",
      "l'heure d'arrivée au dernier arrêt (HH:MM)",
    ],
    departure: ["l'heure, sous la forme HH:MM, à laquelle la camionnette part pour son dernier arrêt"],
    midway: ["l'heure, sous la forme HH:MM, à laquelle elle arrive au troisième des lieux où elle s'arrête"],
    driving: ['le nombre de minutes passées à rouler, sans aucune attente'],
    waiting: ['le nombre de minutes que la camionnette attend en tout à ses arrêts'],
    longest: ['le nombre de minutes de son plus long trajet'],
    whole: ['le nombre de minutes entre le départ réel et la dernière arrivée, attentes comprises'],
    between: ['le nombre de minutes entre sa première arrivée à un arrêt et la dernière'],
    longWaits: ["le nombre de minutes d'attente en tout aux arrêts vers lesquels le trajet a pris plus de {n} minutes"],
  },
  worlds: {
    onTime: ["en faisant comme si elle était partie à l'heure prévue"],
    withoutRule: ["en faisant comme s'il n'y avait pas de règle pour cette arrivée"],
    withoutIncident: ["en faisant comme si ce que dit le {at} message n'avait pas eu lieu"],
    withoutRevision: ["en faisant comme si la remarque sur les messages n'existait pas"],
  },
}
