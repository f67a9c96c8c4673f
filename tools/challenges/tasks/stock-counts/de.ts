import type { StockWords } from './words.ts'

export const de: StockWords = {
  listed: [
    '[Vor der Öffnung|Früh am Morgen|Um acht Uhr] standen im Regal [einer Ludothek|eines Spieleverleihs] {list}.',
    'Ein [Spieleverleih|Verleih für Brettspiele] führt eine Liste. [Am Morgen, bevor jemand kam,|Zu Beginn] stand darauf: {list}.',
    'Laut der Liste, [die vor der Öffnung geschrieben wurde|mit der der Tag begann], hatte die Ludothek {list}.',
    'So [beginnt|begann] laut Liste der Tag im Regal der Ludothek: {list}.',
  ],
  item: ['{n} Exemplare von {title}', '{n} Stück von {title}', '{n}-mal {title}'],
  taken: [
    '{person} [lieh sich|nahm|holte sich] {n} Exemplare von {title}.',
    '{n} Exemplare von {title} wurden an {person} [ausgeliehen|verliehen].',
    'Von {title} [nahm|holte sich] {person} {n} Stück.',
    '{person} wollte {title} und [zog mit {n} Exemplaren ab|bekam {n} Exemplare mit].',
    'Für ein Fest brauchte {person} {title}, und zwar {n} Exemplare, die auch gleich mitgingen.',
  ],
  returned: [
    '{person} [brachte später|brachte schließlich] alles bis auf {kept} Stück zurück.',
    '{kept} der von {person} geliehenen Exemplare sind noch außer Haus; die übrigen [kamen abends|kamen vor Ladenschluss] wieder.',
    '[Kurz vor Schluss|Am Abend] kam {person} noch einmal und gab alle ab, nur {kept} nicht.',
    'Was {person} mitgenommen hatte, ist zurück, {kept} Stück ausgenommen.',
  ],
  returnedAll: [
    '{person} [brachte später|brachte schließlich] alles zurück.',
    'Was {person} mitgenommen hatte, ist [wieder da|vollzählig zurück].',
    '[Kurz vor Schluss|Am Abend] gab {person} sämtliche Exemplare wieder ab.',
  ],
  damaged: [
    'Unter dem, was {person} [zurückgab|wieder ablieferte], waren {n} Exemplare beschädigt.',
    '{n} der von {person} zurückgebrachten Exemplare hatten [zerrissene Schachteln|fehlende Teile], sie gelten als beschädigt.',
    'Von dem, was {person} zurückbrachte, war nicht alles heil: {n} Exemplare waren beschädigt.',
  ],
  damagedCount: [
    '[Schäden spielen keine Rolle|Über Schäden sieht man hier hinweg]: Ein beschädigtes Exemplar im Regal zählt wie jedes andere.',
    'Was beschädigt zurückkommt, wird trotzdem ins Regal gestellt und [gehört zum Bestand|mitgezählt].',
  ],
  damagedDoNot: [
    'Ein Exemplar, das beschädigt zurückkommt, [geht in die Werkstatt und gehört nicht mehr zum Bestand|wird weggeworfen und nicht mitgezählt].',
    'Nur heile Exemplare [zählen als Bestand|kommen wieder ins Regal]; beschädigte [scheiden aus|fallen weg].',
  ],
  mixed: [
    '{n} der als {from} [verzeichneten|eingetragenen] Exemplare waren in Wahrheit {to}, und die Liste wurde berichtigt.',
    '[Jemand bemerkte|Es stellte sich heraus], dass {n} unter {from} eingereihte Exemplare zu {to} gehörten; sie wurden dann auch unter {to} eingereiht.',
    '{to} bekam {n} Exemplare gutgeschrieben, die in der Liste [irrtümlich|aus Versehen] bei {from} standen und dort nun wegfallen.',
  ],
  more: [
    'Bei {title} hatte die Liste einen Fehler: Von Anfang an waren {n} Exemplare mehr da als angegeben.',
    'Von {title} waren beim Schreiben der Liste {n} Exemplare übersehen worden, die die ganze Zeit im Regal standen.',
  ],
  fewer: [
    'Bei {title} hatte die Liste einen Fehler: Von Anfang an waren {n} Exemplare weniger da als angegeben.',
    'Von {title} hatte die Liste von Anfang an {n} Exemplare zu viel versprochen.',
  ],
  given: [
    'Jemand schenkte dem Verleih {n} Exemplare von {title}, die ins Regal kamen.',
    'Ins Regal kamen {n} Exemplare von {title}, ein Geschenk, das erst abgelehnt und dann angenommen wurde.',
  ],
  sold: [
    '{n} Exemplare von {title} wurden verkauft und sind aus dem Regal verschwunden.',
    'Aus dem Regal gingen {n} Exemplare von {title} an einen Käufer, der sie erst nicht wollte und dann doch nahm.',
  ],
  declined: [
    'Jemand bot {n} Exemplare von {title} als Geschenk an, das erst angenommen und dann abgelehnt wurde.',
    'Nichts kam ins Regal von {n} Exemplaren von {title}, die jemand schenken wollte.',
  ],
  wanted: [
    '{person} ließ sich {n} Exemplare von {title} zum Leihen zurücklegen und ging dann ohne sie.',
    '{n} Exemplare von {title} wären fast an {person} gegangen, aber aus der Leihe wurde nichts.',
    'Nichts geliehen hat am Ende {person}, obwohl nach {n} Exemplaren von {title} gefragt war.',
  ],
  passed: [
    'Was {person} dann noch hatte, ging alles an {to} und blieb dort.',
    '{to} übernahm alles, was {person} noch hatte, und hat es nicht zurückgebracht.',
  ],
  remark: {
    copies: [
      'Eine Anmerkung: {person} lieh in Wahrheit {to} Exemplare.',
      'Eine Anmerkung: Bei {person} stimmt die Zahl der geliehenen Exemplare nicht; richtig ist {to}.',
    ],
    title: [
      'Eine Anmerkung: Was {person} lieh, war {to} und nicht {from}.',
      'Eine Anmerkung: Niemand lieh {person} etwas von {from}; es waren ebenso viele Exemplare von {to}.',
    ],
    doubted: [
      'Eine Anmerkung: Manche glaubten, {person} hätte {to} geliehen, aber es war {from}, wie gesagt.',
      'Eine Anmerkung: Was {person} lieh, wurde geprüft, weil es {to} hätte sein können; es war doch {from}.',
    ],
  },
  ordered: [
    '{n} Exemplare von {title} sind [bestellt|nachbestellt].',
    'Der Händler hat {n} weitere Exemplare von {title} zugesagt.',
    'Von {title} sollen [nächste Woche|demnächst] {n} weitere Exemplare eintreffen.',
  ],
  orderedDoNot: [
    '[Was erst noch geliefert werden muss, zählt nicht|Was noch nicht geliefert ist, gehört nicht zum Bestand].',
    'Künftige Lieferungen zählen nicht.',
    'Bestand ist, was der Verleih im Regal hat, nicht was ein Händler noch schicken wird.',
  ],
  facets: {
    order: [
      'die Liste der Titel [nach ihrem Bestand am Ende|nach dem, was am Ende im Regal steht], der [kleinste|niedrigste] zuerst',
      'die Liste aller Titel, von dem mit den wenigsten Exemplaren am Ende bis zu dem mit den meisten',
    ],
    total: ['die Zahl der Exemplare, die am Ende im Regal stehen, alle Titel zusammen', 'der gesamte Bestand am Ende'],
    spread: [
      'der Unterschied zwischen dem größten und dem kleinsten Bestand eines Titels am Ende',
      'die Zahl, um die der am Ende häufigste Titel den seltensten übertrifft',
    ],
    pair: [
      'der Bestand von {first} und {second} zusammen am Ende',
      'die Zahl der Exemplare, auf die {first} und {second} am Ende gemeinsam kommen',
    ],
    borrowers: [
      'die alphabetische Liste der Personen, die noch Exemplare bei sich haben',
      'die Liste derer, in deren Händen noch geliehene Exemplare sind (Namen von A bis Z)',
    ],
    out: [
      'die Zahl der Exemplare, die noch bei den Leuten zu Hause sind',
      'die Zahl der geliehenen Exemplare aller Titel, die nicht zurückgekommen sind',
    ],
    changed: [
      'der Titel, dessen Bestand am Ende am weitesten von der Liste in ihrer ersten Fassung entfernt ist, gleich ob darüber oder darunter',
      'der Titel, bei dem sich das Ende des Tages und die erste Liste am meisten unterscheiden, egal in welche Richtung',
    ],
    change: [
      'der größte Unterschied, den ein einzelner Titel zwischen der ersten Liste und dem Bestand am Ende aufweist (ohne Vorzeichen)',
      'die Zahl der Exemplare, um die der am stärksten veränderte Titel nach oben oder unten von der ersten Liste abweicht (ohne Vorzeichen)',
    ],
    missing: [
      'die Zahl der Exemplare, die bei allen Titeln zusammen gekauft werden müssten, damit jeder Titel mindestens {n}-mal im Regal steht',
      'die Summe dessen, was fehlt, wenn von keinem Titel weniger als {n} Exemplare im Regal stehen sollen',
    ],
    first: ['der Bestand von {first} am Ende'],
    gap: ['die Zahl der Exemplare, um die sich der Bestand von {first} und der von {second} am Ende unterscheiden'],
    second: ['der Titel mit dem zweitgrößten Bestand am Ende'],
    below: ['die Zahl der Titel, von denen am Ende weniger als {n} Exemplare im Regal stehen'],
    lent: ['die Zahl aller geliehenen Exemplare, ob zurückgebracht oder nicht'],
    unremarked: ['der Bestand, den {first} am Ende ohne die Anmerkung hätte'],
    damaged: ['die Zahl der Exemplare, die beschädigt zurückkamen', 'die Zahl der beschädigt abgegebenen Exemplare'],
  },
}
