/** SQL for a timestamp inside jsonb in the wire format: RFC 3339 UTC with milliseconds. */
export const rfc3339 = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
