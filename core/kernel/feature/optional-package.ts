import { CrmError } from '../operation/errors.ts'

/**
 * Loads an optional package, which an app installs only if it uses what the package is for. Throws `unavailable` with the name of the
 * package where it is not installed; `load` imports it with the marks that keep bundlers from asking for it.
 */
export async function optionalPackage<Module>(name: string, purpose: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    if (isMissing(error, name)) throw new CrmError('unavailable', `Install the package ${name} to ${purpose}`)
    throw error
  }
}

/** Whether an import failed because this package is not installed, and not because of an error in it or in what it imports; loaders may wrap the error. */
function isMissing(error: unknown, name: string): boolean {
  if (!(error instanceof Error)) return false
  const code: unknown = Reflect.get(error, 'code')
  const isThis = (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') && error.message.includes(`'${name}`)
  return isThis || isMissing(error.cause, name)
}
