import type { SeatingWords } from './words.ts'

const BETWEEN = ['niemand', 'genau eine Person', 'genau zwei Personen', 'genau drei Personen']

export const de: SeatingWords = {
  scene: people => [
    `${people} besetzen eine Reihe von fünf Plätzen, die von links nach rechts die Nummern 1 bis 5 tragen.`,
    `Fünf Plätze in einer Reihe tragen die Nummern 1 (ganz links) bis 5 (ganz rechts). Dort sitzen ${people}, je eine Person auf jedem Platz.`,
    `Eine Reihe hat die Plätze 1 bis 5, von links gezählt. Es sitzen dort ${people}, auf jedem Platz eine Person.`,
  ],
  clue: clue => {
    switch (clue.kind) {
      case 'left':
        return [
          `${clue.one} sitzt weiter links als ${clue.other}.`,
          `Der Platz von ${clue.other} hat eine höhere Nummer als der von ${clue.one}.`,
          `Irgendwo rechts von ${clue.one}, direkt daneben oder nicht, sitzt ${clue.other}.`,
        ]
      case 'next':
        return [
          `${clue.one} und ${clue.other} sitzen unmittelbar nebeneinander.`,
          `Direkt neben ${clue.one}, auf der einen oder der anderen Seite, sitzt ${clue.other}.`,
          `Zwischen ${clue.one} und ${clue.other} liegt kein Platz.`,
        ]
      case 'apart':
        return [
          `${clue.one} und ${clue.other} sitzen nicht unmittelbar nebeneinander.`,
          `Zwischen ${clue.one} und ${clue.other} liegt mindestens ein Platz.`,
          `${clue.other} sitzt nicht direkt neben ${clue.one}.`,
        ]
      case 'gap':
        return [
          `Zwischen ${clue.one} und ${clue.other} ${clue.between > 1 ? 'sitzen' : 'sitzt'} ${BETWEEN[clue.between]}.`,
          `Es ${clue.between > 1 ? 'sitzen' : 'sitzt'} ${BETWEEN[clue.between]} zwischen ${clue.other} und ${clue.one}.`,
        ]
      case 'end':
        return [
          `${clue.one} hat einen Platz an einem Ende der Reihe.`,
          `${clue.one} hat nur auf einer Seite jemanden neben sich.`,
        ]
      case 'inner':
        return [`${clue.one} sitzt an keinem Ende der Reihe.`, `${clue.one} hat auf beiden Seiten jemanden neben sich.`]
    }
  },
  exchange: (one, other) => [
    `Die Reihe war zuerst so wie beschrieben; dann tauschten ${one} und ${other} die Plätze, und im Weiteren zählt nur die neue Ordnung.`,
    `Alles, was darüber gesagt ist, wer wo sitzt, gilt für die Zeit, bevor ${one} und ${other} die Plätze tauschten; was gefragt und was bezahlt wird, richtet sich nach der Zeit danach.`,
    `Später tauschen ${one} und ${other} die Plätze. Die Hinweise, wer wo sitzt, beschreiben die Reihe davor, Preise und Fragen die Reihe danach.`,
  ],
  before: (name, seat) => [
    `Am Tag zuvor hatte ${name} Platz ${seat}, doch die Ordnung jenes Tages spielt hier keine Rolle.`,
    `Dass ${name} in der Woche zuvor auf Platz ${seat} saß, besagt hier nichts.`,
  ],
  price: (price, step) => [
    `Platz 1 kostet ${price} Münzen, jeder weitere Platz ${step} mehr als der links von ihm.`,
    `Der Preis steigt von jedem Platz zum nächsten rechts davon um ${step} Münzen; für Platz 1 beträgt er ${price}.`,
    `Für Platz 1 beträgt der Preis ${price} Münzen; jeder Platz kostet ${step} mehr als sein linker Nachbar.`,
  ],
  off: off => [
    `Wer an einem Ende der Reihe sitzt, zahlt ${off} Münzen weniger, als der Platz kostet.`,
    `Auf den beiden äußersten Plätzen werden vom Preis ${off} Münzen erlassen.`,
    `Wer Platz 1 oder Platz 5 hat, bekommt ${off} Münzen Nachlass auf dessen Preis.`,
  ],
  order: {
    fromLeft: [
      'die Liste aller fünf Namen von Platz 1 bis Platz 5 nach dem Tausch',
      'eine Liste der fünf Namen in der endgültigen Ordnung, ganz links beginnend',
    ],
    fromRight: [
      'die Liste aller fünf Namen von Platz 5 bis Platz 1 nach dem Tausch',
      'eine Liste der fünf Namen in der endgültigen Ordnung, ganz rechts beginnend',
    ],
  },
  pays: name => [
    `die Zahl der Münzen, die ${name} für den endgültigen Platz zahlt`,
    `der Betrag in Münzen, den ${name} für den Platz nach dem Tausch zahlt`,
  ],
}
