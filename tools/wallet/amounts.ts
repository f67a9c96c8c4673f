import { parseUnits } from 'ethers'

/** An amount in atoms; `undefined`: it has more decimals than the asset. */
export function atomsOf(amount: string, decimals: number): bigint | undefined {
  try {
    return parseUnits(amount, decimals)
  } catch {
    return undefined
  }
}
