import type { AgreementWords } from './words.ts'

export const de: AgreementWords = {
  from: 'von',
  text: 'text',
  scene: [
    'Einige Leute schreiben sich wegen der [Infostände|Bücherstände] in drei Dörfern: wer welchen betreut und an welchem Tag des Monats.',
    'Die Nachrichten, in der Reihenfolge, in der sie geschrieben wurden, handeln von drei Dörfern und davon, wer dort an welchem Tag des Monats einen Stand hat.',
  ],
  proposeSelf: [
    'Ich könnte den Stand in {place} [betreuen|machen], und zwar am {day}. des Monats.',
    '{place} am {day}. würde mir gut passen, wenn das geht.',
    'Gebt mir {place}. Der {day}. wäre mir recht.',
  ],
  proposeOther: [
    'Wie wäre es mit {taker} für {place}, am {day}. des Monats?',
    '{place} könnte am {day}. an {taker} gehen.',
    'Am {day}. könnte {taker} den Stand in {place} haben.',
  ],
  day: [
    'Können wir {place} auf den {day}. verlegen? Die Person bleibt dieselbe.',
    'Der {day}. wäre für {place} der bessere Tag, finde ich.',
    'Zu {place}: Mir wäre der {day}. lieber, mit derselben Person wie jetzt.',
  ],
  takerSelf: [
    'Ich könnte {place} übernehmen, am selben Tag.',
    'Wenn es hilft, mache stattdessen ich {place}; der Tag kann bleiben.',
  ],
  takerOther: [
    'Wäre {taker} für {place} nicht besser? Der Tag kann bleiben.',
    'Ich finde, {taker} sollte {place} übernehmen, am selben Tag.',
  ],
  drop: [
    'In {place} hätte ich am liebsten gar keinen Stand.',
    'Lassen wir {place} doch ganz [weg|ausfallen], meine ich.',
  ],
  yes: ['Was {place} angeht: einverstanden.', 'Bei {place}: ja.', 'Was {place} betrifft, bin ich ganz dafür.'],
  no: [
    'Was {place} angeht: nein, das gefällt mir nicht.',
    'Bei {place}: nein.',
    'Was {place} betrifft, bin ich dagegen.',
  ],
  yesAtOnce: ['Einverstanden, {to}.', 'Gut, {to}, so soll es sein.', '{to} hat recht, [ja|so machen wir es].'],
  noAtOnce: ['Lieber nicht, {to}.', 'Nein, {to}, das gefällt mir nicht.', 'Tut mir leid, {to}, ich bin dagegen.'],
  past: [
    'Letztes Jahr hatte ich {place} am {day}. und es hat geregnet.',
    'Wie schön war es letztes Jahr am {day}. in {place}, mit mir am Stand!',
  ],
  anybody: [
    'Ein Vorschlag ist beschlossen, wenn ihm jemand anders zustimmt als die Person, von der er kommt.',
    'Um einen Vorschlag zu beschließen, genügt ein Ja von irgendwem außer der Person, die ihn gemacht hat.',
  ],
  lead: [
    'Ein Vorschlag ist beschlossen, wenn {lead} ihm zustimmt; das Ja von anderen genügt nicht.',
    'Nur ein Ja von {lead} beschließt einen Vorschlag, was auch immer die anderen dazu sagen.',
  ],
  latest: [
    'Ein Ja oder Nein gilt dem jüngsten Vorschlag für das genannte Dorf oder, wenn keines genannt ist, der Nachricht unmittelbar davor; ein nie beschlossener Vorschlag ändert nichts. Was ein Vorschlag nicht nennt, bleibt, wie es zuletzt beschlossen war.',
    'Wer zustimmt oder ablehnt, ohne ein Dorf zu nennen, meint die Nachricht unmittelbar davor, sonst den neuesten Vorschlag für das genannte Dorf; solange ein Vorschlag nicht beschlossen ist, bleibt es bei dem, was vorher beschlossen war. Gleich oder unverändert heißt: wie zuletzt beschlossen.',
  ],
  noPast: ['Was letztes Jahr war, [spielt keine Rolle|tut nichts zur Sache].', 'Das letzte Jahr zählt hier nicht.'],
  cost: [
    'Jedes Dorf, das am Ende einen Stand hat, kostet {fee} Euro; hinzu kommen einmalig {n} Euro für den Wagen.',
    'Zu bezahlen sind {n} Euro für den Wagen, egal wie viele Stände es gibt, und {fee} Euro für jeden Stand, den es am Ende gibt.',
  ],
  facets: {
    stands: [
      'eine Liste mit einem Objekt je Stand, der am Ende beschlossen ist, nach Tagen geordnet: `{first}` das Dorf, `{second}` wer ihn betreut, `{third}` der Tag als Zahl',
      'der endgültige Plan, der früheste Tag zuerst: eine Liste von Objekten, jedes mit dem Dorf als `{first}`, der Person als `{second}` und der Zahl des Tages als `{third}`',
    ],
    people: [
      'eine Liste mit einem Objekt je Person, die am Ende mindestens einen Stand hat, in alphabetischer Reihenfolge: `{second}` der Name, `{third}` die Zahl ihrer Stände',
      'eine nach Namen sortierte Liste dessen, wie viele Stände jede Person am Ende hat (wer keinen hat, fehlt): Objekte mit dem Namen als `{second}` und der Zahl als `{third}`',
    ],
    open: [
      'die alphabetische Liste der Dörfer, die am Ende ohne Stand sind',
      'die Liste der Dörfer, für die am Ende kein Stand beschlossen ist (von A bis Z)',
    ],
    changed: [
      'die alphabetische Liste der Dörfer, bei denen etwas Beschlossenes später durch einen beschlossenen Vorschlag ersetzt oder aufgehoben wurde',
      'die Liste der Dörfer, für die ein Vorschlag beschlossen wurde, der etwas vorher Beschlossenes änderte oder aufhob (von A bis Z)',
    ],
    earliest: [
      'das Dorf des beschlossenen Standes mit dem frühesten Tag',
      'das Dorf, das im Monat als erstes seinen Stand hat',
    ],
    futile: [
      'die Zahl der Vorschläge (zu Person, Tag oder Verzicht auf einen Stand), die nie beschlossen wurden',
      'die Anzahl der Vorschläge, auch solcher zu Änderung oder Verzicht, aus denen mangels Beschluss nichts wurde',
    ],
    cost: ['die Summe aller Kosten in Euro', 'die Zahl der Euro, die insgesamt zu bezahlen sind'],
  },
}
