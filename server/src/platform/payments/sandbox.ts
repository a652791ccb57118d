// Payments that are simulated: charges look like real ones, and people pay them with a button.
import { brCode } from './br-code.ts'
import type { CheckoutPort, PixPort } from './payments.ts'

/** Leads nowhere: a bank's app that reads the code finds no charge, so nobody pays with real money. */
const nowhere = 'pix.sandbox.invalid'

export function createSandboxPix(): PixPort {
  return {
    name: 'sandbox',
    createCharge: async ({ txid, value }) =>
      brCode({ location: `${nowhere}/${txid}`, value, name: 'GUICHE SIMULACAO', city: 'SAO PAULO' }),
    paymentsOf: async () => [],
    isGenuine: () => false,
    register: async () => {}
  }
}

export function createSandboxCheckout(pageOf: (reference: string) => string): CheckoutPort {
  return {
    name: 'sandbox',
    createPage: async ({ reference }) => pageOf(reference),
    readNotice: () => undefined
  }
}
