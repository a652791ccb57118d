// Configuration of the payment providers: simulated unless somebody says otherwise, and never in production.
import { z } from 'zod'

export const paymentVariables = {
  /** Unset: sandbox, and off in production. */
  PIX_PROVIDER: z.enum(['off', 'sandbox', 'efi']).optional(),
  EFI_URL: z.url({ protocol: /^https?$/ }).default('https://pix.api.efipay.com.br'),
  EFI_CLIENT_ID: z.string().optional(),
  EFI_CLIENT_SECRET: z.string().optional(),
  /** Path of the .p12 or .pem file. */
  EFI_CERTIFICATE: z.string().optional(),
  EFI_PIX_KEY: z.string().max(77).optional(),
  EFI_WEBHOOK_SECRET: z.string().min(16).optional(),
  /** Unset: sandbox, and off in production. */
  CHECKOUT_PROVIDER: z.enum(['off', 'sandbox', 'stripe']).optional(),
  STRIPE_URL: z.url({ protocol: /^https?$/ }).default('https://api.stripe.com'),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional()
}

export type PixSettings =
  | { provider: 'off' | 'sandbox' }
  | {
      provider: 'efi'
      url: string
      clientId: string
      clientSecret: string
      /** Undefined only where the address is a stand-in without TLS. */
      certificate: string | undefined
      key: string
      webhookSecret: string
    }

export type CheckoutSettings =
  { provider: 'off' | 'sandbox' } | { provider: 'stripe'; url: string; secretKey: string; webhookSecret: string }

const shape = z.object({ NODE_ENV: z.string(), ...paymentVariables })
type Environment = z.output<typeof shape>

/** Errors: a sentence about the first variable that is missing, through `refuse`. */
export function paymentSettings(
  env: Environment,
  refuse: (sentence: string) => never
): { pix: PixSettings; checkout: CheckoutSettings } {
  const isProduction = env.NODE_ENV === 'production'
  const provider = <P extends string>(name: 'PIX_PROVIDER' | 'CHECKOUT_PROVIDER', asked: P | undefined) => {
    if (asked === 'sandbox' && isProduction) refuse(`${name}: payments are not simulated in production`)
    return asked ?? (isProduction ? 'off' : 'sandbox')
  }
  const needed = (name: keyof typeof paymentVariables, why: string): string =>
    env[name] ?? refuse(`${name}: is needed with ${why}`)

  const pixProvider = provider('PIX_PROVIDER', env.PIX_PROVIDER)
  const checkoutProvider = provider('CHECKOUT_PROVIDER', env.CHECKOUT_PROVIDER)
  const efi = (name: keyof typeof paymentVariables) => needed(name, 'PIX_PROVIDER=efi')
  const stripe = (name: keyof typeof paymentVariables) => needed(name, 'CHECKOUT_PROVIDER=stripe')
  return {
    pix:
      pixProvider === 'efi'
        ? {
            provider: 'efi',
            url: env.EFI_URL.replace(/\/+$/, ''),
            clientId: efi('EFI_CLIENT_ID'),
            clientSecret: efi('EFI_CLIENT_SECRET'),
            certificate: env.EFI_URL.startsWith('https:') ? efi('EFI_CERTIFICATE') : env.EFI_CERTIFICATE,
            key: efi('EFI_PIX_KEY'),
            webhookSecret: efi('EFI_WEBHOOK_SECRET')
          }
        : { provider: pixProvider },
    checkout:
      checkoutProvider === 'stripe'
        ? {
            provider: 'stripe',
            url: env.STRIPE_URL.replace(/\/+$/, ''),
            secretKey: stripe('STRIPE_SECRET_KEY'),
            webhookSecret: stripe('STRIPE_WEBHOOK_SECRET')
          }
        : { provider: checkoutProvider }
  }
}
