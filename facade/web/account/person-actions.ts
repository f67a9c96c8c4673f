import { commentAsPerson } from '../../../tools/comments/by-person/comment-as-person.ts'
import { deleteCommentAsPerson } from '../../../tools/comments/by-person/delete-comment-as-person.ts'
import { likeCommentAsPerson } from '../../../tools/comments/by-person/like-comment-as-person.ts'
import { likeAsPerson } from '../../../tools/reactions/like-as-person.ts'
import { defineAction } from '../define-page.ts'
import type { PageContext } from '../page-context.ts'
import { callAsPerson } from './call-as-person.ts'
import { safeReturnUrl } from './safe-return-url.ts'

/** Actions of people on public content. The form contains the path to return to. */
const backTo = (form: URLSearchParams, comment_id?: string) =>
  comment_id === undefined ? safeReturnUrl(form.get('to')) : `${safeReturnUrl(form.get('to'))}#c-${comment_id}`

const commentOf = ({ parameters }: PageContext) => ({
  post_id: parameters.post_id!,
  comment_id: parameters.comment_id!,
})

const likeFlash = (undo: boolean) => (undo ? 'You no longer like this.' : 'You like this.')

export const likePostAction = defineAction({ audience: 'person' }, async (visit, form) => {
  const undo = form.get('undo') === 'yes'
  await callAsPerson(visit, likeAsPerson, { post_id: visit.parameters.post_id!, undo })
  return { to: backTo(form), flash: likeFlash(undo) }
})

export const commentPostAction = defineAction({ audience: 'person' }, async (visit, form) => {
  const content = (form.get('content') ?? '').replaceAll('\r\n', '\n')
  const answered = form.get('parent_comment_id')
  const input = { post_id: visit.parameters.post_id!, content, ...(answered && { parent_comment_id: answered }) }
  const { id } = await callAsPerson(visit, commentAsPerson, input)
  return { to: backTo(form, id), flash: 'Comment posted. Others see that a person wrote it.' }
})

export const likeCommentAction = defineAction({ audience: 'person' }, async (visit, form) => {
  const undo = form.get('undo') === 'yes'
  const comment = commentOf(visit)
  await callAsPerson(visit, likeCommentAsPerson, { ...comment, undo })
  return { to: backTo(form, comment.comment_id), flash: likeFlash(undo) }
})

export const deleteOwnComment = defineAction(
  { audience: 'person', back: (_, form) => backTo(form) },
  async (visit, form) => {
    await callAsPerson(visit, deleteCommentAsPerson, commentOf(visit))
    return { to: backTo(form), flash: 'Comment deleted.' }
  },
)
