import type { StockWords } from './words.ts'

export const en: StockWords = {
  listed: [
    '[Before opening|Early in the morning|At eight], the shelf of [a game library|a library that lends games] held {list}.',
    'A library that lends [games|board games] keeps a list. [In the morning, before anybody came,|At the start] it read: {list}.',
    'According to the list [written before opening|with which the day began], the game library had {list}.',
    'The day at the game library [begins|began] with {list} on the shelf, as the list has it.',
  ],
  item: ['{n} copies of {title}', '{n} of {title}', '{title} ({n} copies)'],
  taken: [
    '{person} [borrowed|took home|went off with] {n} copies of {title}.',
    '{n} copies of {title} [went out to|were lent to] {person}.',
    'Of {title}, {person} [took|borrowed|carried off] {n}.',
    '{person} was after {title} and [took|borrowed] {n} copies.',
    'For a party, {person} [asked for|needed] {title}, and left with {n} copies.',
  ],
  returned: [
    '{person} [later|in the end] [brought back|returned] all but {kept}.',
    '{kept} of the copies borrowed by {person} are still out; the others [came back|were handed back] [in the evening|before closing].',
    '[Before closing|In the evening], {person} came by again and handed back all of them except {kept}.',
    'What {person} had taken is back, apart from {kept}.',
  ],
  returnedAll: [
    '{person} [later|in the end] brought everything back.',
    'What {person} had taken is [back again|all back], without a single copy missing.',
    '[Before closing|In the evening], {person} handed every copy back.',
  ],
  damaged: [
    '[Among what|Of what] {person} [gave back|brought back], {n} were damaged.',
    '{n} of the copies that {person} brought back had [torn boxes|missing pieces], so they count as damaged.',
    'When {person} returned them, {n} copies were damaged.',
  ],
  damagedCount: [
    '[Damage makes no difference|Damage is overlooked here]: a damaged copy on the shelf counts like any other.',
    'Copies that come back damaged go on the shelf and [count as stock|are counted] all the same.',
  ],
  damagedDoNot: [
    'A copy that comes back damaged [goes to the workshop and is not stock|is thrown away and does not count].',
    'Only sound copies [count as stock|are put back on the shelf]; damaged ones [leave the stock|are gone for good].',
  ],
  mixed: [
    '{n} of the copies [listed|entered] as {from} [turned out to be|were in truth] {to}, and the list was put right.',
    '[Somebody noticed that|It turned out that] {n} copies standing under {from} belonged to {to}; they were moved to {to}.',
    '{to} gained {n} copies that the list had [wrongly|by mistake] given to {from}, which has that many fewer.',
  ],
  more: [
    'The list had a slip at {title}: from the start there were {n} more copies than written.',
    'Of {title}, {n} copies had been overlooked when the list was written; they were on the shelf all along.',
  ],
  fewer: [
    'The list had a slip at {title}: from the start there were {n} copies fewer than written.',
    'Of {title}, the list had promised {n} copies too many from the start.',
  ],
  given: [
    'Somebody gave the library {n} copies of {title}, which went on the shelf.',
    'The shelf gained {n} copies of {title}, a gift that was first declined and then accepted.',
  ],
  sold: [
    '{n} copies of {title} were sold and left the shelf for good.',
    'The shelf lost {n} copies of {title}, which a buyer at first did not want and then took.',
  ],
  declined: [
    'Somebody offered {n} copies of {title} as a gift, which was first accepted and then declined.',
    'The shelf gained nothing from {n} copies of {title} that somebody would have given.',
  ],
  wanted: [
    '{person} had {n} copies of {title} put aside to borrow, and then left without them.',
    '{n} copies of {title} nearly went out to {person}, who changed plans and borrowed nothing.',
    'Nothing was lent to {person} in the end, although {n} copies of {title} had been asked for.',
  ],
  passed: [
    'Whatever {person} still had by then went to {to}, who has kept it.',
    '{to} took over everything that {person} still had, and has not brought it back.',
  ],
  remark: {
    copies: [
      'A remark: {person} in truth borrowed {to} copies.',
      'A remark: the number of copies lent to {person} is wrong above; {to} is right.',
      'A remark: {to} is how many copies {person} borrowed, and not the number told.',
    ],
    title: [
      'A remark: what {person} borrowed was {to}, not {from}.',
      'A remark: where {from} is told to have gone to {person}, it was {to}.',
      'A remark: nobody lent {person} any {from}; it was as many copies of {to}.',
    ],
    doubted: [
      'A remark: some believed that {person} had borrowed {to}, but it was {from}, as told.',
      'A remark: what {person} borrowed was checked, since it might have been {to}; it was {from} all the same.',
    ],
  },
  ordered: [
    '{n} copies of {title} [have been ordered|are on order].',
    'The dealer has promised {n} more copies of {title}.',
    'Of {title}, {n} further copies are [to be delivered next week|on their way from the dealer].',
  ],
  orderedDoNot: [
    '[Nothing that has yet to be delivered counts|What has not been delivered yet is not stock].',
    'Deliveries that are still to come do not count.',
    'Stock is what the library has on its shelf, not what a dealer is going to send.',
  ],
  facets: {
    order: [
      'the list of titles [by what is on the shelf at the end|by their stock in the end], the [smallest|lowest] first',
      'the list of all titles, from the one with the fewest copies at the end to the one with the most',
    ],
    total: ['the number of copies on the shelf at the end, all titles together', 'the whole stock in the end'],
    spread: [
      'the difference between the largest and the smallest stock of a title at the end',
      'the number of copies by which the title with the most of them in the end exceeds the one with the fewest',
    ],
    pair: [
      'the stock of {first} and {second} together at the end',
      'the number of copies that {first} and {second} have between them in the end',
    ],
    borrowers: [
      'the list, in alphabetical order, of the people who still have copies at home',
      'the list of those in whose hands borrowed copies still are (names from A to Z)',
    ],
    out: [
      'the number of copies that are still with borrowers',
      'the number of borrowed copies, of all titles, that have not come back',
    ],
    changed: [
      'the title whose stock at the end is furthest from the list as first written, whether above or below',
      'the title for which the end of the day and the first list differ most, in either direction',
    ],
    change: [
      'the greatest difference, of any one title, between the first list and the stock at the end (without a sign)',
      'the number of copies by which the title that changed most, up or down, differs from the first list (no sign)',
    ],
    missing: [
      'the number of copies to be bought, over all titles, for each title to stand on the shelf at least {n} times',
      'the number of copies lacking in all if there should be no title with fewer than {n} on the shelf',
    ],
    first: ['the stock of {first} at the end'],
    gap: ['by how many copies the stocks of {first} and {second} differ at the end'],
    second: ['the title with the second largest stock at the end'],
    below: ['the number of titles with fewer than {n} copies on the shelf at the end'],
    lent: ['the number of copies borrowed in all, brought back or not'],
    unremarked: ['what the stock of {first} at the end would be without the remark'],
    damaged: [
      'the number of copies that came back damaged',
      'the number of copies that were damaged when they came back',
    ],
  },
}
