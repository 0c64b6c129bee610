import { isDeepStrictEqual } from 'node:util'
import type { Result } from '../adapters/mcp-clients.ts'
import { resolved } from './references.ts'
import { State } from './state.ts'
import type { World } from './world.ts'

/** What somebody says to an agent, and how to see whether it was done. */
export interface Task {
  readonly id: string
  /** In plain words: no ids, no names of tools or fields. */
  readonly said: string
  /** Questions change nothing: the last answer holds what was asked for. */
  readonly kind: 'change' | 'question'
  readonly right: (state: State) => boolean | Promise<boolean>
}

/** A call of a tool; arguments may refer to earlier answers: `$1.contacts[0].id`. */
export interface ToolCall {
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
}
/** All calls by which a reader tried to do what was said. */
export type Try = readonly ToolCall[]
/** The tries of each task by its id: at most three. */
export type Answers = Readonly<Record<string, readonly Try[]>>

/** What came of one try. */
export interface Sitting {
  readonly right: boolean
  /** The answer of each call; the last one may be an error, which ends the try. */
  readonly results: readonly Result[]
}

export const change = (id: string, said: string, right: Task['right']): Task => ({ id, said, kind: 'change', right })
export const question = (id: string, said: string, right: Task['right']): Task => ({ id, said, kind: 'question', right })

/** Replays one try in a world of its own. A refused call ends it: the reader has to try again. */
export async function sit(task: Task, calls: Try, world: World): Promise<Sitting> {
  const results: Result[] = []
  const before = await newest(world)
  for (const each of calls) {
    const result = await world.tool(each.tool, resolved(each.arguments, results))
    results.push(result)
    if (result.isError) return { right: false, results }
  }
  return { right: await isRight(task, world, results, before), results }
}

/** Whether the world is as the task wants it after these answers. */
async function isRight(task: Task, world: World, results: readonly Result[], before: unknown): Promise<boolean> {
  if (task.kind === 'question' && !isDeepStrictEqual(before, await newest(world))) return false
  return await task.right(new State(world, results))
}

// Every change is an event.
async function newest({ call }: World): Promise<unknown> {
  const { events } = await call('listEvents', { limit: 1 })
  return events[0]?.id
}

/** So often a reader may try. */
export const MOST_TRIES = 3
export const grades = ['first', 'second', 'third', 'impossible'] as const
export type Grade = (typeof grades)[number]

/** At which try the task was done. */
export async function grade(task: Task, tries: readonly Try[], fresh: () => Promise<World>): Promise<Grade> {
  for (const [n, calls] of tries.slice(0, MOST_TRIES).entries()) {
    await using world = await fresh()
    const { right } = await sit(task, calls, world)
    if (right) return grades[n] ?? 'impossible'
  }
  return 'impossible'
}
