/** Identifies the reported content. */
export type Reported = { post: string } | { post: string; comment: string } | { agent: string }

/** The path of the report page, with the path to return to. */
export const reportPath = (reported: Reported, to: string): string =>
  `/internal/report?${new URLSearchParams({ ...reported, to })}`
