// Spanish: what a company uses of what its plan limits.

export const quotas = {
  title: 'Uso del plan',
  messages: 'Mensajes enviados en el mes',
  storage: 'Almacenamiento',
  campaigns: 'Campañas en el mes',
  users: 'Usuarios',
  connections: 'Conexiones',
  usedOf: '{{used}} de {{limit}}',
  noLimit: '{{used}}, sin límite',
  nearlyFull: 'Cerca del límite',
  full: 'Límite alcanzado',
  received_one:
    '{{number}} mensaje recibido en el mes. Lo que envían los clientes no tiene límite y siempre se guarda.',
  received_other:
    '{{number}} mensajes recibidos en el mes. Lo que envían los clientes no tiene límite y siempre se guarda.',
  renewsAt: 'Los mensajes y las campañas vuelven a cero el {{date}}.',
  failed: 'No se pudo cargar el uso del plan'
}
