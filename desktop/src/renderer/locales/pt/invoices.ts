// Portuguese: plan and invoices.

export const invoices = {
  title: 'Financeiro',
  plans: 'Planos',
  invoices: 'Faturas',
  currentPlan: 'Plano Atual',
  perMonth: 'por mês',
  included: 'Incluído:',
  notIncluded: 'Não incluído:',
  choose: 'Escolher {{name}}',
  confirmTitle: 'Confirmar Escolha do Plano',
  confirmText:
    'O plano {{name}}, de {{price}} por mês, passa a valer agora. As faturas em aberto passam a ter o valor dele.',
  planChanged: 'Plano alterado com sucesso.',
  detail: 'Detalhes',
  value: 'Valor',
  dueDate: 'Vencimento',
  status: 'Status',
  open: 'Aberto',
  paid: 'Paga',
  pay: 'PAGAR',
  payed: 'PAGO',
  noInvoices: 'As faturas aparecem aqui dez dias antes do vencimento.',
  payTitle: 'Pagar {{detail}}',
  payText:
    'O pagamento de {{value}}, com vencimento em {{date}}, é combinado com o suporte. Assim que ele for confirmado, a fatura aparece aqui como paga.',
  paySupport: 'Falar com o suporte'
}
