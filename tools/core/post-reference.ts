import { z } from 'zod'
import { findPostIdByPermalink } from '../../storage/posts/post-rows.ts'
import type { Runtime } from './context.ts'
import { isUuid } from './schemas.ts'

export const PERMALINK_CODE = /^[0-9A-Za-z]{12}$/
const PERMALINK = /^https?:\/\/\S+\/p\/([0-9A-Za-z]{12})$/

const REFERENCE = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:https?:\/\/\S+\/p\/)?[0-9A-Za-z]{12})$/

/** For inputs: a post by its id, its permalink or the code at the end of it. Handlers receive the id (POST-91). */
export const postId = z
  .string()
  .overwrite(text => (isUuid(text) ? text.toLowerCase() : text))
  .regex(REFERENCE, 'must be the id, the permalink or the 12-character code of a post')
  // A short pattern that all forms match: it is repeated in every schema.
  .meta({ pattern: '[0-9A-Za-z]{12}$' })
  .describe('id or permalink')

/** No post has it, so that handlers treat an unknown permalink as they treat an unknown id. */
const MISSING = '00000000-0000-0000-0000-000000000000'

/** The `post_id` of an input that is not an id yet. */
export const unresolvedPost = (input: unknown): string | undefined => {
  const { post_id } = input as { post_id?: unknown }
  return typeof post_id === 'string' && !isUuid(post_id) ? post_id : undefined
}

/** The post's id, whoever may see it; permalinks of other servers name no post. */
export async function resolvePost({ db, installation }: Runtime, reference: string): Promise<string> {
  const code = PERMALINK_CODE.test(reference) ? reference : codeInPermalink(reference, installation.baseUrl)
  return (code && (await findPostIdByPermalink(db, code))) ?? MISSING
}

const codeInPermalink = (url: string, baseUrl: string) =>
  url.startsWith(`${baseUrl}/p/`) ? PERMALINK.exec(url)?.[1] : undefined
