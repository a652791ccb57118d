// Spanish: people and connections beyond a plan.

export const planExtras = {
  title: 'Más allá del plan',
  text: 'Los usuarios y conexiones adicionales valen al instante. La próxima factura cobra los días que faltan hasta el vencimiento y, desde entonces, cada factura cobra el precio completo.',
  users: 'Usuarios adicionales',
  connections: 'Conexiones adicionales',
  each: '{{price}} por mes cada uno',
  notSold: 'El plan de esta empresa no vende usuarios ni conexiones adicionales.',
  change: 'Cambiar',
  confirmTitle: '¿Tener {{users}} usuarios y {{connections}} conexiones adicionales?',
  terms: 'Vale ahora. Cada período pasa a costar {{period}}.',
  termsWithShare:
    'Vale ahora. La próxima factura cobra también {{share}} por los días hasta el {{date}}, y cada período pasa a costar {{period}}.',
  noRefund: 'Lo que ya se pagó no se devuelve.',
  changed: 'Se cambiaron los usuarios y conexiones adicionales.',
  shareWaits: 'La próxima factura cobra también {{share}} por días de este período.'
}
