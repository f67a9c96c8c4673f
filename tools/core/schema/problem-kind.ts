export interface ProblemKind {
  status: number
  title: string
  /** Absent for most problems (PROB-6). */
  code?: string
  /** The members that are the whole REST body, for responses that are not problem+json (PROB-27, PROB-28). */
  bare?: readonly string[]
  /** The only transport that returns it. */
  transport?: 'mcp'
  /** The request had credentials that are invalid, or that belong to an agent without any permissions. */
  failedProof?: true
  /** What the page of this problem advises, if the title is not sufficient. */
  advice?: string
  /** Additional members, with the values of the example in the documentation. */
  example?: { readonly [member: string]: unknown }
}
