// Pix through Efí: charges and what was paid for them, over mutual TLS with the account's certificate.
import { readFileSync } from 'node:fs'
import { request as requestPlain } from 'node:http'
import { Agent, request as requestSecure } from 'node:https'
import { z } from 'zod'
import type { PixSettings } from '#platform/config/payments.ts'
import { isSameSecret } from '#platform/secrets/same-secret.ts'
import type { PixPort } from './payments.ts'

type EfiSettings = Extract<PixSettings, { provider: 'efi' }>

interface EfiAnswer {
  status: number
  text: string
}

/** Milliseconds. */
const patience = 15_000

const tokenReply = z.object({ access_token: z.string(), expires_in: z.number() })
const chargeReply = z.object({ pixCopiaECola: z.string().min(1) })
const stateReply = z.object({
  pix: z.array(z.object({ endToEndId: z.string(), valor: z.coerce.number() })).default([])
})

function agentOf(certificate: string | undefined): Agent | undefined {
  if (certificate === undefined) return undefined
  const file = readFileSync(certificate)
  return new Agent(certificate.endsWith('.pem') ? { cert: file, key: file } : { pfx: file, passphrase: '' })
}

/** Errors: the certificate cannot be read. */
export function createEfiPix({ url, clientId, clientSecret, certificate, key, webhookSecret }: EfiSettings): PixPort {
  const agent = agentOf(certificate)
  const send = url.startsWith('https:') ? requestSecure : requestPlain
  let token: { text: string; until: number } | null = null

  const ask = (method: string, path: string, headers: Record<string, string>, body?: object): Promise<EfiAnswer> =>
    new Promise((done, fail) => {
      const text = body === undefined ? '' : JSON.stringify(body)
      const sized = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
      const sent = send(
        `${url}${path}`,
        { method, agent, headers: { ...headers, ...(body ? sized : {}) }, signal: AbortSignal.timeout(patience) },
        (answer) => {
          answer
            .toArray()
            .then(
              (chunks) => done({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks as Buffer[]).toString() }),
              fail
            )
        }
      )
      sent.on('error', fail)
      sent.end(text)
    })

  const signIn = async (): Promise<string> => {
    if (token && token.until > Date.now()) return token.text
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const answer = await ask(
      'POST',
      '/oauth/token',
      { authorization: `Basic ${basic}` },
      { grant_type: 'client_credentials' }
    )
    if (answer.status !== 200) throw new Error(`Efí refused the login with ${answer.status}`)
    const { access_token, expires_in } = tokenReply.parse(JSON.parse(answer.text))
    // A minute early, so that it does not end on the way.
    token = { text: access_token, until: Date.now() + (expires_in - 60) * 1000 }
    return access_token
  }
  const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const attempt = async () => ask(method, path, { ...headers, authorization: `Bearer ${await signIn()}` }, body)
    const first = await attempt()
    if (first.status !== 401) return first
    token = null
    return attempt()
  }

  return {
    name: 'efi',
    createCharge: async ({ txid, value, detail, seconds }) => {
      const answer = await call('PUT', `/v2/cob/${txid}`, {
        calendario: { expiracao: seconds },
        valor: { original: value.toFixed(2) },
        chave: key,
        solicitacaoPagador: detail.slice(0, 140)
      })
      if (answer.status !== 200 && answer.status !== 201) throw new Error(`Efí refused a charge: ${answer.status}`)
      return chargeReply.parse(JSON.parse(answer.text)).pixCopiaECola
    },
    paymentsOf: async (txid) => {
      if (!/^[a-zA-Z0-9]{1,35}$/.test(txid)) return null
      const answer = await call('GET', `/v2/cob/${txid}`)
      if (answer.status === 404) return null
      if (answer.status !== 200) throw new Error(`Efí did not tell of a charge: ${answer.status}`)
      const { pix } = stateReply.parse(JSON.parse(answer.text))
      return pix.map(({ endToEndId, valor }) => ({ receipt: endToEndId, value: valor }))
    },
    isGenuine: (secret) => secret !== undefined && isSameSecret(secret, webhookSecret),
    register: async (address) => {
      // Efí puts /pix behind the address: behind this one it is a parameter that nobody reads.
      const webhookUrl = `${address}?hmac=${encodeURIComponent(webhookSecret)}&ignorar=`
      const path = `/v2/webhook/${encodeURIComponent(key)}`
      const answer = await call('PUT', path, { webhookUrl }, { 'x-skip-mtls-checking': 'true' })
      if (answer.status >= 300) throw new Error(`Efí refused the address of the webhook: ${answer.status}`)
    }
  }
}
