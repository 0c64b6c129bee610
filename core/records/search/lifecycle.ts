import { lifecycleLabels } from '../../platform/catalog/lists.ts'
import { foldText } from './text.ts'

/** Ids of the lifecycle stages by id and label, as conditions accept both (workflows.md 3.3). */
export const lifecycleIds: ReadonlyMap<string, string> = new Map(
  Object.entries(lifecycleLabels).flatMap(([id, label]) => [
    [id, id],
    [foldText(label), id],
  ]),
)
