// Command line of the simulator: starts it, prints its addresses, stops with grace.
import { parseArgs } from 'node:util'
import { startSimulator } from './simulator.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4600' },
    'api-port': { type: 'string', default: '4601' },
    'media-port': { type: 'string', default: '4602' },
    'data-dir': { type: 'string', default: '.data-simulator' },
    'state-file': { type: 'string' },
    json: { type: 'boolean', default: false }
  }
})

const simulator = await startSimulator({
  port: Number(values.port),
  apiPort: Number(values['api-port']),
  mediaPort: Number(values['media-port']),
  dataDir: values['data-dir'],
  stateFile: values['state-file']
})

const { whatsappUrl, apiUrl, mediaUrl, caFile } = simulator
const lines = `Page and API  ${apiUrl}\nWhatsApp      ${whatsappUrl}\nMedia host    ${mediaUrl}\nCertificate   ${caFile}`
process.stdout.write(`${values.json ? JSON.stringify({ whatsappUrl, apiUrl, mediaUrl, caFile }) : lines}\n`)

function stop() {
  void simulator.stop().then(() => process.exit(0))
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
