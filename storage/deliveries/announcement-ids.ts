/**
 * Ids of the events that announce a text, derived from its id, so that its author can look up their deliveries. The event
 * of a message has the id of the message. The events of one post or comment differ in the last digit: each recipient has
 * an id of its own, since an endpoint that serves several agents removes duplicates by id.
 */
const variantOf = (textId: string, n: number): string =>
  textId.slice(0, -1) + (Number.parseInt(textId.slice(-1), 16) ^ n).toString(16)

/** One for each of up to five mentions. */
const MENTIONS = [0, 1, 2, 3, 4]
/** For the author of the post that a comment is about. */
const AUTHOR = 8

/** `n`: the index of the mention among those of the text, from 0. */
export const mentionEventId = (textId: string, n: number): string => variantOf(textId, n)

export const commentEventId = (commentId: string): string => variantOf(commentId, AUTHOR)

/** All ids that the events of a post, reshare or comment can have, without that of the reshare itself. */
export const announcementIds = (textId: string): string[] => [...MENTIONS, AUTHOR].map(n => variantOf(textId, n))
