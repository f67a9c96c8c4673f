import type { RotaWords } from './words.ts'

export const de: RotaWords = {
  keys: { day: 'tag', early: 'früh', late: 'spät' },
  shifts: { early: 'Frühdienst', late: 'Spätdienst' },
  scene: [
    'Hier steht der Dienstplan [eines Cafés|einer Bücherei] vor allen Änderungen, nach Tagen des Monats.',
    'Der Dienstplan [eines Cafés|einer Bücherei] vor allen Änderungen: wer an welchem Tag des Monats welchen Dienst hat.',
    'Aufgeführt ist ein Dienstplan, wie er zuerst war, mit Früh- und Spätdienst je Tag des Monats.',
  ],
  inTurn: [
    'Zu diesem Plan wurden vier Änderungen gewünscht, jede ausgehend vom Plan in diesem Augenblick:',
    'Dann kamen vier Änderungen, eine nach der anderen, jede ausgehend vom Plan, wie er da war:',
  ],
  swap: [
    '{one} tauscht den Dienst vom {oneDay}. gegen den, den {other} am {otherDay}. hat.',
    '{one} und {other} [tauschen|wechseln] ihre Dienste: {one} gibt den am {oneDay}. für den von {other} am {otherDay}. des Monats.',
    '{one} bekommt den Dienst, den {other} am {otherDay}. hat, und {other} dafür den von {one} am {oneDay}. des Monats.',
  ],
  cover: [
    '{by} [übernimmt|macht] den Dienst, den {person} am {day}. hat.',
    'Der Dienst von {person} am {day}. geht an {by} über.',
  ],
  coverByShift: [
    'Wer zu diesem Zeitpunkt den {shift} am {byDay}. hat, übernimmt den Dienst von {person} am {day}. des Monats.',
    'Den Dienst, den {person} am {day}. hat, übernimmt, wer in diesem Augenblick den {shift} am {byDay}. hat.',
  ],
  coverByKeeper: [
    'Wer die Schlüssel verwahrt, übernimmt den Dienst von {person} am {day}. des Monats.',
    'Den Dienst, den {person} am {day}. hat, übernimmt, wer die Schlüssel verwahrt.',
  ],
  verdicts: {
    refused: [
      '{lead} ließ Nummer {n} zuerst gelten, lehnte sie dann aber doch ab.',
      'Mit Nummer {n} war {lead} zunächst einverstanden, sagte danach aber Nein.',
    ],
    upheld: [
      '{lead} lehnte Nummer {n} zuerst ab, ließ sie dann aber doch gelten.',
      'Zu Nummer {n} sagte {lead} zunächst Nein, war danach aber einverstanden.',
    ],
    calledOff: [
      'Nummer {n} war vereinbart, wurde von den Beteiligten aber wieder abgesagt.',
      'Die Beteiligten wollten Nummer {n} unverändert, dann aber doch nicht mehr.',
    ],
    carried: [
      'Nummer {n} war von den Beteiligten abgesagt, wurde aber unverändert wieder vereinbart.',
      'Die Beteiligten wollten Nummer {n} nicht mehr, dann aber doch, und zwar unverändert.',
    ],
  },
  revisions: {
    person: [
      'Jemand meinte, in Nummer {n} müsse {to} stehen, wo {from} steht, und das war richtig.',
      'In Nummer {n} steht {from}, wo {to} gemeint war.',
    ],
    unfounded: [
      'Jemand meinte, in Nummer {n} müsse {to} stehen, wo {from} steht, und das war falsch.',
      'Dass in Nummer {n} {from} steht, wo {to} gemeint war, wurde bloß vermutet und stimmt nicht.',
    ],
    day: [
      'In Nummer {n} ist der abgegebene Dienst der vom {to}., nicht der vom {from}. des Monats.',
      'Abgegeben wurde in Nummer {n} der Dienst vom {to}., nicht der vom {from}. des Monats.',
    ],
    order: [
      'In Wahrheit kam von den Nummern {n} und {m} jede an der Stelle der anderen; ihre Nummern behalten sie hier.',
      'Nummer {n} und Nummer {m} sind vertauscht: Jede kam dort, wo die andere steht (die Nummern bleiben).',
    ],
    verdict: [
      'Was eben über Nummer {n} gesagt wurde, gilt in Wahrheit von Nummer {m}, nicht von {n}.',
      'Mit Nummer {n} war in dem eben Gesagten Nummer {m} gemeint.',
    ],
  },
  missing: [
    'Aus einer Änderung, bei der jemand einen Dienst abgäbe, den er dann gar nicht hat, wird nichts.',
    'Müsste jemand einen Dienst abgeben, den er dann gar nicht hat, so wird aus der Änderung nichts.',
  ],
  rule: [
    'Eine Änderung entfällt ganz, wenn danach jemand, der durch sie einen Dienst bekäme, {state} hätte, sei es auch schon vorher.',
    'Keine Änderung findet statt, auch nicht zum Teil, nach der jemand, der durch sie einen Dienst bekäme, {state} hätte, sei es auch schon vorher.',
  ],
  states: {
    bothOfDay: 'beide Dienste eines Tages',
    lateThenEarly: 'den Spätdienst eines Tages und den Frühdienst des nächsten',
    manyShifts: 'insgesamt mindestens {least} Dienste',
    manyLate: 'mindestens {least} Spätdienste',
    daysInRow: 'an drei Tagen hintereinander Dienst',
  },
  except: {
    keeper: [
      'Diese Regel gilt nicht für den, der die Schlüssel verwahrt.',
      'Wer die Schlüssel verwahrt, darf das haben, andere nicht.',
    ],
    swaps: ['Diese Regel gilt nicht, wo zwei einander einen Dienst geben.'],
    covers: ['Diese Regel gilt nur, wo zwei einander einen Dienst geben.'],
    twoEarly: [
      'Diese Regel gilt nicht für jemanden, der nach der Änderung mindestens zwei Frühdienste hätte.',
      'Wer mit der Änderung auf zwei oder mehr Frühdienste käme, darf das haben, andere nicht.',
    ],
  },
  keeper: ['Die Schlüssel verwahrt {keeper}.', 'Die Schlüssel sind in der Obhut von {keeper}.'],
  branch: [
    'In der Zweigstelle mit ihrem eigenen Plan übernimmt {by} den Dienst, den {person} dort am {day}. hat.',
    'In der Zweigstelle, mit anderem Plan, geht der Dienst von {person} am {day}. an {by}.',
  ],
  pay: [
    'Ein Frühdienst wird mit {early} Euro bezahlt, ein Spätdienst mit {late}; {paid} bekommt noch {n} Euro vom letzten Monat.',
    'Für einen Frühdienst gibt es {early} Euro, für einen Spätdienst {late} und für {paid} einmalig weitere {n} Euro.',
  ],
  facets: {
    table: [
      'der endgültige Plan, eine Liste mit einem Objekt je Tag in aufsteigender Folge: `{first}` der Tag, `{second}` wer den Frühdienst hat, `{third}` wer den Spätdienst hat',
    ],
    people: [
      'eine nach Namen sortierte Liste mit einem Objekt je Person, die am Ende irgendeinen Dienst hat: `{second}` der Name, `{third}` die Zahl ihrer Dienste',
    ],
    daysOf: ['die Liste der Tage, an denen {person} am Ende Dienst hat, aufsteigend'],
    changedDays: [
      'die Liste der Tage, aufsteigend, an denen am Ende mindestens ein Dienst nicht bei denen liegt, die ihn zuerst hatten',
    ],
    late: ['die Liste der Namen in den Spätdiensten des endgültigen Plans, vom ersten Tag bis zum letzten'],
    failed: ['die Liste der Nummern der Änderungen, aus denen nichts wurde, gleich warum, aufsteigend'],
    ruled: ['die Liste der Nummern der Änderungen, aufsteigend, die nur daran scheiterten, was jemand danach hätte'],
    gained: ['die Liste derer, von A bis Z, die am Ende mehr Dienste haben als zuerst'],
    noLate: ['die Liste derer, von A bis Z, die am Ende einen Dienst haben, aber keinen Spätdienst'],
    pay: ['die Summe in Euro, die {paid} insgesamt bekommt, samt dem zusätzlichen Geld'],
    payWithout: ['die Summe in Euro, die {paid} insgesamt bekäme, wäre Nummer {without} nie gewünscht worden'],
    earned: ['die Summe in Euro für alle Dienste derer, die am Ende mindestens zwei haben'],
  },
  likePay: ['das Gleiche wie `{like}`, aber so, als wäre Nummer {without} nie gewünscht worden'],
}
