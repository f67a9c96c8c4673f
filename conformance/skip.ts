export class Skipped extends Error {}

/** Skips a check that is not possible here, with the reason. */
export function skip(reason: string): never {
  throw new Skipped(reason)
}
