interface Point {
  x: number
  y: number
}

const distance = (one: Point, other: Point) => Math.hypot(other.x - one.x, other.y - one.y)
const mirrored = (point: Point, at: Point): Point => ({ x: 2 * at.x - point.x, y: 2 * at.y - point.y })

/** S and T begin with the last control point mirrored, where the curve before was of their kind. */
const CURVES: Readonly<Record<string, string>> = { c: 'c', s: 'c', q: 'q', t: 'q' }

/** Follows the commands of a path and sums up what they draw: of curves the control polygon, of arcs a whole ellipse. */
export function openPen() {
  let length = 0
  let at: Point = { x: 0, y: 0 }
  let start = at
  /** The last control point, and the kind of curve that has it. */
  let control = at
  let curve = ''

  function follow(points: Point[]): void {
    for (const point of points) {
      length += distance(at, point)
      at = point
    }
  }

  function sweep(radii: readonly number[], to: Point): void {
    length += ellipseLength(radii, distance(at, to))
    at = to
  }

  return {
    length: () => length,
    /** `numbers` are as many as the command takes, which comes in lower case. */
    draw(command: string, numbers: readonly number[], isRelative: boolean): void {
      const points = pointsOf(command, numbers, isRelative ? at : { x: 0, y: 0 }, at)
      const [end] = points
      const kind = CURVES[command] ?? ''
      if (kind !== '' && kind !== command) points.unshift(curve === kind ? mirrored(control, at) : at)
      if (kind !== '') control = points.at(-2)!
      curve = kind
      if (command === 'm') at = start = end!
      else if (command === 'a') sweep(numbers, end!)
      else follow(command === 'z' ? [start] : points)
    },
  }
}

/** The points that a command names, its end last; none for closing. */
function pointsOf(command: string, numbers: readonly number[], base: Point, from: Point): Point[] {
  const [first = 0] = numbers
  if (command === 'h') return [{ x: base.x + first, y: from.y }]
  if (command === 'v') return [{ x: from.x, y: base.y + first }]
  const points: Point[] = []
  for (let place = command === 'a' ? 5 : 0; place < numbers.length; place += 2) {
    points.push({ x: base.x + numbers[place]!, y: base.y + numbers[place + 1]! })
  }
  return points
}

/** Radii that are too small for the chord grow until it fits. */
function ellipseLength([rx = 0, ry = 0]: readonly number[], chord: number): number {
  const least = Math.min(Math.abs(rx), Math.abs(ry))
  if (least === 0) return chord
  return 2 * Math.PI * Math.max(Math.abs(rx), Math.abs(ry)) * Math.max(1, chord / 2 / least)
}
