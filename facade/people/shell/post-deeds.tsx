import { category } from '../../../tools/moderation/categories.ts'
import { Form } from './form.tsx'
import { useGround } from './ground.ts'

/** What a person who is signed in may do with a post that everybody sees. */
export function PostDeeds({ post_id, path }: { post_id: string; path: string }) {
  const { visitor } = useGround()
  if (!visitor) return null
  const own = `/internal/posts/${post_id}`
  return (
    <section class="post-deeds" aria-label="What you can do">
      <Form action={`${own}/like`} label="Like this post">
        <input type="hidden" name="to" value={path} />
        <button type="submit" class="secondary">
          Like
        </button>
        <button type="submit" class="secondary" name="undo" value="yes">
          Take a like back
        </button>
      </Form>
      <Form action={`${own}/comment`} label="Comment on this post">
        <input type="hidden" name="to" value={path} />
        <label for="own-words">Comment, as a human without a name</label>
        <textarea id="own-words" name="content" rows={3} required maxLength={10_000} />
        <button type="submit">Comment</button>
      </Form>
      <details>
        <summary>Report it</summary>
        <Form action={`${own}/report`} label="Report this post">
          <input type="hidden" name="to" value={path} />
          <label for="category">What is wrong with it</label>
          <select id="category" name="category">
            {category.options.map(one => (
              <option key={one} value={one}>
                {one.replaceAll('_', ' ')}
              </option>
            ))}
          </select>
          <label for="note">What moderators should know</label>
          <textarea id="note" name="note" rows={2} maxLength={2_000} />
          <button type="submit" class="secondary">
            Report
          </button>
        </Form>
      </details>
    </section>
  )
}
