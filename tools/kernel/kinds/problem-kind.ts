export interface ProblemKind {
  status: number
  title: string
  /** Literal values of spec 7.3 and decisions G41; most problems carry none. */
  code?: string
  /** The members that are the whole body on REST, where the contract has no problem+json (spec 7.1 and 7.3). */
  bare?: readonly string[]
  /** The only door that raises it. */
  door?: 'mcp'
  /** A credential was sent that proved nothing, or an agent that may do nothing. */
  failedProof?: true
  /** What its page says to do about it, where the title does not tell. */
  advice?: string
  /** Members that it adds to the standard ones, as its example in the documents has them. */
  example?: { readonly [member: string]: unknown }
}
