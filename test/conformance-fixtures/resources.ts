import { type Method, ProtocolFault } from 'rapport-crm/mcp'
import { png } from './content.ts'

const fixed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: png },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched' },
}

export const resourceMethods: Readonly<Record<string, Method>> = {
  'resources/list': async () => ({
    resources: Object.entries(fixed).map(([uri, { mimeType }]) => ({
      uri,
      name: uri.slice('test://'.length),
      description: `Fixture: ${uri}`,
      mimeType,
    })),
  }),
  'resources/templates/list': async () => ({
    resourceTemplates: [
      { uriTemplate: 'test://template/{id}/data', name: 'template', description: 'Fixture: by id', mimeType: 'application/json' },
    ],
  }),
  'resources/read': async ({ uri }) => {
    const known = fixed[String(uri)]
    if (known) return { contents: [{ uri, ...known }] }
    const id = /^test:\/\/template\/([^/]+)\/data$/.exec(String(uri))?.[1]
    if (id === undefined) throw new ProtocolFault(-32602, 'Resource not found', { uri })
    return {
      contents: [{ uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) }],
    }
  },
  'resources/subscribe': async () => ({}),
  'resources/unsubscribe': async () => ({}),
}
