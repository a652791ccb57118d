// Calls of paying the subscription.
import * as contract from '@guiche/shared/features/billing/subscription.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { mount, mountPublic, type Route } from '#platform/http/mount.ts'
import { receiveNotice } from './pix-notices.ts'
import * as service from './subscription.service.ts'

export const subscriptionRoutes: Route[] = [
  mount(contract.showSubscription, (ctx, { actor }) => service.subscriptionOf(ctx, actor)),
  mount(contract.subscribe, (ctx, { actor, body }) => service.subscribe(ctx, actor, body)),
  mount(contract.listOpenReceipts, (ctx, { actor }) => service.listOpenReceipts(ctx, actor)),
  mount(contract.settleReceipt, (ctx, { actor, params }) => service.settleReceipt(ctx, actor, params.id)),
  mount(contract.payInSandbox, async (ctx, { actor, params, body }) => {
    if (ctx.pix?.name !== 'sandbox') throw new AppError('ERR_NOT_FOUND')
    await service.paySimulated(ctx, params.txid, body.value, actor.companyId)
    return { message: 'Paid' }
  }),
  ...[contract.receivePixNotice, contract.receivePixNoticeOf].map((endpoint) =>
    mountPublic(endpoint, async (ctx, { query, body }) => {
      // Asked when an address for notices is given: whoever answers may be told of payments.
      if (body.evento !== 'teste_webhook') await receiveNotice(ctx, query.hmac, body)
      return { ok: true }
    })
  )
]
