// Chooses who takes payments.
import type { Config } from '#platform/config/env.ts'
import { createEfiPix } from './efi-pix.ts'
import type { CheckoutPort, PixPort } from './payments.ts'
import { createSandboxCheckout, createSandboxPix } from './sandbox.ts'
import { createStripeCheckout } from './stripe-checkout.ts'

/** Errors: the certificate of the account cannot be read. */
export function createPix({ pix }: Pick<Config, 'pix'>): PixPort | null {
  if (pix.provider === 'efi') return createEfiPix(pix)
  return pix.provider === 'sandbox' ? createSandboxPix() : null
}

/** `simulatedPage` is the address of the page on which a simulated payment is made. */
export function createCheckout(
  { checkout }: Pick<Config, 'checkout'>,
  simulatedPage: (reference: string) => string
): CheckoutPort | null {
  if (checkout.provider === 'stripe') return createStripeCheckout(checkout)
  return checkout.provider === 'sandbox' ? createSandboxCheckout(simulatedPage) : null
}
