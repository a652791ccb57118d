// Calls of paying a plan on the payment provider's page.
import * as contract from '@guiche/shared/features/billing/checkout.ts'
import { mount, mountPublic, type Route } from '#platform/http/mount.ts'
import { signedTextOf } from '#platform/http/signed-text.ts'
import * as service from './checkout.service.ts'

export const checkoutRoutes: Route[] = [
  mount(contract.createCheckout, async (ctx, { actor, body }) => ({
    checkoutUrl: await service.createCheckout(ctx, actor, body)
  })),
  mountPublic(contract.receiveCheckoutNotice, async (ctx, { request }) => {
    const signature = request.headers['stripe-signature']
    await service.receiveNotice(ctx, typeof signature === 'string' ? signature : undefined, signedTextOf(request))
    return {}
  })
]
