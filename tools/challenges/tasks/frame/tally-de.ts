import type { TallyWords } from './tally-words.ts'

export const de: TallyWords = {
  trait: {
    keys: ['{who} verwahrt die Schlüssel.', 'Die Schlüssel verwahrt {who}.'],
    cash: ['{who} führt die Kasse.', 'Die Kasse führt {who}.'],
    plants: ['{who} gießt die Blumen.', 'Um das Gießen der Blumen kümmert sich {who}.'],
    radio: ['{who} sucht die Musik aus.', 'Die Musik sucht {who} aus.'],
  },
  bearer: {
    keys: 'die Person, die die Schlüssel verwahrt,',
    cash: 'die Person, die die Kasse führt,',
    plants: 'die Person, die die Blumen gießt,',
    radio: 'die Person, die die Musik aussucht,',
  },
  bearerOf: {
    keys: 'der Person, die die Schlüssel verwahrt,',
    cash: 'der Person, die die Kasse führt,',
    plants: 'der Person, die die Blumen gießt,',
    radio: 'der Person, die die Musik aussucht,',
  },
  ordinals: [['erste'], ['zweite'], ['dritte', 'vorletzte'], ['vierte', 'letzte']],
  revision: {
    withdrawn: ['Die {note} Notiz blieb zuerst stehen und wurde dann gestrichen.'],
    restored: ['Die {note} Notiz wurde zuerst gestrichen und blieb dann doch stehen.'],
    twice: [
      'Die {note} Notiz nennt nur die Hälfte der richtigen Zahl.',
      'Für die {note} Notiz gilt: Ihre Zahl ist zu verdoppeln.',
    ],
    number: ['Die {note} Notiz müsste als Zahl {to} nennen.', 'Für die {note} Notiz gilt: Die richtige Zahl ist {to}.'],
    person: [
      'Was die {note} Notiz über {from} sagt, trifft in Wahrheit auf {to} zu und nicht auf {from}.',
      'Die {note} Notiz spricht von {from}, gemeint war aber {to}.',
    ],
    disputed: [
      'Was die {note} Notiz über {from} sagt, wurde eine Zeit lang {to} zugeschrieben, aber zu Unrecht.',
      'Die {note} Notiz spricht von {from}; geprüft wurde, ob {to} gemeint war, doch das war nicht so.',
    ],
    place: [
      'Die {note} Notiz müsste „{to}“ sagen und nicht „{from}“.',
      'Wo die {note} Notiz „{from}“ sagt, ist „{to}“ richtig.',
    ],
    exchanged: [
      'Die {note} und die {with} Notiz haben die falschen Namen: Jede gilt für die Person, von der die andere spricht.',
    ],
  },
  condition: {
    all: ['{At} zählen doppelt, alle anderen einfach.', 'Alles zählt einfach, nur {at} zählen doppelt.'],
    beyond: [
      '{First} zählen bei jeder Person einfach, was darüber hinausgeht, doppelt; alles andere zählt einfach.',
      'Alles zählt einfach; nur was jemand an {at} über die Zahl {limit} hinaus hat, zählt doppelt.',
    ],
    first: [
      '{First} zählen bei jeder Person doppelt, was darüber hinausgeht, einfach; alles andere zählt einfach.',
      'Alles zählt einfach; nur {first} zählen bei jeder Person doppelt.',
    ],
    atLeast: [
      '{At} zählen doppelt, wenn jemand davon mindestens {limit} hat, sonst einfach; alles andere zählt einfach.',
      'Alles zählt einfach; nur bei denen, die {limit} oder mehr {at} haben, zählen diese doppelt.',
    ],
    fewer: [
      '{At} zählen doppelt, wenn jemand davon weniger hat als {against}, sonst einfach; alles andere zählt einfach.',
      'Alles zählt einfach; nur bei denen, die mehr {against} haben als {at}, zählen Letztere doppelt.',
    ],
  },
  except: {
    nobody: ['Das gilt für alle.', 'Eine Ausnahme davon gibt es nicht.'],
    person: ['Für {who} zählt jedoch alles einfach.', 'Ausgenommen ist {who}: Dort zählt alles einfach.'],
    most: [
      'Für die Person mit den meisten {againstDative} zählt jedoch alles einfach.',
      'Wer die meisten {against} hat, ist davon ausgenommen: Dort zählt alles einfach.',
    ],
  },
  basis: [
    'Alles gilt nach dem Stand, der sich mit den Notizen und der Bemerkung dazu ergibt.',
    'Immer sind die Notizen und die Bemerkung dazu bereits berücksichtigt.',
  ],
  facet: {
    total: ['{total} von {of}'],
    without: ['{total}, die sich ohne die {note} Notiz für {who} ergäbe'],
    unrevised: ['{total}, die sich ohne die Bemerkung zu den Notizen für {who} ergäbe'],
    single: ['{total}, die sich für {who} ergäbe, wenn alles einfach zählte'],
    gap: ['der Unterschied zwischen {totals}'],
    second: ['der Name der Person, die nach {byTotal} an zweiter Stelle steht, absteigend geordnet'],
    rank: ['der Platz, als Zahl, den bei absteigender Ordnung nach {byTotal} {who} einnimmt'],
    both: [
      'die Zahl der Personen, die mindestens {least} {counted} haben und weniger als {fewer} {at}, jeweils einfach genommen',
    ],
    doubled: ['die Zahl der Personen, die mehr {counted} haben, als wenn alles einfach zählte'],
    mostAt: ['der Name der Person, die die meisten {at} hat, jeweils einfach genommen'],
    sumAt: ['die Gesamtzahl, die alle zusammen an {atDative} haben, jeweils einfach genommen'],
  },
  like: [
    'dasselbe wie unter `{member}`, aber bezogen auf {who}',
    'das unter `{member}` Gefragte, hier jedoch für {who}',
  ],
}
