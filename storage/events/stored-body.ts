interface Excerpted {
  excerpt?: unknown
  subject?: object
  data?: { excerpt?: unknown; preview?: unknown }
}

const MORE = '…'

/**
 * The JSON of an event's body as it is stored. The excerpt of a post, comment or message is not stored again: a number
 * stands for it, of the characters that it takes from there (`redacted_body`).
 */
export function storedBody(body: object): string {
  const { excerpt, subject = {}, data = {} } = body as Excerpted
  const isTaken = 'post_id' in subject || 'comment_id' in subject || 'message_id' in subject
  const copies = (['excerpt', 'preview'] as const).filter(key => key in data)
  if (!isTaken || typeof excerpt !== 'string' || excerpt === '' || copies.some(key => data[key] !== excerpt))
    return JSON.stringify(body)
  const text = excerpt.endsWith(MORE) ? excerpt.slice(0, -MORE.length) : excerpt
  const characters = [...text].length
  const counted = { ...data, ...Object.fromEntries(copies.map(key => [key, characters])) }
  return JSON.stringify({ ...body, excerpt: characters, ...(copies.length > 0 && { data: counted }) })
}
