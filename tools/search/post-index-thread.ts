// A thread of its own for the words of posts: to find them takes milliseconds of each long text.
import { type IndexedText, postVector } from '../text-search/post-vector.ts'
import { searchedTexts } from './searched-texts.ts'

/** A post as far as it is searched. */
export interface SearchedPost extends Pick<IndexedText, 'hashtags' | 'marks'> {
  content_type: string
  content: string
  companion_message: string | null
}

const vectorOf = ({ content_type, content, companion_message, hashtags, marks }: SearchedPost) =>
  postVector({ texts: [...searchedTexts(content_type, content), companion_message ?? ''], hashtags, marks })

export const runInWorker = (posts: readonly SearchedPost[]): string[] => posts.map(vectorOf)
