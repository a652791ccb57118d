// The certificate of the media host: made once into the data folder, so that it survives restarts.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from 'selfsigned'

export interface Certificate {
  key: string
  cert: string
  /** PEM file for NODE_EXTRA_CA_CERTS. */
  caFile: string
}

const DAY = 86_400_000

export async function loadCertificate(dataDir: string): Promise<Certificate> {
  mkdirSync(dataDir, { recursive: true })
  const caFile = join(dataDir, 'media-ca.pem')
  const certFile = join(dataDir, 'media-cert.pem')
  const keyFile = join(dataDir, 'media-key.pem')
  if (![caFile, certFile, keyFile].every(existsSync)) {
    const notAfterDate = new Date(Date.now() + 3650 * DAY)
    const common = {
      keyType: 'ec',
      algorithm: 'sha256',
      notAfterDate,
      notBeforeDate: new Date(Date.now() - DAY)
    } as const
    // A name of its own: a process that trusts two simulators finds the right issuer by it.
    const name = `Simulator CA ${randomBytes(6).toString('hex')}`
    const ca = await generate([{ name: 'commonName', value: name }], {
      ...common,
      extensions: [
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true }
      ]
    })
    const host = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
      ...common,
      ca: { key: ca.private, cert: ca.cert },
      extensions: [
        { name: 'basicConstraints', cA: false, critical: true },
        { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
        { name: 'extKeyUsage', serverAuth: true },
        {
          name: 'subjectAltName',
          altNames: [
            { type: 7, ip: '127.0.0.1' },
            { type: 2, value: 'localhost' }
          ]
        }
      ]
    })
    writeFileSync(caFile, ca.cert)
    writeFileSync(certFile, host.cert)
    writeFileSync(keyFile, host.private, { mode: 0o600 })
  }
  return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8'), caFile }
}
