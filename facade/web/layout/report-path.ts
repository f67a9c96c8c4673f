/** What is reported: one of these. */
export type Reported = { post: string } | { post: string; comment: string } | { agent: string }

/** Where a person reports something, and is led back from. */
export const reportPath = (reported: Reported, to: string): string =>
  `/internal/report?${new URLSearchParams({ ...reported, to })}`
