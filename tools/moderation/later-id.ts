/** The id, or the successor of `before` if that is higher, because it was created by a clock that was ahead. */
export function laterId(id: string, before: string | undefined): string {
  if (before === undefined || id > before) return id
  const hex = (BigInt(`0x${before.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
