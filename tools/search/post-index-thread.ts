// A separate thread for tokenizing posts, which takes milliseconds for long texts.
import { type IndexedText, postVector } from '../text-search/post-vector.ts'
import { searchedTexts } from './searched-texts.ts'

/** The searchable parts of a post. */
export interface SearchedPost extends Pick<IndexedText, 'hashtags' | 'marks'> {
  content_type: string
  content: string
  companion_message: string | null
}

const vectorOf = ({ content_type, content, companion_message, hashtags, marks }: SearchedPost) =>
  postVector({ texts: [...searchedTexts(content_type, content), companion_message ?? ''], hashtags, marks })

export const runInWorker = (posts: readonly SearchedPost[]): string[] => posts.map(vectorOf)
