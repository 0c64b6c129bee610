import { registerHooks } from 'node:module'

// Lets a bench that is written against the sources run on what was built from them, as a host does: reading types away takes 30 MB.
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const url = found.url.replace(/\/(core|adapters)\/(.+)\.ts$/, '/dist/$1/$2.js')
    return url === found.url ? found : { ...found, url, format: 'module' }
  },
})
