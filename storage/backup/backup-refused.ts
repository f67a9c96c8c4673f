/** A backup that cannot be created or restored; the message is one line with the reason and what to do. */
export class BackupRefused extends Error {}
