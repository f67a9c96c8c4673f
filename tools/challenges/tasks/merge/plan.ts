import type { Amount } from '../frame/amount.ts'

/**
 * Two registers, `older` and `newer`, of who has which locker are merged into one list by `rule`; then `events` happen.
 *
 * The rule:
 * - Of a person in both registers one of the two entries counts: by `winner` that of the newer or the older register, or
 *   that with the higher or the lower number. Where the `exception` applies to the person, the other of the two counts.
 * - `exception`: `marked`, the person's entry in the newer register bears the mark `rule.mark`; `near`, the two numbers
 *   differ by at most `by`; `above`, the number in the newer register is greater than `limit`.
 * - Of a person in one register only the entry counts, but for `single`: `all`, it always counts; `unmarked`, not if it
 *   stands in the newer register and bears the mark `rule.mark`; `from`, not if its number is less than `limit`. Who has no
 *   entry that counts is not in the list. Entries that bear the other mark are like those that bear none.
 *
 * The two to four events happen one after another, in the order of `events`, each with what the ones before it left:
 * - `exchange`: `one` and `other` exchange their lockers.
 * - `handover`: `one` leaves the list, `other` gets the locker of `one` in place of their own, which then is nobody's.
 * - `leave`: `one` leaves the list, and nothing changes for `other`.
 * - `nothing`: nothing changes for either.
 * Whoever takes part in an event is in the list when it happens.
 *
 * The `revision`, where there is one, says what is to be read otherwise in the events (1 is the first):
 * - `instead`: in the event `at`, the part of the person `wrong` is that of the person `right`.
 * - `roles`: in the event `at`, `one` and `other` have each the part of the other.
 * - `struck`: the event `at` did not happen. `kept`: this was thought, but it did happen: nothing is to be read otherwise.
 * - `order`: the event `first` and the event `second` each happened at the place of the other.
 * - `again`: after all events the two persons of the event `at` exchange their lockers (whatever the event did; both are
 *   in the list then).
 */
export interface MergePlan {
  older: Entry[]
  newer: (Entry & { mark?: Mark })[]
  rule: MergeRule
  events: MergeEvent[]
  revision?: Revision
  order: 'ascending' | 'descending'
  /**
   * The answer has the member `list`: objects, one for each person in the list in the end, with the members `name` and
   * `locker`, ordered by the locker's number; and the members of `asked`, each with a measure of a world.
   */
  members: { list: string; name: string; locker: string }
  asked: { member: string; measure: Measure; world: World }[]
}

export interface Entry {
  name: string
  locker: Amount
}
export type Mark = 'star' | 'ring'

export interface MergeRule {
  winner: 'newer' | 'older' | 'higher' | 'lower'
  mark: Mark
  exception: { kind: 'marked' } | { kind: 'near'; by: number } | { kind: 'above'; limit: number }
  single: { kind: 'all' } | { kind: 'unmarked' } | { kind: 'from'; limit: number }
}

export interface MergeEvent {
  kind: 'exchange' | 'handover' | 'leave' | 'nothing'
  one: Person
  other: Person
}

/** A person by name, or the one whose entry in a register has the highest or the lowest number of that register. */
export type Person = { name: string } | { register: 'older' | 'newer'; end: 'highest' | 'lowest' }

export type Revision =
  | { kind: 'instead'; at: number; wrong: string; right: string }
  | { kind: 'roles' | 'struck' | 'kept' | 'again'; at: number }
  | { kind: 'order'; first: number; second: number }

/**
 * Of the list at the end of a world:
 * - `span`: the greatest number less the least. `second`: the second greatest number. `lowest`: the sum of the two least.
 * - `gap`: by how much the numbers of `one` and `other`, who are both in the list, differ.
 * - `moved`: how many persons in the list have there a number that neither register gives to them.
 * - `kept`: how many persons in the list have there the number that the older register gives to them, and a number greater
 *   than `above`.
 * - `third`, `first`: the name of the person with the third least, or the least, number. `next`: of the one with the next
 *   greater number than `one`, who is in the list and not at its end.
 * - `size`: how many persons are in the list. `fresh`: how many have there the number that the newer register gives them.
 * - `over`: the names of those with a number greater than `above`, by the alphabet.
 * - `out`: the names that are in a register and not in the list, by the alphabet.
 */
export type Measure =
  | { kind: 'span' | 'second' | 'lowest' | 'moved' | 'third' | 'first' | 'out' | 'size' | 'fresh' }
  | { kind: 'gap'; one: string; other: string }
  | { kind: 'kept' | 'over'; above: number }
  | { kind: 'next'; one: string }

/**
 * - `real`: all as said.
 * - `withoutEvent`: but the event `at` (the revision says nothing of it) did not happen.
 * - `withoutEvents`: nothing happened after the registers were written, and there is no revision.
 * - `withoutRevision`: there is no revision.
 * - `otherEntry`: of each person in both registers the entry counts that does not count by the rule with its exception;
 *   the events (and the revision) are the same.
 */
export type World =
  | { kind: 'real' | 'withoutEvents' | 'withoutRevision' | 'otherEntry' }
  | { kind: 'withoutEvent'; at: number }
