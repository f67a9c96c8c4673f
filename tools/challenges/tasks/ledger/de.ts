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
  notes: ['{count} Notizen kamen dazu.', 'Auf der Rückseite stehen {count} Notizen.'],
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
      added: [
        'Über den Zettel hinaus hat {who} {place} noch {number} Punkte erzielt.',
        'Auf dem Zettel fehlen {number} Punkte, die {who} {place} erzielt hat.',
      ],
      done: [
        'Ein Zuschlag von {number} Punkten {place} wurde für {who} zugesagt, dann in Frage gestellt und am Ende gegeben.',
        'Einen Zuschlag von {number} Punkten bekam {who} {place} doch, obwohl er in Frage gestellt worden war.',
        'An einem Zuschlag von {number} Punkten {place} für {who} gab es Zweifel. Gegeben wurde er.',
        'Eine Weile abgesagt, kam ein Zuschlag von {number} Punkten {place} für {who} trotzdem dazu.',
      ],
      dropped: [
        'Ein Zuschlag von {number} Punkten {place} wurde für {who} zugesagt, dann bestätigt und am Ende nicht gegeben.',
        'Einen Zuschlag von {number} Punkten bekam {who} {place} nicht, obwohl er bestätigt worden war.',
        'An einem Zuschlag von {number} Punkten {place} für {who} gab es keinen Zweifel. Gegeben wurde er trotzdem nicht.',
        'Eine Weile fest zugesagt, kam ein Zuschlag von {number} Punkten {place} für {who} nie dazu.',
      ],
      upheld: [
        'Weitere {number} Punkte {place} wurden für {who} beantragt, zuerst abgelehnt und dann gewährt.',
        'Gewährt wurden, nach einer ersten Ablehnung, weitere {number} Punkte {place} für {who}.',
        'Weitere {number} Punkte {place} für {who} wollte erst niemand gelten lassen, bis man nachgab.',
      ],
      overturned: [
        'Weitere {number} Punkte {place} wurden für {who} beantragt, zuerst gewährt und dann abgelehnt.',
        'Abgelehnt wurden, nach einer ersten Zusage, weitere {number} Punkte {place} für {who}.',
        'Weitere {number} Punkte {place} für {who} wollte man erst gelten lassen, bis man sich dagegen entschied.',
      ],
      excess: [
        'Von dem, was {place} für {who} notiert ist, galten {number} Punkte als richtig und stellten sich als Irrtum heraus.',
        'Der Zettel hat {place} für {who} {number} Punkte zu viel, obwohl zuerst niemand etwas daran auszusetzen hatte.',
        'Dass {place} {number} der Punkte für {who} dastehen, ist falsch. Jemand hatte sich zu früh dafür verbürgt.',
      ],
      confirmed: [
        'Von dem, was {place} für {who} notiert ist, galten {number} Punkte als Irrtum und stellten sich als richtig heraus.',
        'Der Zettel hat {place} für {who} keine Punkte zu viel, obwohl {number} davon zuerst falsch schienen.',
        'Dass {place} {number} der Punkte für {who} dastehen, ist doch richtig. Jemand hatte sie zu früh beanstandet.',
      ],
      given: [
        'Von dem, was {place} für {who} notiert ist, sollten {number} Punkte zuerst dort bleiben und gingen dann an {other}.',
        '{other} bekam {number} der Punkte, die {place} für {who} notiert sind, obwohl diese erst dort bleiben sollten.',
        'Zuerst sollte {place} alles bleiben, wie es war. Am Ende gingen {number} der für {who} notierten Punkte an {other}.',
      ],
      kept: [
        'Von dem, was {place} für {who} notiert ist, sollten {number} Punkte zuerst an {other} gehen und blieben dann wie notiert.',
        '{other} bekam nichts von den {number} Punkten, die {place} von den für {who} notierten kommen sollten.',
        'Zuerst sollten {number} der {place} für {who} notierten Punkte an {other} gehen. Am Ende blieb alles, wie es war.',
      ],
    },
  },
}
