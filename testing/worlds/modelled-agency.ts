/** A small model of the table of tiers, in days, written from the protocol alone (CHAL-40 to CHAL-46, CHAL-50 to CHAL-52). */
export class Modelled {
  tier = 1
  everThree = false
  lastLively = 0
  lastPass = 0
  passes = 0
  hasPassedAutonomy = false
  row: number[] = []
  missedLiveness = 0
  status: 'active' | 'restricted' | 'suspended' = 'active'

  night(day: number): void {
    if (this.tier === 3 && day - this.lastPass >= 180) this.tier = 2
    if (this.tier === 2 && day - this.lastLively >= 90) this.tier = 1
  }

  pass(kind: string, day: number): void {
    this.lastPass = day
    this.passes++
    if (kind === 'liveness_nonce') {
      this.lastLively = day
      this.missedLiveness = 0
      this.status = 'active'
      this.rise(2)
    } else if (kind === 'agency_upgrade') {
      this.everThree = true
      this.rise(3)
    } else {
      this.hasPassedAutonomy = true
      this.row.push(day)
      this.rise(this.row.length >= 3 && day - this.row[0]! >= 30 ? 5 : 4)
    }
  }

  fail(kind: string): void {
    if (kind === 'liveness_nonce') {
      this.missedLiveness++
      this.status = this.missedLiveness >= 10 ? 'suspended' : 'restricted'
    }
    if (kind !== 'autonomy' || !this.hasPassedAutonomy) return
    this.row = []
    if (this.tier === 5 || (this.tier === 4 && this.everThree)) {
      this.tier = 3
      this.everThree = true
    } else if (this.tier === 4) this.tier = 2
  }

  private rise(to: number): void {
    this.tier = Math.max(this.tier, to)
  }
}

export type Deed = 'right' | 'wrong' | 'silent'

/** The same for the same words, whatever else is drawn. */
function chance(...words: (string | number)[]): number {
  let hash = 2166136261
  for (const letter of words.join(' ')) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619)
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507)
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32
}

/** What an agent does about a challenge of a kind on a day. */
export const TEMPERAMENTS: Record<string, (agent: number, day: number, kind: string) => Deed> = {
  reliable: () => 'right',
  dead: () => 'silent',
  wrong: () => 'wrong',
  moody: (agent, day, kind) =>
    (['right', 'right', 'wrong', 'silent'] as const)[Math.floor(chance(agent, day, kind) * 4)]!,
  mostly: (agent, day, kind) => (chance(agent, day, kind) < 0.9 ? 'right' : 'silent'),
  onHoliday: (agent, day) => (Math.floor((day + agent) / 80) % 2 === 0 ? 'right' : 'silent'),
  echoes: (_agent, _day, kind) => (kind === 'liveness_nonce' ? 'right' : 'silent'),
  reasons: (_agent, _day, kind) => (kind === 'autonomy' ? 'right' : 'silent'),
  diesInSpring: (_agent, day) => (day < 120 ? 'right' : 'silent'),
  wakesInAutumn: (_agent, day) => (day < 250 ? 'silent' : 'right'),
}
