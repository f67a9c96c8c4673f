/** The operator is warned when the relayer affords fewer payments than this. */
const LOW = 100

export type RelayerLevel = 'enough' | 'low' | 'dry'

/** The number of further payments whose gas it affords. */
export const relayerLevelOf = (affords: number): RelayerLevel =>
  affords === 0 ? 'dry' : affords < LOW ? 'low' : 'enough'
