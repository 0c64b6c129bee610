import { describeTransport } from '../contract/transport.contract.ts'
import { transports } from '../support/transports.ts'

for (const [name, connect] of Object.entries(transports)) describeTransport(name, connect)
