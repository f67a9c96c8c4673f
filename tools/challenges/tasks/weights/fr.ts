import type { WeightsWords } from './words.ts'

export const fr: WeightsWords = {
  scene: (one, other) => [
    `Cinq caisses ont été pesées en kilogrammes, chacune sur une de deux balances appelées ${one} et ${other}.`,
    `Un entrepôt a deux balances, ${one} et ${other}, sur lesquelles cinq caisses ont été pesées une fois chacune, en kilogrammes.`,
    `Chacune de cinq caisses est passée sur une balance, ${one} ou ${other} ; tous les chiffres sont des kilogrammes.`,
  ],
  crate: (crate, kilograms) => {
    if (crate.kind === 'exactly') {
      return [
        `Pour ${crate.name}, la balance a affiché ${kilograms} kg.`,
        `La valeur affichée pour ${crate.name} était de ${kilograms} kg.`,
      ]
    }
    if (crate.kind === 'together') {
      return [
        `Pour ${crate.name}, il s'est affiché autant que pour ${crate.than} et ${crate.and} réunies.`,
        `Les valeurs affichées pour ${crate.than} et ${crate.and}, additionnées, donnent celle affichée pour ${crate.name}.`,
      ]
    }
    const [verb, adjective] =
      crate.kind === 'more' ? ['dépassait de', 'supérieure'] : ['était inférieure de', 'inférieure']
    const to = crate.kind === 'more' ? 'celle' : 'à celle'
    return [
      `Pour ${crate.name}, la valeur affichée ${verb} ${crate.by} kg ${to} affichée pour ${crate.than}.`,
      `La valeur affichée pour ${crate.name} était ${adjective} de ${crate.by} kg à celle affichée pour ${crate.than}.`,
    ]
  },
  scales: (scale, crates) => [
    `Sur ${scale} ont été pesées ${crates}.`,
    `${crates} sont passées sur ${scale}.`,
    `La balance ${scale} a servi pour ${crates}.`,
  ],
  shown: [
    'Ce sont les valeurs affichées qui sont comparées, non les poids réels.',
    'Les comparaisons portent sur ce que les balances ont affiché, avant toute correction.',
  ],
  wrong: (wrong, excess, right) => [
    `${wrong} affiche chaque fois ${excess} kg de trop ; ${right} est exacte.`,
    `Si ${right} est fiable, toute valeur affichée par ${wrong} est supérieure de ${excess} kg au poids réel.`,
    `${right} affiche le poids réel ; ${wrong}, en revanche, ${excess} kg de trop.`,
  ],
  exact: crate => [
    `L'exception est ${crate} : la valeur affichée pour cette caisse est son poids réel, quelle que soit la balance.`,
    `Pour ${crate}, par exception, on ne retire rien : la valeur affichée est son poids réel.`,
  ],
  label: ({ crate, kilograms }) => [
    `Une étiquette sur ${crate} indique ${kilograms} kg, mais les étiquettes ne sont pas fiables et ne comptent pas.`,
    `Les ${kilograms} kg imprimés sur ${crate} datent d'un ancien contenu et ne signifient rien ici.`,
  ],
  order: {
    lightest: [
      'la liste des cinq caisses selon leur poids réel, la plus légère en premier',
      'une liste des cinq noms où le poids réel augmente du premier au dernier',
    ],
    heaviest: [
      'la liste des cinq caisses selon leur poids réel, la plus lourde en premier',
      'une liste des cinq noms où le poids réel diminue du premier au dernier',
    ],
  },
  weight: crate => [
    `le poids réel de ${crate} en kilogrammes`,
    `le nombre de kilogrammes que pèse réellement ${crate}`,
  ],
}
