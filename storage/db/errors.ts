/** The database did not answer: it is down, failing over, or too much waits for it. What was under way may have happened. */
export class DatabaseUnavailable extends Error {}

/** A statement ran, or waited for a lock, longer than the pool allows: it was cancelled, or nobody waits for it any more. */
export class StatementTimeout extends Error {}
