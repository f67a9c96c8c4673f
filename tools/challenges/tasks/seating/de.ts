import type { SeatingWords } from './words.ts'

const SEATS = ['kein Platz', 'ein Platz', 'zwei Plätze', 'drei Plätze', 'vier Plätze']

export const de: SeatingWords = {
  scene: [
    '{people} besetzen eine Reihe von {count} Plätzen, die von links nach rechts die Nummern 1 bis {last} tragen.',
    '{count} Plätze in einer Reihe tragen die Nummern 1 (ganz links) bis {last} (ganz rechts). Dort sitzen {people}, je eine Person auf jedem Platz.',
    'Eine Reihe hat die Plätze 1 bis {last}, von links gezählt. Es sitzen dort {people}, auf jedem Platz eine Person.',
  ],
  sceneEmpty: [
    '{people} sitzen in einer Reihe von {count} Plätzen, die von links nach rechts die Nummern 1 bis {last} tragen; ein Platz ist leer.',
    '{count} Plätze in einer Reihe tragen die Nummern 1 (ganz links) bis {last} (ganz rechts). Dort sitzen {people}, jede Person auf einem, und ein Platz bleibt übrig.',
    'Eine Reihe hat die Plätze 1 bis {last}, von links gezählt. Alle bis auf einen sind besetzt, nämlich von {people}.',
  ],
  clue: {
    left: [
      '{one} sitzt weiter links als {other}.',
      'Der Platz von {other} hat eine höhere Nummer als der von {one}.',
      'Irgendwo rechts von {one}, direkt daneben oder nicht, sitzt {other}.',
      'Wer von links nach rechts geht, kommt zu {one} früher als zu {other}.',
      'Von {other} und {one} hat die zweite Person die niedrigere Platznummer.',
      'Für {other}, ob nah oder fern, ist {one} zur Linken.',
    ],
    next: [
      '{one} und {other} sitzen unmittelbar nebeneinander.',
      'Direkt neben {one}, auf der einen oder der anderen Seite, sitzt {other}.',
      'Zwischen {one} und {other} liegt kein Platz.',
      'Die Platznummern von {one} und {other} unterscheiden sich um eins.',
    ],
    apart: [
      '{one} und {other} sitzen nicht unmittelbar nebeneinander.',
      'Zwischen {one} und {other} liegt mindestens ein Platz.',
      '{other} sitzt nicht direkt neben {one}.',
      'Die Platznummern von {one} und {other} unterscheiden sich um mehr als eins.',
    ],
    gap: [
      'Wer die Plätze zwischen {one} und {other} zählt, ob besetzt oder nicht, kommt auf genau {between}.',
      'Die Platznummern von {one} und {other} unterscheiden sich um {difference}.',
      'Von {one} sind es Platz für Platz {difference} Schritte bis zu {other}.',
      'Genau {seats}, besetzt oder nicht: Das ist es, was zwischen {one} und {other} liegt.',
    ],
    end: [
      '{one} hat einen Platz an einem Ende der Reihe.',
      'Auf einer Seite von {one} kommt kein Platz mehr.',
      'Einer der beiden äußersten Plätze ist der von {one}.',
    ],
    inner: [
      '{one} sitzt an keinem Ende der Reihe.',
      'Auf beiden Seiten von {one} gibt es noch einen Platz.',
      'Die beiden äußersten Plätze sind nicht die, wo {one} sitzt.',
    ],
    even: ['Der Platz von {one} hat eine gerade Nummer.', '{one} sitzt, wo die Nummer gerade ist.'],
    odd: ['Der Platz von {one} hat eine ungerade Nummer.', '{one} sitzt, wo die Nummer ungerade ist.'],
    seat: ['{one} sitzt auf Platz {seat}.', 'Platz {seat} ist der von {one}.', 'Auf Platz {seat} findet man {one}.'],
    either: [
      '{one} sitzt auf Platz {a} oder auf Platz {b}.',
      'Für {one} kommen keine anderen Plätze infrage als {a} und {b}.',
      'Wenn {one} nicht auf Platz {a} sitzt, dann auf Platz {b}.',
    ],
    between: [
      '{one} sitzt irgendwo zwischen {other} und {third}.',
      '{other} und {third} sitzen auf verschiedenen Seiten von {one}.',
      'Von diesen dreien hat {one} die beiden anderen, {other} und {third}, nicht auf derselben Seite.',
    ],
    threes: [
      'Von links nach rechts kommen {one}, dann {other}, dann {third}, mit oder ohne andere dazwischen.',
      '{other} sitzt rechts von {one} und links von {third}, ob nah oder fern.',
    ],
  },
  that: {
    left: ['{one} weiter links sitzt als {other}', '{other} eine höhere Platznummer hat als {one}'],
    next: ['{one} und {other} unmittelbar nebeneinandersitzen', 'zwischen {one} und {other} kein Platz liegt'],
    apart: ['zwischen {one} und {other} mindestens ein Platz liegt'],
    gap: ['sich die Platznummern von {one} und {other} um {difference} unterscheiden'],
    end: ['{one} einen Platz an einem Ende der Reihe hat'],
    inner: ['{one} an keinem Ende der Reihe sitzt'],
    even: ['der Platz von {one} eine gerade Nummer hat'],
    odd: ['der Platz von {one} eine ungerade Nummer hat'],
    seat: ['{one} auf Platz {seat} sitzt'],
    either: ['{one} auf Platz {a} oder auf Platz {b} sitzt'],
    between: ['{one} irgendwo zwischen {other} und {third} sitzt'],
    threes: [
      '{one}, {other} und {third} in dieser Folge von links nach rechts kommen, mit oder ohne andere dazwischen',
    ],
  },
  seats: count => SEATS[count] ?? `${count} Plätze`,
  refuted: [
    'Es stimmt nicht, dass {that}.',
    'Manche sagen, dass {that}, aber das ist falsch.',
    'Wer meint, dass {that}, irrt sich.',
    'Falsch, wenn auch oft zu hören: dass {that}.',
    'Man hätte gedacht, dass {that}. So ist es nicht.',
  ],
  confirmed: [
    'Dass {that}, wurde zuerst bezweifelt, ist aber so.',
    'Es stimmt, obwohl jemand es bestritt, dass {that}.',
    'Jemand bestritt zu Unrecht, dass {that}.',
    'Man hätte nicht gedacht, dass {that}. So ist es aber.',
  ],
  rumour: [
    'Jemand behauptet, dass {that}; ob es so ist, weiß niemand.',
    'Ob {that}, ist nicht bekannt.',
    'Dass {that}, ist bloß vermutet und kann falsch sein.',
  ],
  first: [
    'Die Hinweise, wer wo sitzt, beschreiben die Reihe davor, Preise und Fragen die Reihe danach.',
    'Was darüber gesagt ist, wer wo sitzt, galt davor; was bezahlt und gefragt wird, richtet sich nach der Zeit danach.',
    'Alle Hinweise gelten der Reihe, wie sie vorher war. Preise, Nachlässe und Fragen gelten ihr, wie sie seither ist.',
  ],
  later: {
    one: ['Später geschah dies:', 'So blieb die Reihe nicht.', 'Dann kam dies:'],
    more: ['Später geschah dies, in dieser Reihenfolge:', 'So blieb die Reihe nicht; nacheinander geschah dies:'],
  },
  event: {
    swap: [
      '{one} und {other} tauschten miteinander die Plätze.',
      '{one} nahm den Platz von {other}, und {other} den von {one}.',
      'Ein Tausch der Plätze zwischen {one} und {other} wurde zuerst abgelehnt und am Ende doch gemacht.',
      '{one} und {other} wechselten doch die Plätze miteinander, obwohl sie sich dagegen entschieden hatten.',
    ],
    unswapped: [
      '{one} und {other} wollten miteinander die Plätze tauschen und taten es dann nicht.',
      'Ein Tausch der Plätze zwischen {one} und {other} wurde zuerst vereinbart und am Ende doch nicht gemacht.',
      '{one} und {other} wechselten die Plätze nicht, obwohl sie sich dafür entschieden hatten.',
    ],
    seats: [
      'Wer inzwischen auf Platz {a} und wer auf Platz {b} saß, tauschten miteinander.',
      'Wer dann auf Platz {a} saß, kam auf Platz {b}, und wer auf diesem saß, auf Platz {a}.',
    ],
    empty: [
      '{one} wechselte auf den Platz, der leer war.',
      'Den leeren Platz nahm {one}; der bisherige war von da an leer.',
    ],
    right: [
      'Alle rückten um einen Platz nach rechts, von Platz {last} auf Platz 1 (ein leerer Platz rückt mit wie eine Person).',
      'Für alle stieg die Platznummer um eins, aus {last} wurde 1; die Lücke eines leeren Platzes wanderte mit.',
    ],
    left: [
      'Alle rückten um einen Platz nach links, von Platz 1 auf Platz {last} (ein leerer Platz rückt mit wie eine Person).',
      'Für alle sank die Platznummer um eins, aus 1 wurde {last}; die Lücke eines leeren Platzes wanderte mit.',
    ],
    mirrored: [
      'Die ganze Reihe wurde umgedreht: Was auf Platz 1 war, kam auf Platz {last}, und so fort bis zu Platz {last}, der zu 1 wurde.',
      'Alle nahmen die Plätze in umgekehrter Folge ein, ganz links war nun, wer ganz rechts gewesen war (auch ein leerer Platz).',
    ],
  },
  before: [
    'Am Tag zuvor hatte {name} Platz {seat}, doch die Ordnung jenes Tages spielt hier keine Rolle.',
    'Dass {name} in der Woche zuvor auf Platz {seat} saß, besagt hier nichts.',
    'An einem anderen Abend war {name} auf Platz {seat}. Das war eine andere Reihe.',
    'Bestellt hatte {name} Platz {seat}; an Bestellungen hielt sich niemand.',
  ],
  price: {
    fromLeft: [
      'Platz 1 kostet {price} Münzen, jeder weitere Platz {step} mehr als der links von ihm.',
      'Der Preis steigt von jedem Platz zum nächsten rechts davon um {step} Münzen; für Platz 1 beträgt er {price}.',
      '{price} Münzen sind für Platz 1 fällig. Nach rechts kommen mit jedem Platz {step} hinzu.',
    ],
    fromRight: [
      'Platz {last} kostet {price} Münzen, jeder andere Platz {step} mehr als der rechts von ihm.',
      'Der Preis steigt von jedem Platz zum nächsten links davon um {step} Münzen; für Platz {last} beträgt er {price}.',
      '{price} Münzen sind für Platz {last} fällig. Nach links kommen mit jedem Platz {step} hinzu.',
    ],
  },
  off: {
    ends: [
      'Wer an einem Ende der Reihe sitzt, zahlt {coins} Münzen weniger, als der Platz kostet.',
      'Auf den beiden äußersten Plätzen werden vom Preis {coins} Münzen erlassen.',
      'Wer Platz 1 oder Platz {last} hat, bekommt {coins} Münzen Nachlass auf dessen Preis.',
    ],
    even: [
      'Auf Plätzen mit gerader Nummer zahlt man {coins} Münzen weniger als den Preis.',
      'Ein ungerader Platz kostet den vollen Preis; auf einem geraden werden {coins} Münzen erlassen.',
    ],
    beside: [
      'Wer direkt neben {person} sitzt, zahlt {coins} Münzen weniger, als der Platz kostet.',
      'Unmittelbar neben {person} zu sitzen, senkt den Preis um {coins} Münzen.',
    ],
    person: [
      'Allein {person} zahlt {coins} Münzen weniger, als der Platz kostet, welcher es auch sei.',
      'Niemandem wird etwas erlassen außer {person}, und zwar {coins} Münzen vom Preis des Platzes.',
    ],
  },
  facet: {
    fromLeft: [
      'die Liste aller {count} Namen nach den endgültigen Plätzen, von ganz links bis ganz rechts',
      'eine Liste der {count} Namen in der endgültigen Ordnung, ganz links beginnend',
    ],
    fromRight: [
      'die Liste aller {count} Namen nach den endgültigen Plätzen, von ganz rechts bis ganz links',
      'eine Liste der {count} Namen in der endgültigen Ordnung, ganz rechts beginnend',
    ],
    fromLeftFirst: ['die Liste aller {count} Namen nach den Plätzen zu Anfang, von ganz links bis ganz rechts'],
    pays: [
      'die Zahl der Münzen, die {person} für den endgültigen Platz zahlt',
      'der Betrag in Münzen, den {person} für den Platz am Ende zahlt',
      'das, was {person} der letzte eigene Platz kostet, in Münzen',
    ],
    paysFirst: [
      'die Zahl der Münzen, die {person} zahlen müsste, wenn alle auf ihren Plätzen vom Anfang geblieben wären',
    ],
    total: ['die Zahl der Münzen, die alle zusammen für ihre endgültigen Plätze zahlen'],
    difference: ['die Zahl der Münzen, um die sich unterscheidet, was {one} und was {other} am Ende zahlt'],
    seat: ['die Nummer des Platzes, den {person} am Ende hat'],
    seatFirst: ['die Nummer des Platzes, den {person} zu Anfang hatte'],
    at: ['der Name der Person, die am Ende auf Platz {seat} sitzt'],
    vacant: ['die Nummer des Platzes, der am Ende leer ist'],
    neighbours: [
      'die Liste, in beliebiger Reihenfolge, derer, die am Ende direkt neben {person} sitzen (womöglich leer)',
    ],
    lefter: ['die Zahl der Personen, die am Ende weiter links sitzen als {person}'],
    among: [
      'die Liste, in beliebiger Reihenfolge, derer, die am Ende zwischen {one} und {other} sitzen (womöglich leer)',
    ],
    moved: ['die Liste, in beliebiger Reihenfolge, derer, die am Ende einen anderen Platz haben als zu Anfang'],
    cheapest: ['der Name der Person, die am Ende am wenigsten zahlt'],
    threshold: ['die Zahl der Personen, die am Ende mehr als {limit} Münzen zahlen'],
  },
}
