// English: plan and invoices.

export const invoices = {
  title: 'Billing',
  plans: 'Plans',
  invoices: 'Invoices',
  currentPlan: 'Current plan',
  perMonth: 'a month',
  included: 'Included:',
  notIncluded: 'Not included:',
  choose: 'Choose {{name}}',
  confirmTitle: 'Confirm the choice of plan',
  confirmText: 'The plan {{name}}, at {{price}} a month, takes effect now. Open invoices get its price.',
  planChanged: 'Plan changed.',
  detail: 'Details',
  value: 'Amount',
  dueDate: 'Due date',
  status: 'Status',
  open: 'Open',
  paid: 'Paid',
  pay: 'PAY',
  payed: 'PAID',
  noInvoices: 'Invoices appear here ten days before they are due.',
  payTitle: 'Pay {{detail}}',
  payText:
    'The payment of {{value}}, due on {{date}}, is arranged with support. As soon as it is confirmed, the invoice appears here as paid.',
  paySupport: 'Talk to support'
}
