import { type CustodyWords, drawTime, hour, past } from './words.ts'

const clock = (minute: number) => `${hour(minute)}:${past(minute)} Uhr`

export const de: CustodyWords = {
  scene: [
    '{people} geben versiegelte Pakete untereinander weiter.',
    'In einem Büro arbeiten {people}; {count} versiegelte Pakete wandern dort umher.',
    '{count} versiegelte Pakete wechseln den Besitzer. Beteiligt sind {people}.',
    'Jemand notierte, wie {count} versiegelte Pakete zwischen {people} hin und her gingen.',
  ],
  start: [
    'Am Morgen liegt {parcel} mit {sheets} Blatt darin bei {holder}.',
    '{holder} beginnt den Tag mit {parcel}; darin sind {sheets} Blatt.',
    'Zu Beginn hat {holder} das Paket {parcel} ({sheets} Blatt).',
    'In {parcel}, das {holder} am Morgen mitbringt, sind {sheets} Blatt.',
    '{sheets} Blatt enthält {parcel}, und bei Tagesbeginn hat es {holder}.',
  ],
  clock,
  at: (minute, draw) =>
    drawTime(draw, minute, {
      plain: at => `um ${clock(at)}`,
      quarters: ['um {hour} Uhr', 'um Viertel nach {hour}', 'um halb {next}', 'um Viertel vor {next}'],
      hours: 'sieben acht neun zehn elf zwölf',
      before: (by, at) => `${by} Minuten vor ${clock(at)}`,
    }),
  event: {
    offered: [
      '{at} wurde {parcel} einzeln {to} angeboten.',
      'Das einzelne Paket {parcel} wurde {to} {at} angeboten.',
      '{to} bekam {at} ein einzelnes Paket angeboten: {parcel}.',
      'Wer {parcel} hatte, kam damit allein {at} zu {to}, um es anzubieten.',
      'Ein Angebot ging {at} an {to}. Es betraf {parcel} einzeln.',
      'Es gab {at} ein Angebot an {to}, das {parcel} und sonst nichts galt.',
    ],
    resumed: [
      '{parcel} {at} einzeln {to} anzubieten, wurde zuerst abgesagt und dann zu dieser Zeit doch getan.',
      '{parcel} wurde {at} einzeln {to} angeboten, obwohl das zuvor abgesagt worden war.',
      'Zwar war es schon abgesagt, doch {to} bekam {at} einzeln {parcel} angeboten.',
      'Das Vorhaben, {to} {at} einzeln {parcel} anzubieten, war aufgegeben. Man nahm es wieder auf und führte es dann aus.',
      'Eine Weile nicht mehr gewollt, wurde das Angebot von {parcel} einzeln an {to} {at} trotzdem gemacht.',
    ],
    dropped: [
      '{parcel} {at} einzeln {to} anzubieten, wurde zuerst vereinbart und dann doch nicht getan.',
      '{parcel} wurde {at} nicht einzeln {to} angeboten, obwohl das zuvor vereinbart worden war.',
      'Zwar war es schon vereinbart, doch bekam {to} {at} {parcel} nicht einzeln angeboten.',
      'Das Vorhaben, {to} {at} einzeln {parcel} anzubieten, war aufgegeben, dann wieder aufgenommen. Ausgeführt wurde es nie.',
      'Eine Weile fest geplant, wurde das Angebot von {parcel} einzeln an {to} {at} nie gemacht.',
    ],
    elsewhen: [
      '{parcel} wurde {at} einzeln {to} angeboten, allerdings am Tag davor.',
      'Am Tag vor diesem wurde {parcel} {at} einzeln {to} angeboten.',
      'Dass {parcel} {at} einzeln {to} angeboten wurde, gehört zum Tag davor.',
    ],
    left: [
      '{at} ließ die Person, die {parcel} hatte, es einfach bei {to}, ohne zu fragen.',
      'Niemand fragte {to}, als {parcel} {at} dort für immer abgelegt wurde.',
      'Ohne dass es angeboten wurde, kam {parcel} {at} zu {to}, um dort zu bleiben.',
    ],
    toHolder: [
      '{at} wurde {parcel} einzeln der Person angeboten, die {of} hatte.',
      'Wer {at} {of} hatte, bekam dann {parcel} einzeln angeboten.',
      'Ein Angebot von {parcel} einzeln ging {at} an die Person mit {of}.',
    ],
    back: [
      '{at} ging {parcel} zurück an die Person, die es vor der damaligen gehabt hatte; gab es keine, blieb es.',
      'Wer {at} {parcel} hatte, gab es der Person zurück, von der es an dem Tag gekommen war, falls es von einer kam.',
    ],
    all: [
      '{at} gab die Person, die {parcel} hatte, alles, was sie hatte, an {to}.',
      '{to} erhielt {at} alles, was bei der Person lag, die {parcel} hatte.',
      'Wer {at} {parcel} hatte, behielt nichts: Alles, dieses Paket eingeschlossen, ging an {to}.',
      'Sämtliche Pakete einer Person kamen {at} zu {to}. Es war die Person, die {parcel} hatte.',
    ],
    swap: [
      '{one} und {other} entschieden sich zuerst dagegen, {at} alles zu tauschen, was sie hatten, und taten es dann doch.',
      '{at} tauschten {one} und {other} alles, was sie hatten.',
      'Alles, was {one} hatte, ging {at} an {other}, und alles, was {other} hatte, an {one}.',
      'Ein Tausch von allem zwischen {one} und {other} fand {at} statt, obwohl er ausgeschlossen worden war.',
      '{one} bekam {at} alles, was {other} hatte. Umgekehrt war es ebenso.',
    ],
    unswapped: [
      '{one} und {other} entschieden sich zuerst dafür, {at} alles zu tauschen, was sie hatten, und taten es dann doch nicht.',
      'Ein Tausch von allem zwischen {one} und {other} fand {at} nicht statt, obwohl er beschlossen worden war.',
      'Alles, was {one} hatte, sollte {at} an {other} gehen und umgekehrt. Beide behielten, was sie hatten.',
      'Aus dem Tausch von allem, den {one} und {other} einander für {at} versprochen hatten, wurde nichts.',
    ],
  },
  notInOrder: [
    'Die Notizen dieses Tages stehen nicht in zeitlicher Reihenfolge:',
    'Was an diesem Tag notiert wurde, steht hier nicht der Reihe nach.',
    'Die Notizen des Tages sind durcheinandergeraten.',
  ],
  who: { only: ['{persons}'], allBut: ['irgendjemandem außer {persons}', 'jemand anderem als {persons}'] },
  whoBoth: ['{one} oder {other}'],
  parcels: count => (count === 1 ? 'ein Paket' : `${count} Pakete`),
  refused: {
    always: [
      'Jedes Paket, das {who} einzeln angeboten wird, wird abgelehnt.',
      'Was {who} einzeln angeboten wird, wird abgelehnt.',
      'Abgelehnt wird ein Paket immer, wenn es {who} einzeln angeboten wird.',
    ],
    holding: [
      'Ein Paket, das {who} einzeln angeboten wird, wird abgelehnt, wenn die Person, die es bekäme, schon {parcels} oder mehr hat.',
      'Wird ein Paket {who} einzeln angeboten, so entscheidet, was die Person gerade hat: Hat sie {parcels} oder mehr, wird es abgelehnt.',
    ],
    heavy: [
      'Ein Paket, das {who} einzeln angeboten wird, wird abgelehnt, wenn darin mehr als {sheets} Blatt sind.',
      'Mehr als {sheets} Blatt in einem Paket sind ein Grund, es abzulehnen, wenn es {who} einzeln angeboten wird.',
    ],
    light: [
      'Ein Paket, das {who} einzeln angeboten wird, wird abgelehnt, wenn darin weniger als {sheets} Blatt sind.',
      'Weniger als {sheets} Blatt in einem Paket sind ein Grund, es abzulehnen, wenn es {who} einzeln angeboten wird.',
    ],
    until: [
      'Ein Paket, das {who} einzeln angeboten wird, wird abgelehnt, wenn das vor {time} geschieht.',
      'Erst ab {time} wird nicht abgelehnt, was {who} einzeln angeboten wird.',
    ],
    since: [
      'Ein Paket, das {who} einzeln angeboten wird, wird abgelehnt, wenn das um {time} oder später geschieht.',
      'Nur vor {time} wird nicht abgelehnt, was {who} einzeln angeboten wird.',
    ],
    giver: [
      'Ein Paket, das {who} einzeln angeboten wird, wird abgelehnt, wenn {giver} es hat und anbietet.',
      'Was {giver} hat und {who} einzeln anbietet, wird abgelehnt.',
    ],
  },
  accepted: [
    'Ausgenommen ist {parcel}, das niemand je ablehnt.',
    '{parcel} wird jedoch immer angenommen.',
    'Für {parcel} gilt das nicht: Das lehnt niemand ab.',
    'Nie trifft das auf {parcel} zu. Es wird auf jeden Fall angenommen.',
  ],
  acceptedBoth: [
    'Ausgenommen sind {parcels}, die niemand je ablehnt.',
    'Immer angenommen werden allerdings {parcels}.',
  ],
  rest: [
    'Sonst wird nichts abgelehnt. Was abgelehnt wird, bleibt, wo es ist. Was an die Person ginge, die es schon hat, bleibt dort und gilt weder als abgelehnt noch als weitergegeben.',
    'Alles andere wird angenommen. Abgelehntes bleibt, wo es war. Was die Person bekäme, die es ohnehin hat, bleibt ebenfalls und ist weder abgelehnt noch weitergegeben.',
  ],
  remark: ['Später bemerkte jemand:', 'Eine spätere Bemerkung lautet:', 'Nachträglich bemerkt:'],
  note: {
    byTime: ['die Notiz zu {time}'],
    byNames: ['die Notiz über {a} und {b}'],
  },
  noteDative: {
    byTime: ['der Notiz zu {time}'],
    byNames: ['der Notiz über {a} und {b}'],
  },
  revision: {
    to: [
      'Wo {note} von {from} spricht, war es in Wahrheit {to}.',
      'In {dative} steht {from} irrtümlich für {to}.',
      'Von {to} müsste {note} sprechen und nicht von {from}.',
      'Mit {from} hatte, was {note} sagt, nichts zu tun: Das war {to}.',
      'In {dative} wurde {to} für {from} gehalten.',
    ],
    affirmed: [
      'Wo {note} von {from} spricht, dachten manche an {to}, aber das traf nicht zu.',
      'In {dative} steht zu Recht {from} und nicht {to}.',
      'Mit {to} hatte, was {note} sagt, nichts zu tun, auch wenn man es erzählt: Das war {from}.',
      'Dass in {dative} {to} für {from} gehalten worden wäre, hieß es zwar, war aber nicht so.',
    ],
    parcel: [
      'Wo {note} von {wrong} spricht, war es in Wahrheit {right}.',
      'Das Paket in {dative} war {right}; {wrong} ist ein Irrtum.',
      'Von {right} müsste {note} sprechen und nicht von {wrong}.',
    ],
    minute: [
      'Was {note} sagt, gehört in Wahrheit zu {minute}.',
      'Die Uhrzeit in {dative} müsste {minute} lauten.',
      'Auf {minute} und nicht auf die genannte Zeit fällt, wovon {note} spricht.',
    ],
    times: [
      'Die Zeiten sind vertauscht: {note} und {other} haben jede die der anderen.',
      'Was {note} und was {other} sagt, geschah jeweils zur Zeit des anderen.',
    ],
    struck: [
      'Erst wurde {note} bestätigt, dann erwies sie sich als erfunden: Nichts davon fand statt.',
      'Nichts von dem, was {note} sagt, fand statt, obwohl es bestätigt worden war.',
      'Erfunden ist {note}. Dass jemand sich für sie verbürgt hatte, hilft nichts.',
    ],
    upheld: [
      'Erst galt {note} als erfunden, dann wurde sie bestätigt: Alles ist so, wie sie sagt.',
      'Alles ist so, wie {note} sagt, obwohl man sie für erfunden gehalten hatte.',
      'Es bleibt bei dem, was {note} sagt. Dass jemand sie erfunden nannte, schadet nichts.',
    ],
    revived: [
      'Was laut {dative} nicht getan wurde, wurde in Wahrheit zu dieser Zeit getan.',
      'Dass nichts daraus wurde, wie {note} sagt, ist falsch: Es geschah zu dieser Zeit, wie es geplant war.',
    ],
  },
  facet: {
    holder: [
      'der Name der Person, die {parcel} am Ende hat',
      'der Name der Person, bei der {parcel} zuletzt liegt',
      'der Name der letzten Person des Tages, die {parcel} hat',
    ],
    ifTaken: ['der Name der Person, die {parcel} am Ende hätte, wenn nichts abgelehnt worden wäre'],
    unrevised: ['der Name der Person, die {parcel} am Ende ohne das später Bemerkte hätte'],
    holderAt: ['der Name der Person, die {parcel} um {time} hat'],
    without: [
      'der Name der Person, die {parcel} am Ende hätte, wenn das, wovon in {note} die Rede ist, nie stattgefunden hätte',
    ],
    before: ['der Name der Person, die {parcel} unmittelbar vor der hatte, die es am Ende hat'],
    firstTo: ['der Name der Person, zu der {parcel} an diesem Tag als Erstes kam, von da, wo es am Morgen war'],
    owners: ['die Zahl der verschiedenen Personen, die {parcel} im Lauf des Tages hatten, die erste eingeschlossen'],
    sheets: [
      'die Zahl der Blätter in allen Paketen zusammen, die {person} am Ende hat',
      'die Summe der Blätter in den Paketen, die zuletzt bei {person} liegen',
      'das, was {person} zum Schluss an Blättern hat, zusammengezählt',
    ],
    sheetsIfTaken: ['die Zahl der Blätter, die {person} am Ende hätte, wenn nichts abgelehnt worden wäre'],
    difference: ['der Unterschied, als positive Zahl, zwischen den Blättern, die {one} und {other} am Ende haben'],
    most: ['der Name der Person, die am Ende die meisten Blätter hat'],
    fewest: ['der Name der Person, die am Ende die wenigsten Blätter hat, unter denen, die welche haben'],
    parcels: ['die womöglich leere Liste, in beliebiger Reihenfolge, der Pakete, die {person} am Ende hat'],
    home: [
      'die womöglich leere Liste, in beliebiger Reihenfolge, der Pakete, die am Ende da sind, wo sie am Morgen waren',
    ],
    settled: [
      'die womöglich leere Liste, in beliebiger Reihenfolge, der Pakete, die nie von einer Person zu einer anderen kamen',
    ],
    spurned: [
      'die womöglich leere Liste, in beliebiger Reihenfolge, der Pakete, die mindestens einmal abgelehnt wurden',
    ],
    refused: ['die Zahl der Fälle, in denen an diesem Tag ein Paket abgelehnt wurde'],
    moves: ['die Zahl der Male, die {parcel} von einer Person zu einer anderen kam'],
    allMoves: [
      'die Zahl der Male, die Pakete von einer Person zu einer anderen kamen, für jedes Paket gezählt und addiert',
    ],
    empty: ['die Zahl der Personen, die am Ende kein Paket haben'],
    laden: ['die Zahl der Personen, die am Ende zwei oder mehr Pakete haben'],
  },
  like: ['dasselbe wie unter `{member}`, aber für {parcel}', 'das unter `{member}` Gefragte, nur für {parcel}'],
}
