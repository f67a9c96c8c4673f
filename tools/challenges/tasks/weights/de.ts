import type { WeightsWords } from './words.ts'

export const de: WeightsWords = {
  scene: (one, other) => [
    `Fünf Kisten wurden in Kilogramm gewogen, jede auf einer von zwei Waagen namens ${one} und ${other}.`,
    `Ein Lager hat zwei Waagen, ${one} und ${other}; darauf wurden fünf Kisten je einmal gewogen, in Kilogramm.`,
    `Jede von fünf Kisten kam auf eine Waage, entweder ${one} oder ${other}; alle Angaben sind Kilogramm.`,
  ],
  crate: (crate, kilograms) => {
    if (crate.kind === 'exactly') {
      return [
        `Für ${crate.name} wurden ${kilograms} kg angezeigt.`,
        `Die Anzeige für ${crate.name} lautete ${kilograms} kg.`,
      ]
    }
    if (crate.kind === 'together') {
      return [
        `Für ${crate.name} wurde so viel angezeigt wie für ${crate.than} und ${crate.and} zusammen.`,
        `Die Anzeigen für ${crate.than} und ${crate.and} ergeben addiert die für ${crate.name}.`,
      ]
    }
    return [
      `Für ${crate.name} wurden ${crate.by} kg ${crate.kind === 'more' ? 'mehr' : 'weniger'} angezeigt als für ${crate.than}.`,
      `Die Anzeige für ${crate.name} lag ${crate.by} kg ${crate.kind === 'more' ? 'über' : 'unter'} der für ${crate.than}.`,
    ]
  },
  scales: (scale, crates) => [
    `Auf ${scale} standen ${crates}.`,
    `${crates} kamen auf ${scale}.`,
    `Die Waage ${scale} diente für ${crates}.`,
  ],
  shown: [
    'Verglichen werden die angezeigten Werte, nicht die wahren Gewichte.',
    'Die Vergleiche meinen, was die Waagen anzeigten, bevor irgendetwas berichtigt ist.',
  ],
  wrong: (wrong, excess, right) => [
    `${wrong} zeigt jedes Mal ${excess} kg zu viel an; ${right} ist genau.`,
    `Während auf ${right} Verlass ist, liegt jede Anzeige von ${wrong} ${excess} kg über dem wahren Gewicht.`,
    `${right} zeigt das wahre Gewicht an, ${wrong} hingegen ${excess} kg zu viel.`,
  ],
  exact: crate => [
    `Eine Ausnahme ist ${crate}: Was dafür angezeigt wurde, ist das wahre Gewicht, gleich auf welcher Waage.`,
    `${crate} ist die Ausnahme: Die Anzeige dafür ist das wahre Gewicht.`,
  ],
  label: ({ crate, kilograms }) => [
    `Ein Aufkleber auf ${crate} nennt ${kilograms} kg, doch Aufkleber sind unzuverlässig und bleiben außer Acht.`,
    `Die ${kilograms} kg, die auf ${crate} gedruckt sind, stammen von früherem Inhalt und bedeuten hier nichts.`,
  ],
  order: {
    lightest: [
      'die Liste der fünf Kisten nach wahrem Gewicht, die leichteste zuerst',
      'eine Liste aller fünf Namen, in der das wahre Gewicht vom ersten zum letzten steigt',
    ],
    heaviest: [
      'die Liste der fünf Kisten nach wahrem Gewicht, die schwerste zuerst',
      'eine Liste aller fünf Namen, in der das wahre Gewicht vom ersten zum letzten fällt',
    ],
  },
  weight: crate => [
    `das wahre Gewicht von ${crate} in Kilogramm`,
    `die Zahl der Kilogramm, die ${crate} in Wahrheit wiegt`,
  ],
}
