export class Skipped extends Error {}

/** Ends a check that cannot be made here, with the reason. */
export function skip(reason: string): never {
  throw new Skipped(reason)
}
