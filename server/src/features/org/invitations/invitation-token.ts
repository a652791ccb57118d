// The link of an invitation: it names the invitation and carries a secret, of which the database keeps a hash.
import { hashOfSecret, isSameHash, newSecret } from '#features/org/sessions/refresh-token.ts'

interface InvitationToken {
  companyId: number
  id: number
  secret: string
}

const form = /^(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/

/** Null for text that no server of ours has made. */
export function parseInvitationToken(text: string): InvitationToken | null {
  const [, companyId, id, secret] = form.exec(text) ?? []
  return companyId && id && secret ? { companyId: Number(companyId), id: Number(id), secret } : null
}

export const formatInvitationToken = ({ companyId, id, secret }: InvitationToken): string =>
  `${companyId}.${id}.${secret}`

export function newInvitationSecret(): { secret: string; tokenHash: string } {
  const secret = newSecret()
  return { secret, tokenHash: hashOfSecret(secret) }
}

export const isSecretOf = (secret: string, tokenHash: string): boolean => isSameHash(hashOfSecret(secret), tokenHash)
