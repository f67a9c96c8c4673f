import type { Tool } from '../../tools/kernel/define.ts'
import { isObject } from './wire/rpc.ts'

/**
 * Arguments under the tool's own names: where it says `target_handle`, `handle` is taken too (BLOCK-9, FOLLOW-15). Where
 * both are given and differ, `handle` stays, for validation to refuse.
 */
export function underOwnNames({ input: { shape } }: Tool, given: unknown): unknown {
  if (!isObject(given) || !('handle' in given) || !('target_handle' in shape) || 'handle' in shape) return given
  const { handle, ...others } = given
  const target_handle = others.target_handle ?? handle
  return handle === null || handle === target_handle ? { ...others, target_handle } : given
}
