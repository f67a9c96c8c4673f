import type { RegroupWords } from './words.ts'

const AT = { day: 'Tagesstunden', evening: 'Abendstunden' }

export const de: RegroupWords = {
  scene: [
    '{count} Personen haben in einer Bücherei geholfen.',
    'Eine Bücherei hatte diesen Monat {count} Helfende.',
    'Es geht um {count} Personen, die in einer Bücherei mithelfen.',
  ],
  list: {
    dayFirst: [
      'Eine Liste nennt jeweils zuerst die Tagesstunden und dann die Abendstunden:',
      'Auf einer Liste stehen die Stunden, am Tag und am Abend, in dieser Reihenfolge:',
    ],
    eveningFirst: [
      'Eine Liste nennt jeweils zuerst die Abendstunden und dann die Tagesstunden:',
      'Auf einer Liste stehen die Stunden, am Abend und am Tag, in dieser Reihenfolge:',
    ],
  },
  one: ['{name} {one} und {other}', '{name} {one}, {other}'],
  notes: ['{count} Notizen kamen dazu.', 'Darunter stehen {count} Notizen.'],
  units: {
    at: shift => ({ at: AT[shift], dative: AT[shift] }),
    first: (limit, shift) => `die ersten ${limit} ${AT[shift]}`,
    place: shift => AT[shift],
    each: 'Stunde',
    totals: {
      total: 'die Zahl der angerechneten Stunden',
      totals: 'der höchsten und der niedrigsten Zahl angerechneter Stunden',
      byTotal: 'angerechneten Stunden',
      counted: 'angerechnete Stunden',
    },
    note: {
      added: [
        'Über die Liste hinaus hat {who} noch {number} {place} geleistet.',
        'Auf der Liste fehlen {number} {place}, die {who} geleistet hat.',
      ],
      done: [
        'Über die Liste hinaus wollte {who} noch {number} {place} leisten, hatte zuerst keine Zeit und tat es dann doch.',
        'Noch {number} {place} über die Liste hinaus leistete {who} doch, obwohl es zuerst an Zeit fehlte.',
        'Für {number} {place} über die Liste hinaus fehlte die Zeit. Geleistet hat sie {who} trotzdem.',
      ],
      dropped: [
        'Über die Liste hinaus wollte {who} noch {number} {place} leisten, hatte zuerst Zeit und tat es dann nicht.',
        'Keine der {number} {place} über die Liste hinaus leistete {who}, obwohl es an Zeit nicht fehlte.',
        'Für {number} {place} über die Liste hinaus war Zeit. Geleistet hat sie {who} trotzdem nicht.',
      ],
      upheld: [
        'Weitere {number} {place} wurden für {who} beantragt, zuerst abgelehnt und dann bewilligt.',
        'Bewilligt wurden, nach einer ersten Ablehnung, weitere {number} {place} für {who}.',
        'Weitere {number} {place} für {who} wollte erst niemand gelten lassen, bis man nachgab.',
      ],
      overturned: [
        'Weitere {number} {place} wurden für {who} beantragt, zuerst bewilligt und dann abgelehnt.',
        'Abgelehnt wurden, nach einer ersten Zusage, weitere {number} {place} für {who}.',
        'Weitere {number} {place} für {who} wollte man erst gelten lassen, bis man sich dagegen entschied.',
      ],
      excess: [
        'Von {of} stehen {number} {place} auf der Liste, die, wie sich zeigte, nie geleistet wurden.',
        'Die Liste hat für {who} {number} {place} zu viel, obwohl zuerst niemand etwas daran auszusetzen hatte.',
        'Dass {number} der {place} für {who} dastehen, ist falsch. Jemand hatte sich zu früh dafür verbürgt.',
      ],
      confirmed: [
        'Von {of} stehen {number} {place} auf der Liste, die, wie es hieß, nie geleistet wurden, doch das traf nicht zu.',
        'Die Liste hat für {who} keine {place} zu viel, obwohl {number} davon zuerst falsch schienen.',
        'Dass {number} der {place} für {who} dastehen, ist doch richtig. Jemand hatte sie zu früh beanstandet.',
      ],
      given: [
        'Von {of} stehen {number} {place} auf der Liste, die zuerst so bleiben sollten, wie sie dastehen, und dann {other} gutgeschrieben wurden.',
        '{other} bekommt {number} der {place}, die für {who} dastehen, obwohl sie zuerst so bleiben sollten.',
        'Zuerst sollte alles bleiben, wie es dastand. Am Ende gingen {number} der {place} von {of} an {other}.',
      ],
      kept: [
        'Von {of} stehen {number} {place} auf der Liste, die zuerst {other} gutgeschrieben werden sollten und dann so blieben, wie sie dastehen.',
        '{other} bekommt nichts von {number} {place}, die von den für {who} notierten kommen sollten.',
        'Zuerst sollten {number} der {place} von {of} an {other} gehen. Am Ende blieb alles, wie es dastand.',
      ],
    },
  },
  split: {
    atLeast: [
      'Wer {number} oder mehr angerechnete Stunden hat, gehört zu {upper}, alle anderen gehören zu {lower}.',
      '{lower} ist die Gruppe derer, die weniger als {number} angerechnete Stunden haben, {upper} die der anderen.',
    ],
    top: ['Die {number} Personen mit den meisten angerechneten Stunden gehören zu {upper}, die anderen zu {lower}.'],
    above: [
      'Wer mehr angerechnete Stunden hat als {who}, gehört zu {upper}, alle anderen gehören zu {lower}.',
      '{upper} ist die Gruppe derer, die mehr angerechnete Stunden haben als {who}; alle anderen gehören zu {lower}.',
    ],
  },
  moved: {
    persons: [
      '{one} und {other} kommen jedoch jeweils in die andere Gruppe.',
      'Für {one} und {other} gilt das Gegenteil: Beide kommen jeweils in die andere Gruppe.',
    ],
    person: [
      'Für {who} gilt jedoch das Gegenteil: Hier zählt die andere Gruppe.',
      'In die andere Gruppe als diese kommt jedoch {who}.',
    ],
    evening: [
      'Wer mehr Abendstunden als Tagesstunden hat, jeweils einfach genommen, kommt jedoch in die andere Gruppe.',
    ],
  },
  order: {
    fewest: 'geordnet nach angerechneten Stunden, die wenigsten zuerst',
    most: 'geordnet nach angerechneten Stunden, die meisten zuerst',
  },
  group: ['die Liste der Namen in der Gruppe {group}, {order}', 'eine Liste aller, die zu {group} gehören, {order}'],
  sameFor: ['dasselbe wie unter `{member}` für {group}', 'das Gleiche wie unter `{member}`, nur für {group}'],
}
