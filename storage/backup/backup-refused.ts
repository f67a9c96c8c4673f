/** A backup that cannot be made or restored as things stand; the message is one line that says why, and what to do. */
export class BackupRefused extends Error {}
