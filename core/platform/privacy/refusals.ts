import { Hook } from '../../kernel/operation/hook.ts'
import type { Services } from '../../kernel/operation/services.ts'

/** Keeps what a person has refused, in the transaction that begins their erasure: `ids` are their records, and those merged into them. */
export type RefusalKeeper = (services: Services, ids: readonly string[]) => Promise<void>

/** Who keeps what people have refused, without their data: an erased person who is known again is not written to. */
export const refusalKeepers = new Hook<RefusalKeeper>('those who keep what people have refused')
