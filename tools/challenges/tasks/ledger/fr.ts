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
  notes: ['{count} notes ont été ajoutées.', 'Au dos figurent {count} notes.'],
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
      added: [
        '{who} a fait {number} points {place} en plus de ceux de la feuille.',
        'Il manque à la feuille {number} points que {who} a faits {place}.',
      ],
      done: [
        'Une prime de {number} points {place} a été promise à {of}, mise en doute, puis accordée.',
        '{who} a bien reçu une prime de {number} points {place}, qui avait pourtant été mise en doute.',
        'On avait des doutes sur une prime de {number} points {place} pour {of}. Elle a été accordée.',
        'Annulée pendant un temps, une prime de {number} points {place} est malgré tout revenue à {of}.',
      ],
      dropped: [
        'Une prime de {number} points {place} a été promise à {of}, confirmée, puis refusée.',
        "{who} n'a pas reçu une prime de {number} points {place}, qui avait pourtant été confirmée.",
        "On n'avait aucun doute sur une prime de {number} points {place} pour {of}. Elle n'a pas été accordée.",
        "Promise fermement pendant un temps, une prime de {number} points {place} n'est jamais revenue à {of}.",
      ],
      upheld: [
        "{who} a réclamé {number} autres points {place}, et la réclamation a d'abord été rejetée, puis admise.",
        'On a admis, après un premier refus, que {who} réclame {number} autres points {place}, et les a donnés.',
        "Personne ne voulait entendre parler de {number} autres points {place} pour {of}, jusqu'à ce qu'on les reconnaisse.",
      ],
      overturned: [
        "{who} a réclamé {number} autres points {place}, et la réclamation a d'abord été admise, puis rejetée.",
        "On a refusé, après un premier accord, que {who} réclame {number} autres points {place}, et n'a rien donné.",
        "Tout le monde voulait donner {number} autres points {place} à {of}, jusqu'à ce qu'on les refuse.",
      ],
      excess: [
        'De ce que la feuille donne à {of} {place}, {number} points semblaient justes, mais étaient une erreur.',
        "La feuille donne à {of} {number} points de trop {place}, bien que personne n'y ait d'abord rien trouvé à redire.",
        "{number} des points de {of} {place} ne devraient pas y être. Quelqu'un s'en était porté garant trop tôt.",
      ],
      confirmed: [
        'De ce que la feuille donne à {of} {place}, {number} points semblaient une erreur, mais étaient justes.',
        "La feuille ne donne à {of} {place} aucun point de trop, bien que {number} d'entre eux aient d'abord semblé faux.",
        "{number} des points de {of} {place} doivent bien y être. Quelqu'un les avait contestés trop tôt.",
      ],
      given: [
        "De ce que la feuille donne à {of} {place}, {number} points ont d'abord été laissés tels quels, puis passés à {other}.",
        "{other} a reçu {number} des points que la feuille donne à {of} {place}, bien qu'on ait d'abord voulu les laisser tels quels.",
        "Tout laisser tel quel {place}, c'était la première idée. Finalement, {number} points sont passés de {of} à {other}.",
      ],
      kept: [
        "De ce que la feuille donne à {of} {place}, {number} points devaient d'abord passer à {other}, puis ont été laissés tels quels.",
        "{other} n'a reçu aucun des {number} points qui devaient venir {place} de ceux de {of}.",
        "Passer {number} points {place} de {of} à {other}, c'était la première idée. Finalement, tout a été laissé tel quel.",
      ],
    },
  },
}
