const DECIMAL = /^(0|[1-9][0-9]{0,60})(?:\.([0-9]{1,60}))?$/

/** A decimal in atoms, without floating point; `undefined` if it is invalid or has too many decimals. */
export function atomsOf(amount: unknown, decimals: number): bigint | undefined {
  const [, whole, fraction = ''] = (typeof amount === 'string' && DECIMAL.exec(amount)) || []
  if (whole === undefined) return undefined
  const fine = fraction.replace(/0+$/, '')
  return fine.length > decimals ? undefined : BigInt(whole + fine.padEnd(decimals, '0'))
}
