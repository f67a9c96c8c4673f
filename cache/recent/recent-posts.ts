import type { Candidate } from '../../storage/feed/feed-candidates.ts'
import type { PostDelta, PostKind } from '../../storage/feed/post-delta.ts'
import { IdColumns, splitId } from './id-columns.ts'
import { IdInterner } from './id-interner.ts'
import { newestOfLists } from './newest-of-lists.ts'
import { PostLists } from './post-lists.ts'

/** The filter that selects the posts of a lane. */
export interface PostRange {
  before: string
  after?: string
  category: PostDelta['content_category'] | undefined
  limit: number
  /** Evaluated for each candidate post. */
  isHidden(post: Candidate): boolean
}

/** The id below which posts are not loaded, and the posts that were skipped. */
export interface ScanEdge {
  floor: string
  passed: number
}

const KINDS: readonly PostKind[] = ['established', 'new_agent']
const LOWEST = '00000000-0000-0000-0000-000000000000'
const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** Looking up an author's newest post costs as much as skipping eight posts of others. */
const PASSED_FOR_AN_AUTHOR = 8
/** The usual maximum number of posts that a deep page walks over. */
const MARK_EVERY = 4_096
const NATIVE = 1
const WITHDRAWN = 2

/**
 * The newest posts of all agents, 45 bytes each: author, space, and the flags that decide which lanes contain them.
 * Invariant: all posts above the floor are present, regardless of their visibility. A query for posts below the floor
 * returns `undefined`.
 */
export class RecentPosts {
  private readonly size: number
  private readonly ids: IdColumns
  private readonly byAuthor: PostLists
  private readonly byKind: PostLists
  /** All posts, in one list. */
  private readonly all: PostLists
  private readonly spaces: Int32Array
  private readonly flags: Uint8Array
  private readonly authorNumbers = new IdInterner()
  private readonly spaceNumbers = new IdInterner()
  private readonly numbered = new WeakMap<ReadonlySet<string>, { changes: number; numbers: readonly number[] }>()
  /** The slots in use, starting with the one that is evicted next. */
  private start = 0
  private count = 0
  /** All posts above this id are present; if there are no older ones, all posts. */
  private lowest = HIGHEST
  private lowestWords = splitId(HIGHEST)
  private whole = false
  /** How often anything was added or removed. */
  changes = 0
  /** How often anything below the floor was skipped. */
  private passed = 0

  constructor(size: number, markEvery = MARK_EVERY) {
    this.size = size
    this.ids = new IdColumns(size)
    this.byAuthor = new PostLists(this.ids, size)
    this.byKind = new PostLists(this.ids, size, markEvery)
    this.all = new PostLists(this.ids, size, markEvery)
    this.spaces = new Int32Array(size)
    this.flags = new Uint8Array(size)
  }

  get floor(): string {
    return this.lowest
  }

  get isWhole(): boolean {
    return this.whole
  }

  get isFull(): boolean {
    return this.count === this.size
  }

  /** Applies posts that were written, withdrawn or restored. */
  learn(posts: readonly PostDelta[]): void {
    if (posts.length > 0) this.changes++
    for (const post of posts) {
      if (post.id < this.floor && !this.isWhole) {
        this.passed++
        continue
      }
      const known = this.find(post)
      if (known !== undefined) this.mark(known, post)
      else if (!post.is_withdrawn) this.add(post)
    }
  }

  /** The position from which older posts are loaded. */
  get edge(): ScanEdge {
    return { floor: this.lowest, passed: this.passed }
  }

  /** Adds the newest posts below the edge, as it was when they were requested; `areAll`: there are no others. */
  fill({ floor, passed }: ScanEdge, posts: readonly PostDelta[], areAll: boolean): void {
    // If something was evicted, the floor has risen above it; what was skipped meanwhile may have changed since it was
    // read.
    if (this.whole || this.isFull || floor !== this.floor || passed !== this.passed) return
    for (const post of posts) {
      if (this.isFull) return
      if (!post.is_withdrawn) {
        this.start = (this.start + this.size - 1) % this.size
        this.count++
        this.put(this.start, post, 'append')
      }
      this.setFloor(post.id)
    }
    this.whole = areAll
  }

  /** The newest posts of these authors; `undefined` if they may include older ones than are loaded. */
  ofAuthors(authors: ReadonlySet<string>, stretch: PostRange): Candidate[] | undefined {
    const { before, after, category, limit, isHidden } = stretch
    if (before <= this.floor && !this.isWhole) return undefined
    const found: Candidate[] = []
    const least = splitId(after ?? LOWEST)
    const few = after === undefined ? undefined : this.few(authors, before, least)
    for (const slot of few ?? newestOfLists(this.byAuthor, this.ids, this.firstsOf(authors, before, least))) {
      if (this.ids.compareTo(slot, least) <= 0) break
      if (this.isBelowFloor(slot)) return undefined
      const post = this.candidateAt(slot, category)
      if (post && !isHidden(post)) found.push(post)
      if (found.length === limit) return found
    }
    return this.isWhole || (after !== undefined && after >= this.floor) ? found : undefined
  }

  /**
   * Walks all recent posts and filters by author, which is cheaper if there are few of them, as for frequent pollers.
   */
  private few(authors: ReadonlySet<string>, before: string, least: readonly number[]): number[] | undefined {
    const found: number[] = []
    let slot = this.all.firstBelow(0, splitId(before))
    for (let seen = 0; slot >= 0 && this.ids.compareTo(slot, least) > 0; seen++) {
      if (seen > PASSED_FOR_AN_AUTHOR * authors.size) return undefined
      if (authors.has(this.authorAt(slot))) found.push(slot)
      slot = this.all.next(slot)
    }
    return found
  }

  /** For each of these authors, the newest post older than `before` and newer than `least`. */
  private firstsOf(authors: ReadonlySet<string>, before: string, least: readonly number[]): number[] {
    const firsts: number[] = []
    const above = splitId(before)
    for (const number of this.numbersOf(authors)) {
      if (number < 0) continue
      const first = this.byAuthor.firstBelow(number, above)
      if (first >= 0 && this.ids.compareTo(first, least) > 0) firsts.push(first)
    }
    return firsts
  }

  /** By author, -1 for those without any; each lookup costs as much as the rest of a page. */
  private numbersOf(authors: ReadonlySet<string>): readonly number[] {
    const { changes } = this.authorNumbers
    const known = this.numbered.get(authors)
    if (known?.changes === changes) return known.numbers
    const numbers: number[] = []
    for (const author of authors) numbers.push(this.authorNumbers.find(author, known?.numbers[numbers.length]) ?? -1)
    this.numbered.set(authors, { changes, numbers })
    return numbers
  }

  /** The newest posts of a kind, without those of excluded authors; `undefined` as above. */
  ofKind(kind: PostKind, isPassed: (author: string) => boolean, stretch: PostRange): Candidate[] | undefined {
    const { before, category, limit, isHidden } = stretch
    if (before <= this.floor && !this.isWhole) return undefined
    const found: Candidate[] = []
    let slot = this.byKind.firstBelow(KINDS.indexOf(kind), splitId(before))
    for (; slot >= 0; slot = this.byKind.next(slot)) {
      if (this.isBelowFloor(slot)) return undefined
      const post = isPassed(this.authorAt(slot)) ? undefined : this.candidateAt(slot, category)
      if (post && !isHidden(post)) found.push(post)
      if (found.length === limit) return found
    }
    return this.isWhole ? found : undefined
  }

  private setFloor(id: string): void {
    this.lowest = id
    this.lowestWords = splitId(id)
  }

  /** It arrived late, and outlived newer ones. */
  private isBelowFloor(slot: number): boolean {
    return !this.whole && this.ids.compareTo(slot, this.lowestWords) < 0
  }

  private authorAt(slot: number): string {
    return this.authorNumbers.textOf(this.byAuthor.of(slot))
  }

  private candidateAt(slot: number, category: PostRange['category']): Candidate | undefined {
    const flags = this.flags[slot]!
    if (flags & WITHDRAWN) return undefined
    if (category !== undefined && (category === 'agent_native') !== Boolean(flags & NATIVE)) return undefined
    const space = this.spaces[slot]!
    return {
      id: this.ids.textAt(slot),
      agent_id: this.authorAt(slot),
      space_id: space < 0 ? null : this.spaceNumbers.textOf(space),
    }
  }

  private find({ id, agent_id }: PostDelta): number | undefined {
    const author = this.authorNumbers.find(agent_id)
    if (author === undefined) return undefined
    const idWords = splitId(id)
    let slot = this.byAuthor.first(author)
    while (slot >= 0 && this.ids.compareTo(slot, idWords) > 0) slot = this.byAuthor.next(slot)
    return slot >= 0 && this.ids.compareTo(slot, idWords) === 0 ? slot : undefined
  }

  private add(post: PostDelta): void {
    if (this.isFull) this.giveUpOne()
    const slot = (this.start + this.count) % this.size
    this.count++
    this.put(slot, post, 'add')
  }

  private giveUpOne(): void {
    const slot = this.start
    const id = this.ids.textAt(slot)
    if (this.whole || id > this.lowest) this.setFloor(id)
    this.whole = false
    this.authorNumbers.leave(this.byAuthor.of(slot))
    if (this.spaces[slot]! >= 0) this.spaceNumbers.leave(this.spaces[slot]!)
    this.byAuthor.leave(slot)
    this.all.leave(slot)
    this.byKind.leave(slot)
    this.start = (slot + 1) % this.size
    this.count--
  }

  private put(slot: number, post: PostDelta, how: 'add' | 'append'): void {
    this.ids.set(slot, post.id)
    this.spaces[slot] = post.space_id === null ? -1 : this.spaceNumbers.use(post.space_id)
    this.mark(slot, post)
    this.byAuthor[how](slot, this.authorNumbers.use(post.agent_id))
    this.all[how](slot, 0)
    const kind = KINDS.indexOf(post.discoverable_as as PostKind)
    if (kind !== -1) this.byKind[how](slot, kind)
  }

  private mark(slot: number, { content_category, is_withdrawn }: PostDelta): void {
    this.flags[slot] = (content_category === 'agent_native' ? NATIVE : 0) | (is_withdrawn ? WITHDRAWN : 0)
  }
}
