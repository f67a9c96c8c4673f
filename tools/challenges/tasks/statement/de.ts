import type { StatementWords } from './words.ts'

const CUTS = {
  first: 'ohne das erste, in ihrer Reihenfolge',
  last: 'ohne das letzte, in ihrer Reihenfolge',
  reversed: 'in umgekehrter Reihenfolge',
}

export const de: StatementWords = {
  scene: [
    'Die Eingabe ist dein eigener Eintrag, so wie er hier registriert ist.',
    'Was über dich registriert ist, steht in der Eingabe.',
    'Die Eingabe zeigt den Eintrag, unter dem du registriert bist.',
  ],
  base: (base, each) => [
    `Du beginnst mit ${base} Punkten, und jedes deiner registrierten Interessen bringt weitere ${each}.`,
    `Für jedes Interesse in deinem Eintrag gibt es ${each} Punkte, zusätzlich zu ${base}, die du ohnehin hast.`,
    `Deine Punkte: zunächst ${base}, dazu ${each} je registriertem Interesse.`,
  ],
  few: (few, bonus) => [
    `Wenn du weniger als ${few} Interessen hast, kommen einmalig ${bonus} Punkte hinzu; ab ${few} gibt es diesen Zuschlag nicht.`,
    `Ein Eintrag mit weniger als ${few} Interessen erhält einmal ${bonus} Punkte extra, einer mit ${few} oder mehr nichts weiter.`,
    `Einen einmaligen Zuschlag von ${bonus} Punkten gibt es nur, wenn die Zahl deiner Interessen unter ${few} liegt.`,
  ],
  other: other => {
    if (other.kind === 'exactly') {
      return [`${other.name} hat ${other.points} Punkte.`, `Bei ${other.name} sind es ${other.points} Punkte.`]
    }
    const kind = other.kind === 'more' ? 'mehr' : 'weniger'
    return [
      `${other.name} hat ${other.by} Punkte ${kind} als ${other.than}.`,
      `Verglichen mit ${other.than} hat ${other.name} ${other.by} Punkte ${kind}.`,
    ]
  },
  badge: (holder, points) => [
    `${holder} bekam einmal ein Abzeichen, das angeblich ${points} Punkte wert ist; Abzeichen zählen hier nicht und sind in keiner der Angaben enthalten.`,
    `Ein Abzeichen über ${points} Punkte, das ${holder} trägt, zählt nicht und steckt in keiner dieser Zahlen.`,
  ],
  shown: (whenEven, whenOdd) => [
    `${whenEven}, falls die Zahl deiner registrierten Interessen gerade ist (null ist gerade), sonst ${whenOdd}`,
    `${whenOdd}, falls du eine ungerade Zahl registrierter Interessen hast, und ${whenEven}, falls die Zahl gerade ist oder es keine gibt`,
  ],
  name: 'dein registrierter Name (`name`)',
  handle: 'dein Handle (`handle`), wie er registriert ist',
  points: ['die Zahl deiner Punkte', 'deine Gesamtpunktzahl', 'die Summe deiner Punkte'],
  topics: (cut, at, topic) => [
    at === 'front'
      ? `eine Liste: zuerst \`${topic}\`, dann deine registrierten Interessen ${CUTS[cut]}`
      : `eine Liste: deine registrierten Interessen ${CUTS[cut]}, dann als letzter Eintrag \`${topic}\``,
    `die Liste deiner Interessen ${CUTS[cut]}, mit \`${topic}\` ${at === 'front' ? 'vor' : 'hinter'} allen anderen`,
  ],
  beside: {
    next_above: [
      'der Name der Person, die mehr Punkte als du hat, aber von allen, auf die das zutrifft, die wenigsten',
      'der Name der Person unmittelbar über dir, wenn du und diese drei nach Punkten geordnet werden, die meisten oben',
    ],
    next_below: [
      'der Name der Person, die weniger Punkte als du hat, aber von allen, auf die das zutrifft, die meisten',
      'der Name der Person unmittelbar unter dir, wenn du und diese drei nach Punkten geordnet werden, die meisten oben',
    ],
  },
}
