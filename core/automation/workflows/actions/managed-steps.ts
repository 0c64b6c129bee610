import { Hook } from '../../../kernel/operation/hook.ts'
import type { Action } from './action.ts'

/** Steps of workflows that other features manage: they do what they say, and no catalog lists them and nobody can write them. */
export const managedSteps = new Hook<Action>('steps of managed workflows')
