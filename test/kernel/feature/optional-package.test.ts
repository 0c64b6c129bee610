import { expect, it } from 'vitest'
import { optionalPackage } from 'rapport-crm'

const missing = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from app.js`), { code: 'ERR_MODULE_NOT_FOUND' })

it('names the package that is not installed, and what it is for', async () => {
  const loading = optionalPackage('pdfkit', 'print documents', () => Promise.reject(missing('pdfkit')))
  await expect(loading).rejects.toMatchObject({ code: 'unavailable', message: 'Install the package pdfkit to print documents' })
})

it('takes a module of the package that is not found for the package', async () => {
  const loading = optionalPackage('@modelcontextprotocol/sdk', 'serve MCP', () =>
    Promise.reject(missing('@modelcontextprotocol/sdk/types.js')),
  )
  await expect(loading).rejects.toMatchObject({ code: 'unavailable' })
})

it('leaves errors of an installed package what they are, such as a package that it lacks itself', async () => {
  for (const error of [new TypeError('broken'), missing('fontkit')])
    await expect(optionalPackage('pdfkit', 'print documents', () => Promise.reject(error))).rejects.toBe(error)
})

it('gives the module', async () => {
  expect(await optionalPackage('node:path', 'join', () => import('node:path'))).toHaveProperty('join')
})
