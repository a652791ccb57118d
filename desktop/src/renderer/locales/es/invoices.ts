// Spanish: plan and invoices.

export const invoices = {
  title: 'Finanzas',
  plans: 'Planes',
  invoices: 'Facturas',
  currentPlan: 'Plan actual',
  perMonth: 'por mes',
  included: 'Incluido:',
  notIncluded: 'No incluido:',
  choose: 'Elegir {{name}}',
  confirmTitle: 'Confirmar la elección del plan',
  confirmText:
    'El plan {{name}}, de {{price}} por mes, rige desde ahora. Las facturas abiertas pasan a tener su valor.',
  planChanged: 'Plan cambiado correctamente.',
  detail: 'Detalles',
  value: 'Valor',
  dueDate: 'Vencimiento',
  status: 'Estado',
  open: 'Abierta',
  paid: 'Pagada',
  pay: 'PAGAR',
  payed: 'PAGADA',
  noInvoices: 'Las facturas aparecen aquí diez días antes del vencimiento.',
  payTitle: 'Pagar {{detail}}',
  payText:
    'El pago de {{value}}, con vencimiento el {{date}}, se acuerda con soporte. En cuanto se confirme, la factura aparecerá aquí como pagada.',
  paySupport: 'Hablar con soporte'
}
