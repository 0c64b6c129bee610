// The bundles stand one folder below `dist`, and so does the entry that is bundled for threads.
const path = import.meta.url.endsWith('.ts') ? '../../thread.ts' : '../core/thread.js'

/** The module that threads run: the source where the engine itself runs from source. */
export const threadEntry = new URL(path, import.meta.url)
