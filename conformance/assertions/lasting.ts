/** Without `presence` at any depth, which changes between two reads (PRESENCE-2). */
export const lasting = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value, (name, member) => (name === 'presence' ? undefined : member)))
