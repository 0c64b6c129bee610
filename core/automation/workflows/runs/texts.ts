import type { TSchema } from '@sinclair/typebox'
import type { FieldError } from '../../../kernel/operation/errors.ts'
import type { Keywords } from '../../../kernel/operation/schema/schema.ts'
import { isObject } from '../../../kernel/values/is-object.ts'
import { fieldErrors } from '../../merge-tags/faults.ts'
import { workflowScope } from '../../merge-tags/scope.ts'
import type { Sink } from '../../merge-tags/sinks.ts'
import { checkTemplate } from '../../merge-tags/template.ts'
import { TemplateCache } from '../../merge-tags/template-cache.ts'
import type { RenderWarning, TagValues } from '../../merge-tags/template.ts'

// Per process: the same texts are rendered for run after run.
const templates = new TemplateCache(workflowScope)

type Config = Readonly<Record<string, unknown>>

/** The faults of the texts of a configuration, at their pointers. */
export function faultsOfTexts(schema: TSchema, config: Config, at: string): FieldError[] {
  return textsIn(schema, config).flatMap(([name, text]) => fieldErrors(`${at}/${name}`, checkTemplate(text, workflowScope)))
}

/** A configuration with the tags of its texts filled in; `warn` is told what could not be known. */
export function filled(
  { config: schema, sinks = {} }: { readonly config: TSchema; readonly sinks?: Readonly<Record<string, Sink>> },
  config: Config,
  values: TagValues,
  warn: (text: string) => void,
): Config {
  const texts = textsIn(schema, config)
  if (texts.length === 0) return config
  const written = texts.map(([name, text]) => {
    const { text: rendered, warnings } = templates.get(text).template.render(values, sinks[name] ?? 'plain')
    for (const { code, tag } of warnings) warn(`${name}: {{${tag}}} ${words[code]}`)
    return [name, rendered] as const
  })
  return { ...config, ...Object.fromEntries(written) }
}

/** The tags that the texts of a configuration name, in lower case. */
export function tagsIn(schema: TSchema, config: Config): ReadonlySet<string> {
  return new Set(textsIn(schema, config).flatMap(([, text]) => [...templates.get(text).template.tags]))
}

const words: Readonly<Record<RenderWarning['code'], string>> = {
  unknown_tag: 'is no field of its record',
  no_record: 'has no record',
  no_text: 'has no text',
  too_long: 'was too long and cut',
}

function textsIn(schema: TSchema, config: Config): (readonly [name: string, text: string])[] {
  const { properties = {} }: Keywords = schema
  return Object.entries(config).flatMap(([name, value]) =>
    typeof value === 'string' && isRendered(properties[name]) ? [[name, value] as const] : [],
  )
}

function isRendered(schema: unknown): boolean {
  if (!isObject(schema)) return false
  const { anyOf } = schema
  return schema['merge_tags'] === true || (Array.isArray(anyOf) && anyOf.some(isRendered))
}
