// The page on which people pay where payments are simulated; it stands for the provider's own, and is nowhere else.
import type { FastifyInstance } from 'fastify'
import { paySimulated, simulatedCharge } from '#features/billing/subscription/subscription.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { paidPage, unpaidPage } from './return-pages.ts'

const money = (value: number): string =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(value)

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}</title>
<style>
body{font:16px/1.5 system-ui,sans-serif;display:grid;place-items:center;min-height:100vh;margin:0;padding:16px;box-sizing:border-box;background:Canvas;color:CanvasText}
main{width:min(400px,100%);border:1px solid color-mix(in srgb,CanvasText 20%,Canvas);border-radius:12px;padding:24px;box-sizing:border-box}
h1{font-size:1.2rem;margin:0}strong{display:block;font-size:2rem;margin:12px 0}
button,a.button{display:block;box-sizing:border-box;width:100%;padding:12px;border:0;border-radius:8px;background:#0b7a75;color:#fff;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
a.back{display:block;margin-top:12px;text-align:center;color:inherit}
p.note{padding:8px 12px;border-radius:8px;background:color-mix(in srgb,#f08c00 18%,Canvas);font-size:.875rem}
</style></head><body><main>${content}</main></body></html>`
}

const path = '/sandbox/checkout/:reference'

/** The address of the page for a payment. */
export const sandboxPage = (publicUrl: string, reference: string): string =>
  publicUrl + path.replace(':reference', reference)

/** Serves the page, when there is a sandbox; it is reached by whoever has its address, as the real one is. */
export function serveSandboxCheckout(app: FastifyInstance, ctx: Ctx): void {
  if (ctx.checkout?.name !== 'sandbox') return
  const find = async (params: unknown) => {
    const charge = await simulatedCharge(ctx, (params as { reference: string }).reference)
    return charge?.method === 'page' ? charge : undefined
  }
  app.get(path, { schema: { hide: true } }, async (request, reply) => {
    const charge = await find(request.params)
    void reply
      .status(charge ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
    if (!charge) return page('Pagamento', '<h1>Este link de pagamento não existe.</h1>')
    if (charge.paidAt) {
      return page(
        'Pago',
        `<h1>Este pagamento já foi feito.</h1><p><a class="button" href="${paidPage}">Voltar ao Guichê</a></p>`
      )
    }
    return page(
      'Pagamento simulado',
      `<h1>Assinatura do Guichê</h1><strong>${money(charge.value)}</strong>
<p class="note">Simulação: nenhum valor é cobrado e nenhum dado de cartão é pedido.</p>
<form method="post" enctype="text/plain"><button>Pagar</button></form>
<a class="back" href="${unpaidPage}">Cancelar</a>`
    )
  })
  app.post(path, { schema: { hide: true } }, async (request, reply) => {
    const charge = await find(request.params)
    if (!charge) return reply.status(404).send({ error: 'ERR_NOT_FOUND' })
    if (!charge.paidAt) await paySimulated(ctx, charge.reference)
    return reply.redirect(paidPage, 303)
  })
}
