/** Who performs an action; `trouble` is what an agent must recover from. */
export type By = 'agent' | 'time' | 'operator' | 'trouble'

interface Rule<State> {
  by: By
  /** The next state; `undefined` if the action is impossible in this one. */
  to(state: State): State | undefined
}

/** The transition rules of the model. */
export interface Rules<State> {
  start: State
  isGood(state: State): boolean
  steps: Readonly<Record<string, Rule<State>>>
}

export interface ModelStep<State, Stage> extends Rule<State> {
  run(stage: Stage, state: State): Promise<void>
}

/** Performs each action of the rules on the server. */
export interface Model<State, Stage> extends Rules<State> {
  steps: Readonly<Record<string, ModelStep<State, Stage>>>
  stage(): Promise<Stage>
  /** The state as the server reports it. */
  observe(stage: Stage): Promise<State>
}

const keyOf = (state: object): string => JSON.stringify(state)

type Path = readonly string[]

interface Reached<State> {
  state: State
  path: Path
}

/** All reachable states, each with a shortest path to it, by breadth-first search. */
export function reach<State extends object>(
  { steps }: Rules<State>,
  from: State,
  by: readonly By[],
): Map<string, Reached<State>> {
  const reached = new Map([[keyOf(from), { state: from, path: [] as Path }]])
  for (const { state, path } of reached.values()) {
    for (const [name, transition] of Object.entries(steps)) {
      const next = by.includes(transition.by) ? transition.to(state) : undefined
      if (next && !reached.has(keyOf(next))) reached.set(keyOf(next), { state: next, path: [...path, name] })
    }
  }
  return reached
}

/** The actions that lead from a state back to a good one; `undefined` if none do. */
export function reactivationPath<State extends object>(
  rules: Rules<State>,
  from: State,
  by: readonly By[],
): Path | undefined {
  return [...reach(rules, from, by).values()].find(({ state }) => rules.isGood(state))?.path
}

/** Runs actions on the server and compares its state with the model's; returns the first step at which they differ. */
export async function runModel<State extends object, Stage>(
  { start, steps, stage, observe }: Model<State, Stage>,
  path: Path,
): Promise<string | undefined> {
  const played = await stage()
  let state = start
  for (const name of path) {
    const transition = steps[name]!
    await transition.run(played, state)
    state = transition.to(state)!
    const found = keyOf(await observe(played))
    if (found !== keyOf(state)) return `after ${name} of ${path.join(', ')}: ${found}, not ${keyOf(state)}`
  }
  return undefined
}
