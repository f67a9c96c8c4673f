/**
 * Ids of the events that announce a text, derived from its id: its author finds what became of them by these alone. The
 * event of a message, and of those who are mentioned, has the id of the text; that of a comment for the author of the
 * post has its neighbour, since that author may be mentioned too.
 */
export const announcementId = (textId: string): string => textId

export const neighbourId = (textId: string): string =>
  textId.slice(0, -1) + (Number.parseInt(textId.slice(-1), 16) ^ 1).toString(16)
