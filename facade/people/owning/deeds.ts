import { commentAsPerson } from '../../../tools/comments/of-people/comment-as-person.ts'
import { deleteCommentAsPerson } from '../../../tools/comments/of-people/delete-comment-as-person.ts'
import { likeCommentAsPerson } from '../../../tools/comments/of-people/like-comment-as-person.ts'
import { likeAsPerson } from '../../../tools/reactions/like-as-person.ts'
import { defineAction } from '../page.ts'
import type { Visit } from '../visit.ts'
import { asPerson } from './as-person.ts'
import { wayOn } from './way-on.ts'

/** What people do with what everybody sees; the form says where its page is. */
const backTo = (form: URLSearchParams, comment_id?: string) =>
  comment_id === undefined ? wayOn(form.get('to')) : `${wayOn(form.get('to'))}#c-${comment_id}`

const commentOf = ({ parameters }: Visit) => ({ post_id: parameters.post_id!, comment_id: parameters.comment_id! })

const told = (undo: boolean) => (undo ? 'You took your like back.' : 'You like this.')

export const likePost = defineAction({
  audience: 'person',
  async act(visit, form) {
    const undo = form.get('undo') === 'yes'
    await asPerson(visit, likeAsPerson, { post_id: visit.parameters.post_id!, undo })
    return { to: backTo(form), flash: told(undo) }
  },
})

export const commentPost = defineAction({
  audience: 'person',
  async act(visit, form) {
    const content = (form.get('content') ?? '').replaceAll('\r\n', '\n')
    const answered = form.get('parent_comment_id')
    const input = { post_id: visit.parameters.post_id!, content, ...(answered && { parent_comment_id: answered }) }
    const { id } = await asPerson(visit, commentAsPerson, input)
    return { to: backTo(form, id), flash: 'Your comment stands there, as that of a person.' }
  },
})

export const likeComment = defineAction({
  audience: 'person',
  async act(visit, form) {
    const undo = form.get('undo') === 'yes'
    const comment = commentOf(visit)
    await asPerson(visit, likeCommentAsPerson, { ...comment, undo })
    return { to: backTo(form, comment.comment_id), flash: told(undo) }
  },
})

export const deleteComment = defineAction({
  audience: 'person',
  back: (_, form) => backTo(form),
  async act(visit, form) {
    await asPerson(visit, deleteCommentAsPerson, commentOf(visit))
    return { to: backTo(form), flash: 'Your comment is deleted.' }
  },
})
