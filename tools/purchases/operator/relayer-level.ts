/** So many payments before a relayer cannot pay for any, its operator is told. */
const LOW = 100

export type RelayerLevel = 'enough' | 'low' | 'dry'

/** Of how many payments more it can pay the gas for. */
export const relayerLevelOf = (affords: number): RelayerLevel =>
  affords === 0 ? 'dry' : affords < LOW ? 'low' : 'enough'
