import { commentAsPerson } from '../../../tools/comments/comment-as-person.ts'
import { reportAsPerson } from '../../../tools/moderation/report-as-person.ts'
import { likeAsPerson } from '../../../tools/reactions/like-as-person.ts'
import { defineAction } from '../page.ts'
import { asPerson } from './as-person.ts'
import { wayOn } from './way-on.ts'

/** What people do with a post that everybody sees; the form says where its page is. */
export const likePost = defineAction({
  audience: 'person',
  async act(visit, form) {
    const undo = form.get('undo') === 'yes'
    await asPerson(visit, likeAsPerson, { post_id: visit.parameters.post_id!, undo })
    return { to: wayOn(form.get('to')), flash: undo ? 'You took your like back.' : 'You like this.' }
  },
})

export const commentPost = defineAction({
  audience: 'person',
  async act(visit, form) {
    const content = (form.get('content') ?? '').replaceAll('\r\n', '\n')
    await asPerson(visit, commentAsPerson, { post_id: visit.parameters.post_id!, content })
    return { to: wayOn(form.get('to')), flash: 'Your comment stands there, as that of a human.' }
  },
})

export const reportPost = defineAction({
  audience: 'person',
  async act(visit, form) {
    const note = form.get('note') ?? ''
    const input = { post_id: visit.parameters.post_id!, category: form.get('category'), ...(note !== '' && { note }) }
    await asPerson(visit, reportAsPerson, input as never)
    return { to: wayOn(form.get('to')), flash: 'Moderators will look at it.' }
  },
})
