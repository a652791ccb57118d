// VIRUS_SCANNER: where the operator's clamd listens, on a port or on a socket of this machine.
import { z } from 'zod'

/** As `net.connect` takes it. */
export type ScannerAddress = { host: string; port: number } | { path: string }

const usualPort = 3310

function readUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

const isBare = ({ username, password, search, hash }: URL): boolean =>
  [username, password, search, hash].every((part) => part === '')

function addressOf(text: string): ScannerAddress | null {
  const url = readUrl(text.trim())
  if (!url || !isBare(url)) return null
  const isRoot = url.pathname === '' || url.pathname === '/'
  if (url.protocol === 'unix:' && url.hostname === '' && !isRoot) return { path: decodeURIComponent(url.pathname) }
  if (url.protocol !== 'tcp:' || url.hostname === '' || !isRoot || url.port === '0') return null
  return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(url.port || usualPort) }
}

/** Reads the text of the variable; the sentence of a refusal says what to write. */
export const scannerAddress = z.string().transform((text, context): ScannerAddress => {
  const address = addressOf(text)
  if (address) return address
  context.addIssue({
    code: 'custom',
    message: 'takes where clamd listens: tcp://127.0.0.1:3310, or unix:///run/clamav/clamd.ctl for a socket'
  })
  return z.NEVER
})
