import { countFitting } from '../core/json-encoding.ts'

/** How many posts of each lane fit on one page: the same share of both, and at least one. */
export function countFittingPosts(
  home: readonly unknown[],
  horizon: readonly unknown[],
): { home: number; horizon: number } {
  const share = (lane: 'home' | 'horizon', posts: readonly unknown[]) =>
    posts.map((post, index) => ({ lane, post, at: index / posts.length }))
  const both = [...share('home', home), ...share('horizon', horizon)].sort((a, b) => a.at - b.at)
  const fitting = both.slice(0, countFitting(both.map(({ post }) => post)))
  const ofHome = fitting.filter(({ lane }) => lane === 'home').length
  return { home: ofHome, horizon: fitting.length - ofHome }
}
