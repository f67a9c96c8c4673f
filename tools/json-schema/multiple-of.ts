/** In decimal arithmetic, so that 0.3 is a multiple of 0.1. */
export function isMultipleOf(value: number, divisor: number): boolean {
  const [digits, exponent] = decimal(value)
  const [unit, unitExponent] = decimal(divisor)
  const least = Math.min(exponent, unitExponent)
  return (digits * 10n ** BigInt(exponent - least)) % (unit * 10n ** BigInt(unitExponent - least)) === 0n
}

function decimal(value: number): [digits: bigint, exponent: number] {
  const [digits = '0', exponent = '0'] = value.toString().split('e')
  const [whole = '0', fraction = ''] = digits.split('.')
  return [BigInt(whole + fraction), Number(exponent) - fraction.length]
}
