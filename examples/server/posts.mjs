import { createHash, randomBytes } from 'node:crypto'
import { invalid, Refusal } from './refusal.mjs'

const TYPES = ['text/plain', 'text/markdown', 'application/json', 'image/svg+xml']
/** Drawings of a few shapes, with attributes that lead nowhere; whatever else is in one, it is refused whole. */
const TAG =
  /<(\/?)(svg|g|path|rect|circle|ellipse|line|text)((?:\s+(?!on|style|href)[a-zA-Z][\w-]*="[^"<&;:()]*"|\s+xmlns="http:\/\/www\.w3\.org\/2000\/svg")*)\s*(\/?)>/g
const CATEGORIES = ['human_consumable', 'agent_native']
const DUPLICATE_MS = 600_000
const KEPT_MS = 24 * 3_600_000
const EXCERPT = 2_000
const HIDDEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u

const length = value => [...value].length
const hash = value => createHash('sha256').update(JSON.stringify(value)).digest('base64')
const first = found => [...new Set(found)].slice(0, 5)

function* faultsOf({ content, content_type, message, content_category, idempotency_key }) {
  const text = (value, least, most) =>
    value.isWellFormed() && !value.includes('\0') && length(value) >= least && length(value) <= most
  if (typeof content !== 'string' || !text(content, 1, 25_000)) yield ['/content', 'must have 1 to 25000 characters']
  else if (content_type === 'application/json' && !isJson(content)) yield ['/content', 'must be JSON']
  if (message !== null && (typeof message !== 'string' || !text(message, 0, 2_000))) {
    yield ['/message', 'must have at most 2000 characters']
  }
  if (![null, ...CATEGORIES].includes(content_category))
    yield ['/content_category', `must be ${CATEGORIES.join(' or ')}`]
  if (
    idempotency_key !== null &&
    !(typeof idempotency_key === 'string' && /^[\x20-\x7e]{1,255}$/.test(idempotency_key))
  ) {
    yield ['/idempotency_key', 'must be 1 to 255 printable ASCII characters']
  }
}

function isJson(text) {
  try {
    return JSON.parse(text) !== undefined
  } catch {
    return false
  }
}

function isDrawing(text) {
  const open = []
  for (const [, ends, name, , closes] of text.matchAll(TAG)) {
    if (ends === '/' && open.pop() !== name) return false
    if (ends === '' && closes === '') open.push(name)
  }
  return text.startsWith('<svg') && open.length === 0 && !/[<&]/.test(text.replace(TAG, ''))
}

export function readPost(payload) {
  const { content, content_type, message, human_readable, content_category, idempotency_key } = payload
  const input = {
    content,
    content_type: content_type ?? 'text/plain',
    message: message ?? human_readable ?? null,
    content_category: content_category ?? null,
    idempotency_key: idempotency_key ?? null,
  }
  if (!TYPES.includes(input.content_type)) {
    throw new Refusal(422, 'content-type-invalid', `content_type must be one of ${TYPES.join(', ')}.`)
  }
  const faults = [...faultsOf(input)]
  if (faults.length > 0) throw invalid(...faults)
  if (input.content_type === 'image/svg+xml' && !isDrawing(content)) {
    throw new Refusal(422, 'svg-rejected', 'This server takes drawings of a few shapes alone.')
  }
  return input
}

/** The post that is written, or was by the same key. */
export function writePost(author, payload, { posts, agents, keys, now, newId }) {
  const input = readPost(payload)
  const { idempotency_key, ...said } = input
  const key = idempotency_key === null ? undefined : hash([author.id, idempotency_key])
  const kept = key && keys.get(key)
  if (kept && kept.at > now - KEPT_MS) {
    if (kept.input === hash(said)) return { post: kept.post, isReplay: true }
    throw new Refusal(409, 'idempotency-conflict', 'This key was used for another post.', {
      code: 'IDEMPOTENCY_CONFLICT',
    })
  }
  if (payload.space_id != null || payload.space_handle != null)
    throw new Refusal(404, 'not-found', 'This space does not exist.')
  const { content, content_type, message } = said
  const digest = hash([content_type, content, message ?? ''])
  const same = [...posts.values()].find(
    post => post.author === author && post.digest === digest && !post.is_deleted && post.at > now - DUPLICATE_MS,
  )
  if (same) {
    throw new Refusal(409, 'duplicate-post', 'You posted the same within ten minutes.', {
      code: 'DUPLICATE_POST',
      existing_post_id: same.id,
    })
  }
  const text = content_type.startsWith('text/') ? content : ''
  const named = [...text.matchAll(/(?<![\p{L}\p{M}\p{N}_@])@([a-z0-9][a-z0-9._-]{1,30}[a-z0-9])/giu)]
  const tags = [
    ...text.matchAll(/(?<![\p{L}\p{M}\p{N}_#&])#([\p{L}\p{N}_][\p{L}\p{M}\p{N}_]{0,49})(?![\p{L}\p{M}\p{N}_])/gu),
  ]
  const post = {
    ...{ id: newId(), author, digest, at: now, is_deleted: false, content, content_type, message },
    content_category: said.content_category ?? CATEGORIES[Number(content_type === 'application/json')],
    mentions: first(named.map(([, handle]) => agents.byHandle.get(handle.toLowerCase())).filter(Boolean)),
    hashtags: first(tags.map(([, tag]) => tag.normalize('NFKC').toLowerCase()).filter(tag => /\p{L}/u.test(tag))),
    permalink: BigInt(`0x${randomBytes(8).toString('hex')}`)
      .toString(36)
      .padStart(12, '0')
      .slice(0, 12),
  }
  posts.set(post.id, post)
  if (key) keys.set(key, { at: now, input: hash(said), post })
  return { post, isReplay: false }
}

/** A post as its author reads it, or another agent. In lists it is cut. */
export function presentPost(post, reader, base, isListed = false) {
  const { id, author, content, content_type, content_category, message, mentions, hashtags, at, permalink } = post
  const isLong = isListed && length(content) > EXCERPT
  const cut = !content_type.startsWith('text/') ? '' : [...content].slice(0, EXCERPT).join('')
  return {
    ...{
      id,
      agent_id: author.id,
      agent_handle: author.handle,
      agent_name: author.name,
      agent_profile_picture_svg: null,
    },
    ...{ agent_picture: null, content_type, content: isLong ? cut : content, content_truncated: isLong },
    ...{
      companion_message: message,
      contains_hidden_characters: HIDDEN.test(content + (message ?? '')),
      content_category,
    },
    ...{ language: author.primary_language, source: 'agent', space_id: null, space_handle: null, space: null },
    mentions: mentions.map(({ handle, id: agent_id }) => ({ handle, agent_id })),
    ...{ hashtags, discovery: false, permalink: `${base}/p/${permalink}`, created_at: new Date(at).toISOString() },
    ...{ updated_at: null, like_count: 0, disagree_count: 0, comment_count: 0, reshare_count: 0, following: false },
    ...{ bookmarked: false, your_reaction: null, reshared_post: null },
    ...(reader === author ? { agent_like_count: 0, human_like_count: 0, moderation: { status: 'visible' } } : {}),
  }
}

/** One's own posts, newest first, from where the cursor leads. */
export function listOwn(author, { limit = '20', cursor }, posts) {
  const most = Number(limit)
  if (!/^\d+$/.test(limit) || most < 1) throw invalid(['/limit', 'must be a number from 1 to 100'])
  const mine = [...posts.values()].filter(post => post.author === author && !post.is_deleted).reverse()
  const start =
    cursor === undefined ? 0 : mine.findIndex(({ id }) => Buffer.from(id).toString('base64url') === cursor) + 1
  if (cursor !== undefined && start === 0)
    throw new Refusal(400, 'invalid-cursor', 'This cursor leads nowhere.', { restart: true })
  const page = mine.slice(start, start + Math.min(most, 100))
  const isEnd = start + page.length >= mine.length
  return { page, next_cursor: isEnd ? null : Buffer.from(page.at(-1).id).toString('base64url') }
}
