import type { LedgerWords } from './words.ts'

const BARE = (round: number) => `points de la manche ${round}`

export const fr: LedgerWords = {
  scene: [
    '{players} ont joué trois manches, et une feuille a été tenue.',
    "Une feuille contient les points de {players} pour trois manches d'un jeu.",
    '{players} ont joué trois manches ; voici la feuille des points.',
  ],
  round: [
    'Manche {round} : {entries}.',
    'Pour la manche {round}, la feuille indique : {entries}.',
    'À la manche {round}, on y lit : {entries}.',
  ],
  leaning: ['{player} {more} de plus que {as}', '{player} autant que {as}, plus {more}'],
  sheet: [
    "Les comparaisons portent sur les chiffres de la feuille même pour cette manche ; une personne qui n'y est pas nommée n'y a rien.",
    "Quand la feuille compare, il s'agit de son propre chiffre pour cette manche. Une personne qui manque dans une manche n'y a rien.",
  ],
  notes: ['Quatre notes ont été ajoutées.', 'Au dos figurent quatre notes.'],
  units: {
    at: round => ({ at: `les ${BARE(round)}`, bare: BARE(round), of: `de ${BARE(round)}` }),
    first: (limit, round) => `les ${limit} premiers ${BARE(round)}`,
    place: round => `à la manche ${round}`,
    each: 'point',
    totals: {
      total: 'le total final',
      totals: 'le total final le plus élevé et le plus bas',
      byTotal: 'total final',
      counted: 'points dans leur total final',
    },
    note: {
      added: ['{who} a fait {number} points {place} en plus de ceux de la feuille.'],
      done: ['Une prime de {number} points {place} a été promise à {of}, mise en doute, puis accordée.'],
      dropped: ['Une prime de {number} points {place} a été promise à {of}, confirmée, puis refusée.'],
      upheld: ["{who} a réclamé {number} autres points {place}, et la réclamation a d'abord été rejetée, puis admise."],
      overturned: [
        "{who} a réclamé {number} autres points {place}, et la réclamation a d'abord été admise, puis rejetée.",
      ],
      excess: [
        'De ce que la feuille donne à {of} {place}, {number} points semblaient justes, mais étaient une erreur.',
      ],
      confirmed: [
        'De ce que la feuille donne à {of} {place}, {number} points semblaient une erreur, mais étaient justes.',
      ],
      given: [
        "De ce que la feuille donne à {of} {place}, {number} points ont d'abord été laissés tels quels, puis passés à {other}.",
      ],
      kept: [
        "De ce que la feuille donne à {of} {place}, {number} points devaient d'abord passer à {other}, puis ont été laissés tels quels.",
      ],
    },
  },
  best: [
    'le nom de la personne qui a le total final le plus élevé',
    'le nom de la personne qui arrive première à la fin',
  ],
  worst: [
    'le nom de la personne qui a le total final le plus bas',
    'le nom de la personne qui arrive dernière à la fin',
  ],
}
