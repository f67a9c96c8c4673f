import type { RoundTableWords } from './words.ts'

export const de: RoundTableWords = {
  scene: [
    'Die Eingabe ist dein eigener Eintrag, wie er hier registriert ist. [Denk dir einen runden Tisch|Stell dir einen runden Tisch vor], an dem du mit vier geladenen Gästen sitzt; ihre Interessen sind als Schlagwörter angegeben wie deine.',
    'Du, so wie du registriert bist (siehe Eingabe), und vier Gäste sind an einen Tisch geladen. Was sie mögen, sagen Schlagwörter derselben Art.',
    'Dein registrierter Eintrag ist die Eingabe. Vier Gäste sind an einen Tisch mit dir gebeten, jeder mit eigenen Schlagwörtern.',
  ],
  guest: [
    '{person} interessiert sich für {tags}.',
    '{person} hat die Schlagwörter {tags}.',
    '{tags}: Dafür interessiert sich {person}.',
    'Was {person} mag: {tags}.',
  ],
  like: [
    '{person} hat dieselben Interessen wie {other}, nur mit {come} anstelle von {gone}.',
    'Nimmt man die Schlagwörter von {other}, lässt {gone} weg und fügt {come} hinzu, so hat man die von {person}.',
    '{person} mag alles, was {other} mag, außer {gone}, und dazu noch {come}.',
  ],
  absent: [
    '{person} lässt sich entschuldigen und kommt nicht.',
    'Am Ende bleibt der Stuhl von {person} leer.',
    '{person} kann nun doch nicht kommen.',
  ],
  absentDoNot: [
    'Gast ist nur, wer wirklich kommt; wer wegbleibt, fehlt in jeder Liste und jeder Zahl.',
    'Wer geladen ist und nicht kommt, ist kein Gast und wird nirgends mitgezählt.',
  ],
  former: [
    'Letztes Jahr saß {person} hier und sprach nur von {tag}.',
    '{person} war letztes Jahr zu Gast und mochte {tag}.',
  ],
  formerDoNot: [
    'Die Gäste des letzten Jahres [spielen keine Rolle|zählen nicht].',
    'Wer in früheren Jahren dort saß, zählt hier nicht.',
  ],
  facets: {
    called: [
      'dein Name, falls du mit {guest} mindestens ein Interesse teilst, sonst dein Handle',
      'dein Handle oder, falls {guest} und du ein Schlagwort gemeinsam haben, stattdessen dein Name',
    ],
    calledElse: [
      'dein Handle, falls du mit {guest} mindestens ein Interesse teilst, sonst dein Name',
      'dein Name oder, falls {guest} und du ein Schlagwort gemeinsam haben, stattdessen dein Handle',
    ],
    sharing: [
      'die Liste, in beliebiger Reihenfolge, der Gäste, die mindestens ein Interesse mit dir teilen',
      'die Liste der Gäste, mit denen du ein Schlagwort gemeinsam hast (die Reihenfolge ist egal)',
    ],
    strangers: [
      'die Liste, in beliebiger Reihenfolge, der Gäste, die kein Interesse mit dir teilen',
      'die Liste der Gäste, mit denen du kein Schlagwort gemeinsam hast (die Reihenfolge ist egal)',
    ],
    shared: [
      'die Liste, in beliebiger Reihenfolge, derjenigen deiner Interessen, die auch mindestens ein Gast hat',
      'die Liste deiner Schlagwörter, die auch unter den Gästen vorkommen (die Reihenfolge ist egal)',
    ],
    lonely: [
      'die Liste, in beliebiger Reihenfolge, derjenigen deiner Interessen, die kein Gast hat',
      'die Liste deiner Schlagwörter, die bei keinem der Gäste vorkommen (die Reihenfolge ist egal)',
    ],
    fresh: [
      'die Liste, jedes einmal und in beliebiger Reihenfolge, der Interessen, die Gäste haben und du nicht',
      'die Liste der Schlagwörter unter den Gästen, die deinem Eintrag fehlen (ohne Wiederholungen, die Reihenfolge ist egal)',
    ],
    cardShared: [
      'die Zahl auf deiner Karte: {n} und eins mehr für jedes deiner Interessen, das auch mindestens ein Gast hat',
      'die Summe aus {n} und der Anzahl derjenigen deiner Schlagwörter, die auch unter den Gästen vorkommen',
    ],
    cardGuests: [
      'die Zahl auf deiner Karte: {n} und eins mehr für jeden Gast, der ein Interesse mit dir teilt',
      'die Summe aus {n} und der Anzahl der Gäste, mit denen du mindestens ein Schlagwort gemeinsam hast',
    ],
    cardFresh: [
      'die Zahl auf deiner Karte: {n} und eins mehr für jedes verschiedene Interesse, das Gäste haben und du nicht',
      'die Summe aus {n} und der Anzahl verschiedener Schlagwörter, die unter den Gästen vorkommen, aber nicht in deinem Eintrag',
    ],
  },
}
