// A feed of updates for tests: what is offered can be changed, withheld, spoilt, and what was asked is kept.
import { createHash, createPrivateKey, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { signatureOf } from '#packaging/update-key.ts'

/** The key of a feed, made of a word so that the built app of the tests can know it beforehand. */
function keyFrom(word: string): KeyObject {
  const seed = createHash('sha256').update(word).digest()
  const header = Buffer.from('302e020100300506032b657004220420', 'hex')
  return createPrivateKey({ key: Buffer.concat([header, seed]), format: 'der', type: 'pkcs8' })
}

export const feedKey = keyFrom('feed of the tests')
export const foreignKey = keyFrom('somebody else')

interface Offer {
  version: string
  file: Buffer
  notes?: string
  stagingPercentage?: number
}

/** As electron-builder writes it beside the packages. */
function descriptionOf({ version, file, notes, stagingPercentage }: Offer): string {
  return JSON.stringify({
    version,
    files: [
      {
        url: `Guiche-${version}.AppImage`,
        sha512: createHash('sha512').update(file).digest('base64'),
        size: file.length
      }
    ],
    releaseDate: '2026-11-21T12:00:00.000Z',
    ...(notes === undefined ? {} : { releaseNotes: notes }),
    ...(stagingPercentage === undefined ? {} : { stagingPercentage })
  })
}

export async function startUpdateFeed() {
  const state = {
    offer: null as Offer | null,
    /** Sends these bytes instead of the file. */
    spoilt: null as Buffer | null,
    /** Signs the description; null leaves it unsigned. */
    signedBy: feedKey as KeyObject | null,
    /** Edition and name it is signed for; null for the name it has. */
    edition: 'standard',
    signedName: null as string | null,
    /** Changes the description before it is signed. */
    written: (description: string) => description,
    /** Changes the description after it was signed. */
    forged: (description: string) => description,
    asked: [] as string[]
  }
  const server = createServer((request, answer) => {
    const { pathname } = new URL(request.url ?? '/', 'http://feed')
    state.asked.push(pathname)
    const { offer } = state
    const description = offer && state.written(descriptionOf(offer))
    if (description && /^\/latest[\w-]*\.yml$/.test(pathname)) return void answer.end(state.forged(description))
    if (description && state.signedBy && /^\/latest[\w-]*\.yml\.sig$/.test(pathname)) {
      const place = { edition: state.edition, name: state.signedName ?? pathname.slice(1, -'.sig'.length) }
      return void answer.end(signatureOf(state.signedBy, place, description))
    }
    if (offer && pathname === `/Guiche-${offer.version}.AppImage`) return void answer.end(state.spoilt ?? offer.file)
    answer.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(close)
  return { state, close, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
