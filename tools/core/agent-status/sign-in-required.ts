import { Problem } from '../problems/problem.ts'

export const signInRequired = () => new Problem('sign-in-required', 'You are not signed in, or your session has ended.')
