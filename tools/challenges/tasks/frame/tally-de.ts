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
  note: {
    nth: ['die erste Notiz', 'die zweite Notiz', 'die dritte Notiz', 'die vierte Notiz', 'die fünfte Notiz'],
    last: 'die letzte Notiz',
    lastButOne: 'die vorletzte Notiz',
    about: ['die Notiz über {of}', 'die Notiz mit dem Namen {of}'],
  },
  noteDative: {
    nth: ['der ersten Notiz', 'der zweiten Notiz', 'der dritten Notiz', 'der vierten Notiz', 'der fünften Notiz'],
    last: 'der letzten Notiz',
    lastButOne: 'der vorletzten Notiz',
    about: ['der Notiz über {of}', 'der Notiz mit dem Namen {of}'],
  },
  revision: {
    withdrawn: [
      '{note} blieb zuerst stehen und wurde dann gestrichen.',
      '{note} ist hinfällig, obwohl sie bestätigt worden war.',
      'Nichts bleibt von {dative}. Dass jemand sich dafür verbürgte, hilft nicht.',
      'Alles ist, als wäre {note} nie geschrieben worden.',
    ],
    restored: [
      '{note} wurde zuerst gestrichen und blieb dann doch stehen.',
      '{note} gilt, obwohl sie gestrichen worden war.',
      'Es ist nichts gegen {note} zu sagen. Dass jemand sie durchstrich, schadet nicht.',
    ],
    opposite: [
      'Es ging umgekehrt aus, als {note} am Ende sagt.',
      '{note} stimmt bis auf den Ausgang: Der war umgekehrt.',
      'Was {note} als Ausgang angibt, ist gerade das Gegenteil davon.',
    ],
    twice: [
      '{note} nennt nur die Hälfte der richtigen Zahl.',
      'Die Zahl in {dative} ist zu verdoppeln.',
      'Richtig wären doppelt so viele, wie {note} sagt.',
    ],
    number: [
      '{note} müsste als Zahl {to} nennen.',
      'Die richtige Zahl in {dative} ist {to}.',
      '{to} ist die Zahl, die in {note} gehört.',
    ],
    person: [
      'Was {note} über {from} sagt, trifft in Wahrheit auf {to} zu und nicht auf {from}.',
      '{note} spricht von {from}, gemeint war aber {to}.',
      'Von {to} müsste {note} sprechen, nicht von {from}.',
      'In {dative} wurde {to} für {from} gehalten.',
    ],
    disputed: [
      'Was {note} über {from} sagt, wurde eine Zeit lang {to} zugeschrieben, aber zu Unrecht.',
      '{note} spricht von {from}; geprüft wurde, ob {to} gemeint war, doch das war nicht so.',
      'Dass in {dative} {to} für {from} gehalten worden wäre, hieß es zwar, war aber nicht so.',
    ],
    place: [
      '{note} müsste „{to}“ sagen und nicht „{from}“.',
      'Wo {note} „{from}“ sagt, ist „{to}“ richtig.',
      '„{to}“ gehört in {note}, nicht „{from}“.',
    ],
    exchanged: [
      '{note} und {with} haben die falschen Namen: Jede gilt für die Person, von der die andere spricht.',
      'Zwei Notizen müssen ihre Namen miteinander tauschen: {note} und {with}.',
    ],
  },
  condition: {
    all: ['{At} zählen doppelt, alle anderen einfach.', 'Alles zählt einfach, nur {at} zählen doppelt.'],
    beyond: [
      '{First} zählen bei jeder Person einfach, was darüber hinausgeht, doppelt; alles andere zählt einfach.',
      'Alles zählt einfach; nur was jemand an {atDative} über die Zahl {limit} hinaus hat, zählt doppelt.',
    ],
    first: [
      '{First} zählen bei jeder Person doppelt, was darüber hinausgeht, einfach; alles andere zählt einfach.',
      'Alles zählt einfach; nur {first} zählen bei jeder Person doppelt.',
    ],
    atLeast: [
      '{At} zählen doppelt, wenn jemand davon mindestens {limit} hat, sonst einfach; alles andere zählt einfach.',
      'Alles zählt einfach; nur bei denen, die {limit} oder mehr {at} haben, zählen diese doppelt.',
    ],
    below: [
      '{At} zählen doppelt, wenn jemand davon weniger als {limit} hat, sonst einfach; alles andere zählt einfach.',
      'Alles zählt einfach; nur bei denen, die keine {limit} {at} haben, sondern weniger, zählen diese doppelt.',
    ],
    fewer: [
      '{At} zählen doppelt, wenn jemand davon weniger hat als {against}, sonst einfach; alles andere zählt einfach.',
      'Alles zählt einfach; nur bei denen, die mehr {against} haben als {at}, zählen Letztere doppelt.',
    ],
    more: [
      '{At} zählen doppelt, wenn jemand davon mehr hat als {against}, sonst einfach; alles andere zählt einfach.',
      'Alles zählt einfach; nur bei denen, die weniger {against} haben als {at}, zählen Letztere doppelt.',
    ],
  },
  except: {
    nobody: ['Das gilt für alle.', 'Eine Ausnahme davon gibt es nicht.'],
    person: [
      'Für {who} zählt jedoch alles einfach.',
      'Ausgenommen ist {who}: Dort zählt alles einfach.',
      'Nichts zählt allerdings doppelt für {who}.',
    ],
    most: [
      'Für die Person mit den meisten {againstDative} zählt jedoch alles einfach.',
      'Wer die meisten {against} hat, ist davon ausgenommen: Dort zählt alles einfach.',
    ],
    least: [
      'Für die Person mit den wenigsten {againstDative} zählt jedoch alles einfach.',
      'Wer die wenigsten {against} hat, ist davon ausgenommen: Dort zählt alles einfach.',
    ],
  },
  basis: [
    'Alles gilt nach dem Stand, der sich mit den Notizen und allem dazu Bemerkten ergibt.',
    'Die Notizen, und was etwa dazu bemerkt ist, sind immer bereits berücksichtigt.',
  ],
  facet: {
    total: ['{total} von {of}'],
    without: ['{total}, die sich ohne {note} für {who} ergäbe'],
    unrevised: ['{total}, die sich ohne das zu den Notizen Bemerkte für {who} ergäbe'],
    unexcepted: ['{total}, die sich für {who} ergäbe, wenn niemand von der Regel fürs Doppeltzählen ausgenommen wäre'],
    single: ['{total}, die sich für {who} ergäbe, wenn alles einfach zählte'],
    sumOf: ['die Summe der {byTotal} von {one} und {other}'],
    difference: ['der Unterschied zwischen {one} und {other} nach {byTotal}, als Zahl'],
    gap: ['der Unterschied zwischen {totals}'],
    best: [
      'der Name der Person, die nach {byTotal} vorn liegt',
      'der Name der Person, die nach {byTotal} niemanden vor sich hat',
    ],
    second: ['der Name der Person, die nach {byTotal} an zweiter Stelle steht, absteigend geordnet'],
    third: ['der Name der Person, die nach {byTotal} genau zwei vor sich hat'],
    worst: [
      'der Name der Person, die nach {byTotal} hinten liegt',
      'der Name der Person, die nach {byTotal} niemanden hinter sich hat',
    ],
    ranking: [
      'die Liste aller Namen nach {byTotal}, absteigend geordnet',
      'eine Liste von allen, nach {byTotal} vom Größten zum Kleinsten',
    ],
    rank: ['der Platz, als Zahl, den bei absteigender Ordnung nach {byTotal} {who} einnimmt'],
    ahead: ['die Zahl derer, die nach {byTotal} vor {of} liegen'],
    over: ['die Liste, in beliebiger Reihenfolge und womöglich leer, derer, die {least} oder mehr {counted} haben'],
    changed: [
      'die Liste, in beliebiger Reihenfolge und womöglich leer, derer, deren Zahlen, einfach genommen, am Ende nicht alle so sind, wie sie vor den Notizen dastanden',
    ],
    both: [
      'die Zahl der Personen, die mindestens {least} {counted} haben und weniger als {fewer} {at}, jeweils einfach genommen',
    ],
    doubled: ['die Zahl der Personen, die mehr {counted} haben, als wenn alles einfach zählte'],
    mostAt: ['der Name der Person, die die meisten {at} hat, jeweils einfach genommen'],
    leastAt: ['der Name der Person, die die wenigsten {at} hat, jeweils einfach genommen'],
    sumAt: ['die Gesamtzahl, die alle zusammen an {atDative} haben, jeweils einfach genommen'],
  },
  like: [
    'dasselbe wie unter `{member}`, aber bezogen auf {who}',
    'das unter `{member}` Gefragte, hier jedoch für {who}',
  ],
}
