import { mapTexts } from './references.ts'
import { corrected, type Find } from './correction.ts'
import { State } from './state.ts'
import type { World } from './world.ts'
import type { WrongCall } from './wrong-calls.ts'

/** Makes a wrong call, corrects it by the text of its error alone, and calls again; answers why that did not do, if it did not. */
export async function teach(call: WrongCall, world: World): Promise<string | undefined> {
  const args = await withIds(call.arguments, world)
  const client = call.scopes ? await world.with(call.scopes) : world
  const first = await client.tool(call.tool, args)
  if (!first.isError) return 'it was not refused'
  const text = textOf(first)
  const find: Find = async (tool, input) => {
    const { structuredContent } = await world.tool(tool, input)
    const [records] = Object.values(structuredContent ?? {}).filter((each) => Array.isArray(each))
    return (records as { id: string }[] | undefined)?.[0]?.id
  }
  const next = await corrected({ tool: call.tool, arguments: args }, text, find)
  const second = await (call.scopes ? await world.with([...call.scopes, ...next.scopes]) : world).tool(next.tool, next.arguments)
  return second.isError ? `${text}\n  then ${next.tool} ${JSON.stringify(next.arguments)}: ${textOf(second)}` : undefined
}

const textOf = ({ content }: { readonly content: readonly { readonly text: string }[] }): string =>
  content.map(({ text }) => text).join('\n')

async function withIds(args: WrongCall['arguments'], world: World): Promise<WrongCall['arguments']> {
  const state = new State(world, [])
  const ids = new Map<string, string>()
  for (const [, plural = '', name = ''] of JSON.stringify(args).matchAll(/"@(\w+)\/([^"]+)"/g))
    ids.set(`@${plural}/${name}`, await state.id(plural, name))
  return mapTexts(args, (text) => ids.get(text) ?? text)
}
