// What the house asks of payment providers: a Pix charge, a page to pay on, and what was paid.

interface PixWish {
  /** 26 to 35 letters and digits. */
  txid: string
  /** Reais. */
  value: number
  /** What the payer reads. */
  detail: string
  /** For which it can be paid. */
  seconds: number
}

/** Money that has come in. */
interface PaidPix {
  /** The provider's own number of the payment; never the same for two. */
  receipt: string
  value: number
}

export interface PixPort {
  name: 'sandbox' | 'efi'
  /** The text to copy and paste, which the QR code holds. Errors: the provider does not answer, or refuses. */
  createCharge(wish: PixWish): Promise<string>
  /** What was paid for a charge; null for one that the provider does not know. Errors: the provider does not answer. */
  paymentsOf(txid: string): Promise<PaidPix[] | null>
  /** True when a notice comes from the provider. */
  isGenuine(secret: string | undefined): boolean
  /** Tells the provider the address at which notices are received. Errors: the provider does not answer, or refuses. */
  register(address: string): Promise<void>
}

interface CheckoutWish {
  reference: string
  value: number
  detail: string
  email: string | undefined
  /** Addresses to which people come back, having paid or not. */
  back: { paid: string; unpaid: string }
}

interface PaidCheckout {
  receipt: string
  reference: string | null
  value: number
  currency: string
}

export interface CheckoutPort {
  name: 'sandbox' | 'stripe'
  /** The address of the page. Errors: the provider does not answer, or refuses. */
  createPage(wish: CheckoutWish): Promise<string>
  /** What a notice says was paid; null when nothing, undefined when it is not genuine. */
  readNotice(text: string, signature: string | undefined, now: Date): PaidCheckout | null | undefined
}
