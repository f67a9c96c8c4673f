import type { RegroupWords } from './words.ts'

const AT = { day: 'Tagesstunden', evening: 'Abendstunden' }

export const de: RegroupWords = {
  scene: [
    'Sechs Personen haben in einer Bücherei geholfen.',
    'Eine Bücherei hatte diesen Monat sechs Helfende.',
    'Es geht um sechs Personen, die in einer Bücherei mithelfen.',
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
  notes: ['Vier Notizen kamen dazu.', 'Darunter stehen vier Notizen.'],
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
      added: ['Über die Liste hinaus hat {who} noch {number} {place} geleistet.'],
      done: [
        'Über die Liste hinaus wollte {who} noch {number} {place} leisten, hatte zuerst keine Zeit und tat es dann doch.',
      ],
      dropped: [
        'Über die Liste hinaus wollte {who} noch {number} {place} leisten, hatte zuerst Zeit und tat es dann nicht.',
      ],
      upheld: ['Weitere {number} {place} wurden für {who} beantragt, zuerst abgelehnt und dann bewilligt.'],
      overturned: ['Weitere {number} {place} wurden für {who} beantragt, zuerst bewilligt und dann abgelehnt.'],
      excess: ['Von {of} stehen {number} {place} auf der Liste, die, wie sich zeigte, nie geleistet wurden.'],
      confirmed: [
        'Von {of} stehen {number} {place} auf der Liste, die, wie es hieß, nie geleistet wurden, doch das traf nicht zu.',
      ],
      given: [
        'Von {of} stehen {number} {place} auf der Liste, die zuerst so bleiben sollten, wie sie dastehen, und dann {other} gutgeschrieben wurden.',
      ],
      kept: [
        'Von {of} stehen {number} {place} auf der Liste, die zuerst {other} gutgeschrieben werden sollten und dann so blieben, wie sie dastehen.',
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
