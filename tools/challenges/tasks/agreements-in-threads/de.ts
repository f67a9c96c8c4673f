import type { AgreementWords } from './words.ts'

export const de: AgreementWords = {
  from: 'von',
  text: 'text',
  scene: [
    'Einige Leute schreiben sich wegen der [Infostände|Bücherstände] in drei Dörfern: wer welchen betreut und an welchem Tag des Monats.',
    'Die Nachrichten, in der Reihenfolge, in der sie geschrieben wurden, handeln von drei Dörfern und davon, wer dort an welchem Tag des Monats einen Stand hat.',
  ],
  proposeSelf: [
    '{place} hat noch niemand, oder? Ich wäre am {day}. da.',
    'Schreibt mich für {place} und den {day}. auf, wenn ihr wollt.',
    'Am {day}. habe ich Zeit; warum also nicht {place}?',
    'Ich könnte den Stand in {place} [betreuen|machen], und zwar am {day}. des Monats.',
    '{place} am {day}. würde mir gut passen, wenn das geht.',
    'Gebt mir {place}. Der {day}. wäre mir recht.',
  ],
  proposeOther: [
    '{taker} hätte am {day}. Zeit. Das passte für {place}.',
    'Meine Idee für {place} ist der {day}., und hingehen soll {taker}.',
    'Wie wäre es mit {taker} für {place}, am {day}. des Monats?',
    '{place} könnte am {day}. an {taker} gehen.',
    'Am {day}. könnte {taker} den Stand in {place} haben.',
  ],
  day: [
    '{place} legen wir besser auf den {day}.; wer hingeht, bleibt gleich.',
    'Wenn es keinen stört, ist {place} am {day}., und die Person bleibt.',
    'Können wir {place} auf den {day}. verlegen? Die Person bleibt dieselbe.',
    'Der {day}. wäre für {place} der bessere Tag, finde ich.',
    'Zu {place}: Mir wäre der {day}. lieber, mit derselben Person wie jetzt.',
  ],
  takerSelf: [
    'Jemand könnte sich ausruhen: {place} könnte an mich gehen, der Tag bliebe.',
    'Für {place} spränge ich ein, an dem Tag, den es hat.',
    'Ich könnte {place} übernehmen, am selben Tag.',
    'Wenn es hilft, mache stattdessen ich {place}; der Tag kann bleiben.',
  ],
  takerOther: [
    'Lassen wir {place} den Tag, aber {taker} sollte hingehen.',
    '{place} wäre eher etwas für {taker}, am Tag, den es hat.',
    'Wäre {taker} für {place} nicht besser? Der Tag kann bleiben.',
    'Ich finde, {taker} sollte {place} übernehmen, am selben Tag.',
  ],
  drop: [
    'Brauchen wir in {place} einen Stand? Ich meine, nein.',
    '{place} könnte genauso gut ohne Stand bleiben.',
    'In {place} hätte ich am liebsten gar keinen Stand.',
    'Lassen wir {place} doch ganz [weg|ausfallen], meine ich.',
  ],
  yes: [
    'Über {place} habe ich geschlafen, und es ist mir recht.',
    'Zu {place} hatte ich Bedenken; sie sind weg.',
    'Dagegen ist bei {place} nichts zu sagen.',
    '{place}: So soll es sein.',
    'An der Idee für {place} finde ich nichts auszusetzen, also machen wir es.',
    'Was {place} angeht: einverstanden.',
    'Bei {place}: ja.',
    'Was {place} betrifft, bin ich ganz dafür.',
  ],
  yesAll: [
    'Von mir ein Ja zum jeweils neuesten Vorschlag für jedes Dorf.',
    'Welches Dorf es auch ist: Dem zuletzt dafür Vorgeschlagenen stimme ich zu.',
  ],
  back: [
    'Was ich zuletzt für {place} vorgeschlagen habe, nehme ich zurück.',
    'Vergesst meine letzte Idee für {place}; ich schlage sie nicht mehr vor.',
    'Nach einigem Nachdenken ziehe ich zurück, was ich zu {place} wollte.',
  ],
  no: [
    'Über {place} habe ich geschlafen, und es geht nicht.',
    'Zuerst gefiel mir die Idee für {place}; jetzt nicht mehr.',
    'Für sie spricht bei {place} manches, aber ich sage nein.',
    'Was {place} angeht: nein, das gefällt mir nicht.',
    'Bei {place}: nein.',
    'Was {place} betrifft, bin ich dagegen.',
  ],
  yesAtOnce: [
    'Ich hatte Bedenken, {to}, aber sie sind weg: ja.',
    'Dagegen ist nichts zu sagen, {to}.',
    'Das hätte ich auch gesagt, {to}. So soll es sein.',
    'Einverstanden, {to}.',
    'Gut, {to}, so soll es sein.',
    '{to} hat recht, [ja|so machen wir es].',
  ],
  noAtOnce: [
    'Das klang gut, {to}, aber nein.',
    'Da ist etwas dran, {to}; trotzdem sage ich nein.',
    'Lieber nicht, {to}.',
    'Nein, {to}, das gefällt mir nicht.',
    'Tut mir leid, {to}, ich bin dagegen.',
  ],
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
  noBack: ['Was zurückgenommen ist, kann nicht mehr beschlossen werden, und ebenso wenig, was es ersetzt hatte.'],
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
      'eine nach Namen sortierte Liste, wie viele Stände jede Person am Ende hat (wer keinen hat, fehlt): Objekte mit dem Namen als `{second}` und der Zahl als `{third}`',
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
    latest: [
      'das Dorf des beschlossenen Standes mit dem spätesten Tag',
      'das Dorf, dessen Stand im Monat der letzte ist',
    ],
    free: ['die Liste, von A bis Z, derer, die eine Nachricht schrieben und am Ende keinen Stand haben'],
    opposed: ['die Zahl der Vorschläge, zu denen jemand nein sagte'],
    proposals: ['die Zahl aller Vorschläge, beschlossen oder nicht'],
    futile: [
      'die Zahl der Vorschläge (zu Person, Tag oder Verzicht auf einen Stand), die nie beschlossen wurden',
      'die Anzahl der Vorschläge, auch solcher zu Änderung oder Verzicht, aus denen mangels Beschluss nichts wurde',
    ],
    cost: ['die Summe aller Kosten in Euro', 'die Zahl der Euro, die insgesamt zu bezahlen sind'],
  },
}
