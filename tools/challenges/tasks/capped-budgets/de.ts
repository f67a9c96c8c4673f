import type { BudgetWords } from './words.ts'

export const de: BudgetWords = {
  keys: { number: 'nummer', person: 'person', project: 'projekt', euros: 'euro' },
  scene: [
    'Die Liste enthält Anträge auf Geld aus der Kasse [eines Dorfes|einer Schule], wie sie zuerst eingereicht wurden; dann kamen Notizen dazu.',
    'Ein Verein vergibt Geld für Projekte; aufgeführt sind die Anträge in ihrer ersten Fassung, danach folgen Notizen dazu.',
  ],
  byNumber: ['Antrag {number}', 'der Antrag mit der Nummer {number}'],
  byPair: ['der Antrag von {person} für {project}', 'der Antrag, den {person} für {project} gestellt hat,'],
  largest: ['der Antrag mit dem höchsten Betrag der Liste'],
  smallest: ['der Antrag mit dem niedrigsten Betrag der Liste'],
  first: ['der Antrag am Anfang der Liste'],
  last: ['der Antrag am Ende der Liste'],
  notes: {
    withdrawn: [
      '{request} sollte zuerst bleiben, wurde dann aber zurückgezogen.',
      '{request} wurde eine Weile aufrechterhalten, am Ende aber zurückgezogen.',
    ],
    restored: [
      '{request} wurde zuerst zurückgezogen, dann aber unverändert wieder eingereicht.',
      '{request} wurde eine Weile fallen gelassen, am Ende aber unverändert aufrechterhalten.',
    ],
    raised: [
      '{request} sollte zuerst bleiben, wie er war, wurde dann aber um {n} Euro erhöht.',
      '{request} liegt jetzt um {n} Euro über der Liste, ein Schritt, der zuerst verschoben wurde.',
    ],
    considered: [
      '{request} sollte zuerst um {n} Euro erhöht werden, blieb dann aber, wie er war.',
      '{request} sollte um {n} Euro über der Liste liegen, ein Schritt, der dann aufgegeben wurde.',
    ],
    lowered: [
      '{request} sollte zuerst bleiben, wie er war, wurde dann aber um {n} Euro gesenkt.',
      '{request} liegt jetzt um {n} Euro unter der Liste, ein Schritt, der zuerst verschoben wurde.',
    ],
    replaced: [
      '{request} sollte zuerst bleiben, wie er war, wurde dann aber auf {n} Euro geändert.',
      '{request} lautet jetzt auf {n} Euro, was immer in der Liste steht.',
    ],
  },
  revisions: {
    meant: [
      'Jemand meinte, in Notiz {n} gehe es um einen anderen Antrag, und das war richtig; gemeint ist: {request}.',
      'In Notiz {n} ist nicht der dort genannte Antrag gemeint, sondern ein anderer: {request}.',
    ],
    doubted: [
      'Jemand meinte, in Notiz {n} gehe es um einen anderen Antrag ({request}), und das war falsch; sie stimmt, wie sie ist.',
      'Eine Weile glaubte man, in Notiz {n} sei ein anderer Antrag gemeint ({request}), aber dem ist nicht so.',
    ],
    exchanged: [
      'In den Notizen {n} und {m} sind die Anträge vertauscht: Jede der beiden gilt dem, den die andere nennt.',
      'Was Notiz {n} sagt, gilt vom Antrag in Notiz {m}, und was Notiz {m} sagt, von dem in Notiz {n}.',
    ],
    void: [
      'Notiz {n} sollte gelten, wurde am Ende aber gestrichen.',
      'Notiz {n} wurde zuerst bestätigt, dann aber gestrichen.',
    ],
    kept: [
      'Notiz {n} sollte gestrichen werden, gilt am Ende aber doch.',
      'Notiz {n} wurde zuerst gestrichen, dann aber bestätigt.',
    ],
    twice: [
      'Der Betrag in Notiz {n} ist zu verdoppeln.',
      'In Notiz {n} steht nur der halbe Betrag: Gemeint ist das Doppelte.',
    ],
  },
  cap: [
    'Ein Antrag bekommt, was er nach alldem verlangt, aber [nie mehr als|höchstens] {cap} Euro.',
    'Für einen Antrag, wie er nach alldem lautet, gibt es höchstens {cap} Euro; was darüber hinausgeht, wird gestrichen.',
  ],
  low: [
    'Die Grenze liegt stattdessen bei {cap} Euro für {of}.',
    'An die Stelle dieser Grenze treten {cap} Euro für {of}.',
  ],
  lowOf: {
    project: ['alles, was {project} betrifft', 'Anträge für {project}'],
    person: ['alles, was {person} beantragt', 'Anträge von {person}'],
    from: ['Anträge, bei denen in der Liste, vor allen Notizen, mindestens {from} Euro stehen'],
    later: ['Anträge, deren Person auch weiter oben in der Liste steht, und sei es mit einem zurückgezogenen Antrag'],
  },
  exempt: [
    'Gar keine Grenze gilt für {of}.',
    'Was immer vorher gesagt ist: Das Geld für {of} wird von keiner Grenze gekürzt.',
  ],
  exemptOf: {
    person: ['alles, was {person} beantragt', 'Anträge von {person}'],
    number: ['Antrag {number}'],
    sole: ['Anträge einer Person, die keinen anderen mehr hat (zurückgezogene zählen dabei nicht)'],
    under: ['Anträge, die nach allen Notizen weniger verlangen, als in der Liste steht'],
  },
  excess: [
    'Kommen nach allen Grenzen mehr als {over} Euro zusammen, wird die höchste Bewilligung um {off} Euro gekürzt, Grenze hin oder her.',
    'Übersteigen die Bewilligungen danach zusammen {over} Euro, gehen von der höchsten {off} Euro ab, wem auch immer sie gilt.',
  ],
  facets: {
    grants: [
      'eine Liste mit einem Objekt je nicht zurückgezogenem Antrag, nach aufsteigender Nummer: `{first}` seine Nummer, `{second}` die ihm am Ende bewilligten Euro',
    ],
    people: [
      'eine Liste mit einem Objekt je Person, die einen nicht zurückgezogenen Antrag hat, in alphabetischer Reihenfolge: `{first}` der Name, `{second}` alle ihr am Ende bewilligten Euro',
    ],
    reduced: [
      'die Liste der Nummern jener Anträge, aufsteigend, die weniger bekommen, als sie nach allen Notizen verlangen',
    ],
    full: [
      'die Liste der Nummern jener Anträge, aufsteigend, die alles bekommen, was sie nach allen Notizen verlangen',
    ],
    content: [
      'die Liste derer, von A bis Z, die noch einen Antrag haben und alles bekommen, was sie nach allen Notizen verlangen',
    ],
    halved: [
      'die Liste der Nummern jener Anträge, aufsteigend, die weniger bekommen, als sie nach allen Notizen verlangen, aber mindestens die Hälfte davon',
    ],
    total: ['die Zahl der insgesamt bewilligten Euro'],
    cut: ['die Zahl der Euro, die von allem nach allen Notizen Verlangten nicht bewilligt werden'],
    project: ['die Zahl der Euro, die für {project} insgesamt bewilligt werden'],
    left: ['der Rest, der von {pot} Euro nach allen Bewilligungen bleibt'],
    most: ['die Zahl der Euro für dasjenige Projekt, das insgesamt am meisten bekommt'],
    totalWithout: ['die Zahl der Euro, die insgesamt bewilligt würden, wenn es Notiz {without} nie gegeben hätte'],
  },
  likeTotal: ['das Gleiche wie `{like}`, aber so, als hätte es Notiz {without} nie gegeben'],
}
