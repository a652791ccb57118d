// Portuguese: people and connections beyond a plan.

export const planExtras = {
  title: 'Além do plano',
  text: 'Usuários e conexões a mais valem na hora. A próxima fatura cobra os dias que faltam até o vencimento e, daí em diante, cada fatura cobra o preço cheio.',
  users: 'Usuários a mais',
  connections: 'Conexões a mais',
  each: '{{price}} por mês cada',
  notSold: 'O plano desta empresa não vende usuários ou conexões a mais.',
  change: 'Alterar',
  confirmTitle: 'Ficar com {{users}} usuários e {{connections}} conexões a mais?',
  terms: 'Vale agora. Cada período passa a custar {{period}}.',
  termsWithShare:
    'Vale agora. A próxima fatura cobra também {{share}} pelos dias até {{date}}, e cada período passa a custar {{period}}.',
  noRefund: 'O que já foi pago não é devolvido.',
  changed: 'Usuários e conexões a mais alterados.',
  shareWaits: 'A próxima fatura cobra também {{share}} pelos dias deste período.'
}
