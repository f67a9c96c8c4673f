const DECIMAL = /^(0|[1-9][0-9]{0,60})(?:\.([0-9]{1,60}))?$/

/** A decimal in atoms; `undefined`: it is none, or finer than the asset. Never a floating point number. */
export function atomsOf(amount: unknown, decimals: number): bigint | undefined {
  const [, whole, fraction = ''] = (typeof amount === 'string' && DECIMAL.exec(amount)) || []
  if (whole === undefined) return undefined
  const fine = fraction.replace(/0+$/, '')
  return fine.length > decimals ? undefined : BigInt(whole + fine.padEnd(decimals, '0'))
}
