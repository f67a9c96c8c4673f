import type { VoteWords } from './words.ts'

export const de: VoteWords = {
  scene: [
    'Ein Chor stimmt mit Zetteln darüber ab, wohin seine nächste Reise geht.',
    'Die Mitglieder eines [Rudervereins|Schachvereins] wählen mit Stimmzetteln den Namen ihres neuen Hauses.',
    'In einer Wohngenossenschaft entscheiden Stimmzettel, wie der neue Garten heißen soll.',
  ],
  handedIn: [
    'Vorschläge waren in dieser Reihenfolge eingegangen: {list}.',
    'Es gibt vier Vorschläge, hier aufgezählt, wie sie eingingen, der früheste zuerst: {list}.',
  ],
  handedInBackwards: [
    'Als letzter Vorschlag war {fourth} eingegangen, davor {third} und davor {second}; {first} war der allererste.',
    '{first} wurde vor {second} vorgeschlagen, darauf folgte {third}; {fourth} kam als jüngster Vorschlag.',
  ],
  one: [
    '{list} [schrieb|notierte] {proposal}.',
    'Für {proposal} liegt der Zettel von {list} vor.',
    '{list} ist für {proposal}.',
  ],
  many: [
    '{list} [schrieben|notierten] {proposal}.',
    '{proposal} haben {list} auf ihren Zetteln.',
    'Auf den Zetteln von {list} steht {proposal}.',
  ],
  same: [
    'Auf dem Zettel von {voter} steht dasselbe wie auf dem von {other}.',
    '{voter} schloss sich {other} an und schrieb denselben Namen.',
    'Was {other} schrieb, schrieb {voter} auch.',
  ],
  twoNames: [
    'Der Zettel von {voter} trägt zwei Namen: {proposal} und darunter {second}.',
    '{voter} [konnte sich nicht entscheiden und schrieb|schrieb im Zweifel] zwei Namen auf, {second} unter {proposal}.',
    'Zwei Namen stehen auf {voter}s Zettel: oben {proposal}, unten {second}.',
  ],
  late: [
    'Der Zettel von {voter}, er nennt {proposal}, [kam erst nach Schluss der Abstimmung herein|wurde erst nach Schluss der Abstimmung abgegeben].',
    'Die Abstimmung war schon geschlossen, als {voter} einen Zettel für {proposal} abgab.',
  ],
  changed: [
    '{voter} schrieb erst {before}, strich das durch und setzte {proposal} an die Stelle.',
    'Auf {voter}s Zettel ist {before} gestrichen und durch {proposal} ersetzt.',
  ],
  twoNamesLate: [
    'Der Zettel von {voter} kam nach Schluss der Abstimmung und trägt zwei Namen: {proposal} und darunter {second}.',
  ],
  kept: [
    '{voter} schrieb erst {proposal}, strich das für {before} durch und setzte dann wieder {proposal} an die Stelle.',
    'Auf dem Zettel von {voter} ist {proposal} gestrichen und durch {before} ersetzt, was wiederum {proposal} weichen musste.',
  ],
  inTime: [
    'Der Zettel von {voter}, er nennt {proposal}, galt als nach Schluss eingegangen, lag aber rechtzeitig da.',
    'Man hielt die Abstimmung für geschlossen, als {voter} einen Zettel für {proposal} abgab, doch sie war noch offen.',
  ],
  twoNamesLower: ['Ein Zettel mit zwei nicht gestrichenen Namen ist gültig und zählt für den unteren.'],
  lateOneName: ['Was nach Schluss eingeht, ist mit zwei Namen ungültig und sonst wie ein rechtzeitiger Zettel.'],
  lateTie: [
    'Zettel nach Schluss zählen wie die anderen, wenn sich nach den rechtzeitigen allein zwei oder mehr Vorschläge die meisten Stimmen teilen; sonst sind sie ungültig.',
  ],
  revisions: {
    exchanged: [
      'Die Zettel von {one} und {other} sind hier verwechselt: Alles, was vom einen gesagt ist, gilt vom anderen.',
      'Jemand meinte, {one} und {other} seien in alldem miteinander verwechselt, und das war richtig.',
    ],
    doubted: [
      'Dass die Zettel von {one} und {other} hier verwechselt sind, wurde geglaubt, stimmt aber nicht.',
      'Jemand meinte, {one} und {other} seien in alldem miteinander verwechselt, und das war falsch.',
    ],
    misread: [
      'Auf dem Zettel von {voter} wurde {to} falsch gelesen: Was immer hier steht, er trägt diesen einen Namen.',
      'Jemand sah den Zettel von {voter} noch einmal an, und was darauf steht, als einziger Name, ist {to}.',
    ],
    withdrawn: [
      '{voter} ließ den Zettel eine Weile gelten, nahm ihn am Ende aber zurück und gab keinen anderen ab.',
      '{voter} wollte bei dem Zettel bleiben, nahm ihn dann aber endgültig zurück.',
    ],
    restored: [
      '{voter} nahm den Zettel eine Weile zurück, ließ ihn am Ende aber gelten, wie er war und als wäre er nie fort gewesen.',
      '{voter} wollte den Zettel zurücknehmen, blieb dann aber bei ihm, wie er war.',
    ],
  },
  silent: [
    'Weitere {n} Mitglieder haben keinen Zettel abgegeben.',
    'Außer diesen allen gibt es {n} Mitglieder, die gar nicht abgestimmt haben.',
  ],
  outsider: [
    '{person} wohnt nebenan, ist kein Mitglied und [erzählte allen|erklärte laut], {proposal} solle gewinnen.',
    '{person} ist kein Mitglied und hat keinen Zettel, machte sich aber für {proposal} stark.',
    '{person} war nur zu Gast, ist kein Mitglied und hätte {proposal} genommen.',
  ],
  membersOnly: [
    'Es zählen nur die Mitglieder und nur, was sie auf ihre Zettel schrieben.',
    'Meinungen von Außenstehenden werden nicht gezählt, und sie selbst auch nicht.',
  ],
  twoNamesVoid: [
    'Ein Zettel mit zwei Namen, die nicht gestrichen sind, ist ungültig.',
    'Wer mehr als einen Namen auf dem Zettel stehen lässt, hat ungültig gestimmt.',
  ],
  twoNamesUpper: [
    'Ein Zettel mit zwei nicht gestrichenen Namen ist gültig und zählt für den oberen.',
    'Zwei nicht gestrichene Namen schaden einem Zettel nicht: Der untere wird einfach übergangen.',
  ],
  lateCounts: [
    'Zettel, die nach Schluss kommen, [zählen|gelten] wie die anderen.',
    'Verspätung macht keinen Zettel ungültig.',
  ],
  lateVoid: [
    'Was nach Schluss eingeht, ist ungültig.',
    'Ein verspätet abgegebener Zettel [zählt nicht, er ist ungültig|ist ungültig].',
  ],
  tieEarlier: [
    'Zwischen Vorschlägen mit gleich vielen Stimmen hat der früher eingegangene den besseren Platz.',
    'Bei gleicher Stimmenzahl ist es von Vorteil, älter zu sein: Der frühere Vorschlag steht vor dem späteren.',
  ],
  tieLater: [
    'Zwischen Vorschlägen mit gleich vielen Stimmen hat der später eingegangene den besseren Platz.',
    'Bei gleicher Stimmenzahl steht der jüngere Vorschlag vor dem älteren.',
  ],
  facets: {
    behind: [
      'die Liste der Vorschläge mit mindestens zwei Stimmen weniger als der Sieger, in der Reihenfolge des Ergebnisses',
    ],
    others: ['die Liste derer, von A bis Z, deren gültige Zettel für einen anderen Vorschlag als den Sieger zählen'],
    winnerWithout: ['der Vorschlag, der gewinnen würde, wenn {without} keinen Zettel abgegeben hätte'],
    ranking: [
      'die Liste aller Vorschläge in der Reihenfolge des Ergebnisses, der Sieger zuerst',
      'die Rangfolge der Vorschläge als Liste, vom besten bis zum letzten',
    ],
    winner: ['der Vorschlag, der gewinnt', 'der siegreiche Vorschlag'],
    runnerUp: ['der Vorschlag auf dem zweiten Platz', 'der Vorschlag gleich hinter dem Sieger'],
    last: ['der Vorschlag auf dem letzten Platz', 'der Vorschlag ganz am Ende des Ergebnisses'],
    supporters: [
      'die alphabetische Liste derer, deren gültige Zettel für den Sieger zählen',
      'die Liste der Personen mit einem gültigen Zettel, der für den siegreichen Vorschlag zählt (Namen von A bis Z)',
    ],
    voidVoters: [
      'die alphabetische Liste derer, deren Zettel ungültig sind',
      'die Liste der Personen, die einen ungültigen Zettel abgaben (Namen von A bis Z)',
    ],
    valid: ['die Zahl der gültigen Zettel', 'die Anzahl der Zettel, die gelten'],
    margin: [
      'der Vorsprung an Stimmen, den der Sieger vor dem Vorschlag auf dem letzten Platz hat',
      'der Unterschied an Stimmen zwischen dem ersten und dem letzten Platz des Ergebnisses',
    ],
    silent: [
      'die Zahl der Mitglieder, von denen kein gültiger Zettel vorliegt, sei er ungültig oder gar nicht abgegeben',
      'die Zahl der Mitglieder, die entweder nicht oder ungültig abgestimmt haben',
    ],
    notForWinner: [
      'die Zahl der Mitglieder, von denen der Sieger, aus welchem Grund auch immer, keine Stimme bekam, die ohne Zettel eingeschlossen',
      'die Zahl der Mitglieder, von denen keine gültige Stimme an den Sieger ging',
    ],
    members: [
      'die Zahl der Mitglieder, mit oder ohne Zettel',
      'die Gesamtzahl der Mitglieder, ob sie nun abstimmten oder nicht',
    ],
  },
}
