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
  notice_messages_80: 'Ya se envió más del 80 % de los mensajes del mes: {{used}} de {{limit}}.',
  notice_messages_100:
    'Al plan no le quedan mensajes este mes ({{limit}}). Lo que escriben los clientes sigue llegando.',
  notice_storage_80: 'El espacio para archivos está casi lleno: {{used}} de {{limit}}.',
  notice_storage_100: 'El espacio para archivos está lleno ({{limit}}). Lo que envían los clientes se sigue guardando.',
  notice_campaigns_80: 'Ya se usó más del 80 % de las campañas del mes: {{used}} de {{limit}}.',
  notice_campaigns_100: 'Al plan no le quedan campañas este mes ({{limit}}).',
  show: 'Ver uso del plan',
  failed: 'No se pudo cargar el uso del plan'
}
