// `npm run demo`: the desk, a simulated WhatsApp and a company to try them with, from a fresh clone.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { bakeries } from '../server/sample/bakeries.ts'
import { buildPage } from './built-pages.ts'
import { stopAtEnd } from './children.ts'
import { pairPhone, seedCompanies, seedSimulator } from './demo/company.ts'
import { peopleText, startDemoServer, startSimulator, superUserText } from './demo/demo-programs.ts'
import { root } from './run-tool.ts'

const data = join(root, '.data/demo')

stopAtEnd()
mkdirSync(data, { recursive: true })
await buildPage('console')
await buildPage('simulator-page')
console.info('Starting the simulated WhatsApp and the desk …')
const simulator = await startSimulator(data)
const { url: server } = await startDemoServer(simulator, { data })
const { pt, en, es } = bakeries
const made = await seedCompanies(server, join(data, 'desk'), [pt, en, es])
await seedSimulator(simulator.apiUrl, server, [pt, en, es])
// The first desk is paired by whoever tries it; the others are at work already.
await Promise.all(made.filter((bakery) => bakery !== pt).map((bakery) => pairPhone(simulator.apiUrl, server, bakery)))

console.info(`
  Guichê is running.

    The desk                    ${server}/console/

    ${pt.company.name} (português, its phone is still to be paired)
${peopleText(pt)}

    ${en.company.name} (English)
${peopleText(en)}

    ${es.company.name} (español)
${peopleText(es)}

    The house
${superUserText}

    The simulated phones        ${simulator.apiUrl}

  1. Sign in as admin of ${pt.company.name} and open Conexões: the connection shows its QR code.
  2. On the page of the simulated phones choose "${pt.phone.name}" and pair the waiting QR code.
  3. Choose a customer there and write. Accept the ticket at the desk and answer.

  Stop with Ctrl+C. What you did is kept in .data/demo; delete that folder to start anew.
`)
