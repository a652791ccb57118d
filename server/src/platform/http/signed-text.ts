// The text of a body as it came, for callers who sign it: a signature holds for these very bytes.
import type { FastifyRequest } from 'fastify'

const texts = new WeakMap<FastifyRequest, string>()

/** Keeps the text of a body that comes with a signature. */
export function rememberSignedText(request: FastifyRequest, text: string): void {
  if (request.headers['stripe-signature'] !== undefined) texts.set(request, text)
}

/** Empty for a body without a signature. */
export const signedTextOf = (request: FastifyRequest): string => texts.get(request) ?? ''
