import type { Draw } from './draw.ts'

/**
 * All begin with a consonant and end in neither s, x nor z: no language here elides or inflects anything beside them.
 */
const PEOPLE = [
  ...['Bianca', 'Bruno', 'Carmen', 'Clara', 'David', 'Dilan', 'Dunja', 'Farid', 'Fatima', 'Fiona', 'Gloria', 'Greta'],
  ...['Gustav', 'Jana', 'Jonah', 'Julia', 'Karim', 'Kenji', 'Kofi', 'Leila', 'Lena', 'Lorena', 'Malik', 'Marta'],
  ...['Mateo', 'Milan', 'Miriam', 'Nadia', 'Nina', 'Nora', 'Paula', 'Pavel', 'Petra', 'Quentin', 'Radek', 'Rania'],
  ...['Ravi', 'Rosa', 'Samir', 'Selma', 'Simon', 'Sofia', 'Tariq', 'Teresa', 'Tessa', 'Timo', 'Tomoko', 'Valeria'],
  ...['Vera', 'Viktor', 'Wanda', 'Wilma', 'Yara', 'Yusuf', 'Zoltan', 'Zora'],
]

const THINGS = [
  ...['Brivon', 'Caldor', 'Dorvane', 'Feltrin', 'Gorlan', 'Keldra', 'Lumora', 'Mirtan', 'Norvik', 'Palvio', 'Quentra'],
  ...['Rundel', 'Solvane', 'Tarvik', 'Velmora', 'Wexlin', 'Zandor', 'Bellaro', 'Corvella', 'Dunmark', 'Fendora'],
  ...['Galvoni', 'Jentrik', 'Kalmara', 'Lorvane', 'Mendrik', 'Nestora', 'Pelgrin', 'Rovanta', 'Saldrin'],
]

const MEMBERS = [
  ...['tavo', 'miru', 'kelo', 'zuri', 'pexo', 'dilu', 'ruke', 'soti', 'fenu', 'gavi', 'nolu', 'tebi', 'wako', 'jexu'],
  ...['bivo', 'hesu', 'camu', 'lozi', 'quna', 'xeri', 'dopu', 'mavi', 'kuto', 'rilo', 'sevu', 'zabo', 'feki', 'gonu'],
  ...['tuwi', 'nuve', 'poxa', 'vemi', 'lupo', 'jiro', 'beku', 'doxi', 'fuma', 'gezo', 'hiku', 'wemo'],
]

/** First names of persons, which say nothing of anybody. */
export const peopleFrom = (draw: Draw, count: number) => draw.sample(PEOPLE, count)

/** Invented names of things. */
export const thingsFrom = (draw: Draw, count: number) => draw.sample(THINGS, count)

/** Members of an answer, whose meaning only the text tells. */
export const membersFrom = (draw: Draw, count: number) => draw.sample(MEMBERS, count)
