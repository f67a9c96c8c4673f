import type { MergeWords } from './words.ts'

export const de: MergeWords = {
  scene: [
    'Eine Sporthalle hat zwei Verzeichnisse darüber, wer welchen Schrank hat.',
    'Wer welchen Schrank hat, steht in zwei Verzeichnissen, einem älteren und einem neueren.',
    'Zwei Schrankverzeichnisse aus verschiedenen Zeiten sollen zu einer Liste werden.',
  ],
  older: ['Laut dem älteren Verzeichnis: {entries}.', 'Das ältere Verzeichnis enthält diese Einträge: {entries}.'],
  newer: ['Laut dem neueren Verzeichnis: {entries}.', 'Das neuere Verzeichnis enthält diese Einträge: {entries}.'],
  marks: [
    'Im neueren Verzeichnis steht bei {stars} ein Stern, bei {rings} ein Kreis.',
    'Einen Kreis haben im neueren Verzeichnis {rings}, einen Stern {stars}.',
  ],
  person: {
    older: {
      highest: 'die Person mit der höchsten Nummer im älteren Verzeichnis',
      lowest: 'die Person mit der niedrigsten Nummer im älteren Verzeichnis',
    },
    newer: {
      highest: 'die Person mit der höchsten Nummer im neueren Verzeichnis',
      lowest: 'die Person mit der niedrigsten Nummer im neueren Verzeichnis',
    },
  },
  entry: ['{name} {n}', '{n} {name}', '{name} (Nummer {n})'],
  entryAbove: [
    '{name} {n} über {base} in demselben Verzeichnis',
    '{name} um {n} höher als {base} in demselben Verzeichnis',
  ],
  entryBelow: [
    '{name} {n} unter {base} in demselben Verzeichnis',
    '{name} um {n} niedriger als {base} in demselben Verzeichnis',
  ],
  intro: [
    'Ausgehend von der Liste, die sich aus den Regeln ergibt, folgten {count} Ereignisse, hier der Reihe nach erzählt.',
    'Zu der nach den Regeln entstandenen Liste kamen nacheinander {count} Ereignisse; so sind sie hier erzählt.',
  ],
  events: {
    exchange: [
      '{one} und {other} tauschten doch ihre Schränke, obwohl es ihnen zuerst verwehrt war.',
      'Was {other} hatte, ging an {one}, und umgekehrt. Niemand hatte gedacht, dass sie sich einig würden.',
      '{one} und {other} wollten ihre Schränke tauschen, durften es zuerst nicht, dann aber doch, und taten es.',
      'Ihren Schranktausch hatten {one} und {other} schon abgesagt, dann vereinbarten sie ihn neu und führten ihn durch.',
    ],
    handover: [
      '{other} hat nun den Schrank von {one} und nicht mehr den alten; wer ihn abgab, trat aus und ist nicht mehr auf der Liste.',
      '{one} trat aus und ist nicht mehr auf der Liste; der Schrank sollte erst leer bleiben, dann bekam ihn {other} und räumte den alten.',
      'Eine Kündigung wurde erst zurückgenommen, dann trat {one} doch aus und ist nicht mehr auf der Liste; {other} übernahm den Schrank und gab den eigenen auf.',
    ],
    leave: [
      '{other} hat weiter den alten Schrank und nicht, wie versprochen, den von {one}: Diese Person trat aus und ist nicht mehr auf der Liste.',
      '{one} trat aus und ist nicht mehr auf der Liste; den Schrank sollte erst {other} bekommen, blieb dann aber lieber beim alten.',
      'Eine Kündigung wurde erst zurückgenommen, dann trat {one} doch aus und ist nicht mehr auf der Liste; {other} bekam den Schrank nicht und behielt den eigenen.',
    ],
    nothing: [
      '{one} und {other} tauschten ihre Schränke nicht, obwohl es ihnen zuerst erlaubt war.',
      'Was {other} hatte, sollte an {one} gehen, und umgekehrt. Am Ende behielten beide, was sie hatten.',
      '{one} und {other} wollten ihre Schränke tauschen, durften es zuerst, dann aber doch nicht, und ließen es.',
      'Ihren Schranktausch hatten {one} und {other} schon vereinbart, dann sagten sie ihn ab und führten ihn nicht durch.',
      '{one} kündigte, und den Schrank sollte {other} bekommen; dann wurde die Kündigung zurückgenommen, und alles blieb, wie es war.',
    ],
  },
  revisions: {
    instead: [
      'Eine Anmerkung: Von {right} müsste das {at} Ereignis handeln und nicht von {wrong}.',
      'Eine Anmerkung: Wer das {at} Ereignis erzählte, hielt {right} für {wrong}.',
      'Eine Anmerkung: Was über das {at} Ereignis von {wrong} gesagt ist, gilt für {right}.',
      'Eine Anmerkung: Für das {at} Ereignis wurde {wrong} genannt, gemeint ist {right}.',
    ],
    roles: [
      'Eine Anmerkung: Für das {at} Ereignis wurden die beiden verwechselt; was von der einen Person gesagt ist, tat die andere.',
      'Eine Anmerkung: Was das {at} Ereignis angeht, sind die Rollen der zwei Personen vertauscht.',
    ],
    struck: [
      'Eine Anmerkung: Nichts vom Erzählten fand statt, was das {at} Ereignis angeht, obwohl es bestätigt worden war.',
      'Eine Anmerkung: Das {at} Ereignis galt zuerst als wahr, fand aber nicht statt.',
      'Eine Anmerkung: Das {at} Ereignis wurde bezweifelt, dann bestätigt und erwies sich am Ende als erfunden.',
    ],
    kept: [
      'Eine Anmerkung: Alles vom Erzählten fand statt, was das {at} Ereignis angeht, obwohl es erfunden hieß.',
      'Eine Anmerkung: Das {at} Ereignis galt zuerst als erfunden, fand aber statt wie erzählt.',
      'Eine Anmerkung: Das {at} Ereignis wurde bestätigt, dann bezweifelt und erwies sich am Ende als wahr wie erzählt.',
    ],
    again: [
      'Eine Anmerkung: Das {at} Ereignis nennt zwei Personen, die nach allen Ereignissen noch die Schränke tauschten, die sie dann hatten.',
    ],
    order: [
      'Eine Anmerkung: Das {first} und das {second} Ereignis geschahen umgekehrt, jedes an der Stelle des anderen.',
      'Eine Anmerkung: Das {first} Ereignis und das {second} Ereignis müssen in der Reihenfolge die Plätze tauschen.',
    ],
  },
  both: [
    'Bei einer Person, die in beiden Verzeichnissen steht, zählt {winner}; wenn aber {unless}, zählt nicht {winner}, sondern der andere Eintrag.',
    'Von zwei Einträgen zu einer Person zählt {winner}, außer wenn {unless}: Dann ist es der andere.',
  ],
  winners: {
    newer: 'der neuere Eintrag',
    older: 'der ältere Eintrag',
    higher: 'der Eintrag mit der höheren Nummer',
    lower: 'der Eintrag mit der niedrigeren Nummer',
  },
  exceptions: {
    marked: 'beim neueren Eintrag {mark} steht',
    near: 'die beiden Nummern höchstens um {n} auseinanderliegen',
    above: 'die Nummer im neueren Verzeichnis größer als {n} ist',
  },
  single: {
    all: ['Wer nur in einem Verzeichnis steht, wird auf jeden Fall von dort übernommen.'],
    unmarked: [
      'Wer nur in einem Verzeichnis steht, wird von dort übernommen, außer wenn es das neuere ist und {mark} dabeisteht: Dann fehlt die Person in der Liste.',
    ],
    from: [
      'Wer nur in einem Verzeichnis steht, wird von dort übernommen, aber nicht mit einer Nummer unter {n}: Dann fehlt die Person in der Liste.',
    ],
  },
  mark: { star: 'ein Stern', ring: 'ein Kreis' },
  list: [
    'die Liste am Ende, {order}, je Person ein Objekt mit dem Namen als `{name}` und der Nummer des Schranks als `{locker}`',
    'die Liste am Ende, {order}, mit einem Objekt je Person, in dem `{locker}` die Schranknummer und `{name}` der Name ist',
  ],
  orders: { ascending: 'die niedrigste Nummer zuerst', descending: 'die höchste Nummer zuerst' },
  measures: {
    span: ['der Unterschied zwischen der höchsten und der niedrigsten Nummer auf der Liste am Ende'],
    second: ['die zweithöchste Nummer auf der Liste am Ende'],
    lowest: ['die Summe der zwei niedrigsten Nummern auf der Liste am Ende'],
    gap: ['der Unterschied zwischen den Nummern, die {one} und {other} am Ende haben, als positive Zahl'],
    moved: ['die Anzahl der Personen auf der Liste am Ende, deren Nummer ihnen keines der Verzeichnisse gibt'],
    kept: [
      'die Anzahl der Personen, die am Ende die Nummer haben, die ihnen das ältere Verzeichnis gibt, und zwar eine über {n}',
    ],
    first: ['der Name der Person mit der niedrigsten Nummer am Ende'],
    next: ['der Name der Person, deren Nummer am Ende die nächsthöhere nach der von {one} ist'],
    size: ['die Anzahl der Personen auf der Liste am Ende'],
    fresh: ['die Anzahl der Personen, die am Ende die Nummer haben, die ihnen das neuere Verzeichnis gibt'],
    over: ['die Liste, von A bis Z, derer, deren Nummer am Ende über {n} liegt'],
    third: ['der Name der Person mit der drittniedrigsten Nummer am Ende'],
    out: ['die Liste der Namen, die in einem Verzeichnis, aber nicht auf der Liste am Ende stehen, von A bis Z'],
  },
  worlds: {
    withoutEvent: [
      'gerechnet so, als hätte das {at} Ereignis nicht stattgefunden',
      'unter der Annahme, das {at} Ereignis wäre ausgeblieben',
    ],
    withoutEvents: ['gerechnet so, als wäre seit dem Schreiben der Verzeichnisse nichts geschehen'],
    withoutRevision: ['gerechnet so, als gäbe es die Anmerkung zu den Ereignissen nicht'],
    otherEntry: [
      'gerechnet so, als zählte bei allen, die in beiden Verzeichnissen stehen, der Eintrag, der nach den Regeln nicht zählt',
    ],
  },
}
