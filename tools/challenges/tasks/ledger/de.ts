import type { LedgerWords } from './words.ts'

const AT = (round: number) => `Punkte aus Runde ${round}`

export const de: LedgerWords = {
  scene: [
    '{players} haben drei Runden gespielt, und ein Zettel wurde geführt.',
    'Ein Zettel enthält die Punkte von {players} aus drei Runden eines Spiels.',
    '{players} haben drei Runden gespielt; hier der Zettel mit den Punkten.',
  ],
  round: [
    'Runde {round}: {entries}.',
    'Für Runde {round} hat der Zettel: {entries}.',
    'Zu Runde {round} steht dort: {entries}.',
  ],
  leaning: ['{player} {more} mehr als {as}', '{player} so viele wie {as} und noch {more} dazu'],
  sheet: [
    'Vergleiche richten sich nach dem, was der Zettel selbst für dieselbe Runde angibt; wer in einer Runde nicht vorkommt, hat dort nichts.',
    'Wo der Zettel vergleicht, meint er seine eigene Angabe für diese Runde. Wer in einer Runde fehlt, hat dort keine Punkte.',
  ],
  notes: ['Vier Notizen kamen dazu.', 'Auf der Rückseite stehen vier Notizen.'],
  units: {
    at: round => ({ at: AT(round), dative: `Punkten aus Runde ${round}` }),
    first: (limit, round) => `die ersten ${limit} ${AT(round)}`,
    place: round => `in Runde ${round}`,
    each: 'Punkt',
    totals: {
      total: 'die Endsumme',
      totals: 'der höchsten und der niedrigsten Endsumme',
      byTotal: 'Endsummen',
      counted: 'Punkte in der Endsumme',
    },
    note: {
      added: ['Über den Zettel hinaus hat {who} {place} noch {number} Punkte erzielt.'],
      done: [
        'Ein Zuschlag von {number} Punkten {place} wurde für {who} zugesagt, dann in Frage gestellt und am Ende gegeben.',
      ],
      dropped: [
        'Ein Zuschlag von {number} Punkten {place} wurde für {who} zugesagt, dann bestätigt und am Ende nicht gegeben.',
      ],
      upheld: ['Weitere {number} Punkte {place} wurden für {who} beantragt, zuerst abgelehnt und dann gewährt.'],
      overturned: ['Weitere {number} Punkte {place} wurden für {who} beantragt, zuerst gewährt und dann abgelehnt.'],
      excess: [
        'Von dem, was {place} für {who} notiert ist, galten {number} Punkte als richtig und stellten sich als Irrtum heraus.',
      ],
      confirmed: [
        'Von dem, was {place} für {who} notiert ist, galten {number} Punkte als Irrtum und stellten sich als richtig heraus.',
      ],
      given: [
        'Von dem, was {place} für {who} notiert ist, sollten {number} Punkte zuerst dort bleiben und gingen dann an {other}.',
      ],
      kept: [
        'Von dem, was {place} für {who} notiert ist, sollten {number} Punkte zuerst an {other} gehen und blieben dann wie notiert.',
      ],
    },
  },
  best: ['der Name der Person mit der höchsten Endsumme', 'der Name der Person, die am Ende vorn liegt'],
  worst: ['der Name der Person mit der niedrigsten Endsumme', 'der Name der Person, die am Ende hinten liegt'],
}
