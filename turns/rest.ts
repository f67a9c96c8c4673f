/** Calls back once nobody waits for an answer any more; answers what ends that. */
export type WhenGone = (leave: () => void) => () => void

/** Lets others have a call's turn while it waits for what somebody else does, and takes it again. */
export type Rest = <Result>(pause: (whenGone: WhenGone) => Promise<Result>) => Promise<Result>
