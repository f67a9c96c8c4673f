import { type CustodyWords, hour, past } from './words.ts'

export const de: CustodyWords = {
  scene: [
    '{people} geben versiegelte Pakete untereinander weiter.',
    'In einem Büro arbeiten {people}; vier versiegelte Pakete wandern dort umher.',
    'Vier versiegelte Pakete wechseln den Besitzer. Beteiligt sind {people}.',
  ],
  start: [
    'Am Morgen liegt {parcel} mit {sheets} Blatt darin bei {holder}.',
    '{holder} beginnt den Tag mit {parcel}; darin sind {sheets} Blatt.',
    'Zu Beginn hat {holder} das Paket {parcel} ({sheets} Blatt).',
  ],
  clock: minute => `${hour(minute)}:${past(minute)} Uhr`,
  event: {
    offered: [
      'Um {time} wurde {parcel} einzeln {to} angeboten.',
      'Das einzelne Paket {parcel} wurde {to} um {time} angeboten.',
    ],
    resumed: ['{parcel} um {time} einzeln {to} anzubieten, wurde zuerst abgesagt und dann zu dieser Zeit doch getan.'],
    dropped: ['{parcel} um {time} einzeln {to} anzubieten, wurde zuerst vereinbart und dann doch nicht getan.'],
    elsewhen: ['{parcel} wurde um {time} einzeln {to} angeboten, allerdings am Tag davor.'],
    all: [
      'Um {time} gab die Person, die {parcel} hatte, alles, was sie hatte, an {to}.',
      '{to} erhielt um {time} alles, was bei der Person lag, die {parcel} hatte.',
    ],
    swap: [
      '{one} und {other} entschieden sich zuerst dagegen, um {time} alles zu tauschen, was sie hatten, und taten es dann doch.',
      'Um {time} tauschten {one} und {other} alles, was sie hatten.',
    ],
    unswapped: [
      '{one} und {other} entschieden sich zuerst dafür, um {time} alles zu tauschen, was sie hatten, und taten es dann doch nicht.',
    ],
  },
  notInOrder: [
    'Die Notizen dieses Tages stehen nicht in zeitlicher Reihenfolge:',
    'Was an diesem Tag notiert wurde, steht hier nicht der Reihe nach.',
  ],
  who: { only: person => person, allBut: person => `irgendjemandem außer ${person}` },
  parcels: count => (count === 1 ? 'ein Paket' : `${count} Pakete`),
  refused: {
    always: [
      'Jedes Paket, das {who} einzeln angeboten wird, wird abgelehnt.',
      'Was {who} einzeln angeboten wird, wird abgelehnt.',
    ],
    holding: [
      'Ein Paket, das {who} einzeln angeboten wird, wird abgelehnt, wenn die Person, die es bekäme, schon {parcels} oder mehr hat.',
    ],
    heavy: ['Ein Paket, das {who} einzeln angeboten wird, wird abgelehnt, wenn darin mehr als {sheets} Blatt sind.'],
    until: ['Ein Paket, das {who} einzeln angeboten wird, wird abgelehnt, wenn das vor {time} geschieht.'],
  },
  accepted: ['Ausgenommen ist {parcel}, das niemand je ablehnt.', '{parcel} wird jedoch immer angenommen.'],
  rest: [
    'Sonst wird nichts abgelehnt, auch kein Tausch und keine Übergabe von allem. Was abgelehnt wird, bleibt, wo es ist. Was an die Person ginge, die es schon hat, bleibt dort und gilt weder als abgelehnt noch als weitergegeben.',
  ],
  remark: ['Später bemerkte jemand:', 'Eine spätere Bemerkung lautet:'],
  revision: {
    to: [
      'Wo die Notiz zu {time} von {from} spricht, war es in Wahrheit {to}.',
      'In der Notiz zu {time} steht {from} irrtümlich für {to}.',
    ],
    affirmed: [
      'Wo die Notiz zu {time} von {from} spricht, dachten manche an {to}, aber das traf nicht zu.',
      'Die Notiz zu {time} nennt zu Recht {from} und nicht {to}.',
    ],
    minute: [
      'Was zu {time} notiert ist, gehört in Wahrheit zu {minute}.',
      'Die Uhrzeit der Notiz zu {time} müsste {minute} lauten.',
    ],
    struck: ['Die Notiz zu {time} wurde zuerst bestätigt und erwies sich dann als erfunden: Nichts davon fand statt.'],
    upheld: ['Die Notiz zu {time} galt zuerst als erfunden und wurde dann bestätigt: Alles ist so, wie sie sagt.'],
  },
  facet: {
    holder: ['der Name der Person, die {parcel} am Ende hat', 'der Name der Person, bei der {parcel} zuletzt liegt'],
    ifTaken: ['der Name der Person, die {parcel} am Ende hätte, wenn nichts abgelehnt worden wäre'],
    unrevised: ['der Name der Person, die {parcel} am Ende ohne die spätere Bemerkung hätte'],
    holderAt: ['der Name der Person, die {parcel} um {time} hat'],
    sheets: [
      'die Zahl der Blätter in allen Paketen zusammen, die {person} am Ende hat',
      'die Summe der Blätter in den Paketen, die zuletzt bei {person} liegen',
    ],
    most: ['der Name der Person, die am Ende die meisten Blätter hat'],
    parcels: ['die Liste der Pakete, die {person} am Ende hat, in beliebiger Reihenfolge'],
    refused: ['die Zahl der Fälle, in denen an diesem Tag ein Paket abgelehnt wurde'],
    moves: ['die Zahl der Male, die {parcel} von einer Person zu einer anderen kam'],
    empty: ['die Zahl der Personen, die am Ende kein Paket haben'],
  },
  like: ['dasselbe wie unter `{member}`, aber für {parcel}', 'das unter `{member}` Gefragte, nur für {parcel}'],
}
