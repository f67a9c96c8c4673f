import type { Json } from '../frame/family.ts'
import type { Guest, RoundTablePlan } from '../round-table/plan.ts'
import { answerOf } from './asked.ts'

/** Writes down which tag lies with whom at the table, and counts on those cards. */
export function solveRoundTable(plan: RoundTablePlan): Json {
  const { about, amount } = plan
  const comers = plan.guests.filter(({ person }) => person !== plan.absent)
  const cards = comers.flatMap(guest => tagsOf(guest, plan.guests).map(tag => ({ person: guest.person, tag })))
  const common = cards.filter(({ tag }) => about.interests.includes(tag))
  const isSharing = (name: string) => common.some(({ person }) => person === name)
  const sharing = comers.map(({ person }) => person).filter(isSharing)
  const shared = about.interests.filter(interest => cards.some(({ tag }) => tag === interest))
  const fresh = [...new Set(cards.map(({ tag }) => tag))].filter(tag => !about.interests.includes(tag))
  return answerOf(plan.asked, {
    called: () => (isSharing(plan.guest) ? about.name : about.handle),
    calledElse: () => (isSharing(plan.guest) ? about.handle : about.name),
    sharing: () => sharing,
    strangers: () => comers.map(({ person }) => person).filter(name => !sharing.includes(name)),
    shared: () => shared,
    lonely: () => about.interests.filter(interest => !shared.includes(interest)),
    fresh: () => fresh,
    cardShared: () => amount.value + shared.length,
    cardGuests: () => amount.value + sharing.length,
    cardFresh: () => amount.value + fresh.length,
  })
}

/** As the text tells them: by another's tags where they are told so. */
function tagsOf(guest: Guest, guests: Guest[]): string[] {
  if (!guest.like) return guest.interests
  const { person, swapped } = guest.like
  const other = guests.find(one => one.person === person)!
  return tagsOf(other, guests).map(tag => (tag === swapped[0] ? swapped[1] : tag))
}
