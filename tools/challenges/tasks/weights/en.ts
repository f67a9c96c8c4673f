import type { WeightsWords } from './words.ts'

export const en: WeightsWords = {
  scene: (one, other) => [
    `Five crates were weighed in kilograms, each on one of two scales called ${one} and ${other}.`,
    `A store has two scales, ${one} and ${other}, on which five crates were weighed once each, in kilograms.`,
    `Each of five crates was put on one scale, either ${one} or ${other}; all figures are kilograms.`,
  ],
  crate: (crate, kilograms) => {
    if (crate.kind === 'exactly') {
      return [
        `For ${crate.name}, ${kilograms} kg was shown.`,
        `The figure shown for ${crate.name} was ${kilograms} kg.`,
      ]
    }
    if (crate.kind === 'together') {
      return [
        `For ${crate.name} as much was shown as for ${crate.than} and ${crate.and} together.`,
        `The figures of ${crate.than} and ${crate.and}, added up, make the one shown for ${crate.name}.`,
      ]
    }
    return [
      `For ${crate.name}, ${crate.by} kg ${crate.kind} was shown than for ${crate.than}.`,
      `The figure of ${crate.name} was ${crate.by} kg ${crate.kind === 'more' ? 'above' : 'below'} that of ${crate.than}.`,
    ]
  },
  scales: (scale, crates) => [
    `${crates} were weighed on ${scale}.`,
    `${crates} went on ${scale}.`,
    `Scale ${scale} was used for ${crates}.`,
  ],
  shown: [
    'The comparisons are of the figures that were shown, not of true weights.',
    'What is compared here is what the scales showed, before anything is set right.',
  ],
  wrong: (wrong, excess, right) => [
    `${wrong} shows ${excess} kg too much each time; ${right} is exact.`,
    `While ${right} can be trusted, every figure of ${wrong} is ${excess} kg above the true weight.`,
    `${right} shows the true weight; ${wrong} shows ${excess} kg too much.`,
  ],
  exact: crate => [
    `An exception is ${crate}: what was shown for it is its true weight, whichever scale it was on.`,
    `${crate} is the exception: the figure shown is its true weight.`,
  ],
  label: ({ crate, kilograms }) => [
    `A label on ${crate} says ${kilograms} kg, but labels are unreliable and are ignored.`,
    `The ${kilograms} kg printed on ${crate} date from other contents and mean nothing here.`,
  ],
  order: {
    lightest: [
      'the list of the five crates by true weight, the lightest first',
      'a list of all five names, true weights rising from the first to the last',
    ],
    heaviest: [
      'the list of the five crates by true weight, the heaviest first',
      'a list of all five names, true weights falling from the first to the last',
    ],
  },
  weight: crate => [`the true weight of ${crate} in kilograms`, `the number of kilograms that ${crate} truly weighs`],
}
