// Spanish: the page of the external API.

export const api = {
  title: 'API de mensajes',
  text: 'Otros programas envían mensajes por tus conexiones.',
  documentation: 'Documentación',
  tokenHint:
    'Cada llamada lleva el token de la conexión que envía. El administrador lo genera al editar la conexión, en Avanzado. Se muestra una sola vez, y generar otro anula al instante el anterior. El número se comprueba en WhatsApp; la conversación aparece en Atenciones como en espera, o sigue con quien ya atiende.',
  sendText: 'Enviar un texto',
  sendFile: 'Enviar archivos',
  askState: 'Consultar un mensaje',
  field: 'Campo',
  meaning: 'Significado',
  numberField: 'Número sin máscara: código de país, código de área y número.',
  bodyField: 'El texto; con archivos, la leyenda del primero.',
  mediasField: 'Hasta 30 archivos, en multipart.',
  closeTicketField: 'true cierra la conversación después del envío, si nadie atiende.',
  keyHint:
    'Con el encabezado Idempotency-Key, una llamada repetida no envía de nuevo y recibe la misma respuesta; con otro contenido se rechaza (422). Se aceptan hasta {{most}} envíos por minuto y conexión.',
  states: 'state es waiting, sent, delivered, read o failed; reason dice por qué falló.',
  reference: 'Referencia',
  wholeDocument: 'Documento OpenAPI completo',
  referenceFailed: 'No se pudo leer la referencia del servidor.',
  fieldsSent: 'Enviado',
  fieldsAnswered: 'Respuesta',
  type: 'Tipo',
  isRequired: 'obligatorio',
  tryText: 'Probar un texto',
  tryFile: 'Probar un archivo',
  token: 'Token de la conexión',
  tokenWhere: 'Se genera en Conexiones, al editar la conexión.',
  number: 'Número',
  numberHint: 'Código de país, código de área y número, sin máscara.',
  body: 'Mensaje',
  file: 'Archivo',
  chooseFile: 'Elegir archivo',
  send: 'Enviar',
  answer: 'Respuesta',
  sent: 'Mensaje enviado con éxito',
  events: 'Eventos',
  webhooks: 'Webhooks',
  eventsHint:
    'Otros programas se enteran de lo que ocurre por WebSocket o por webhooks, que el administrador registra en la pestaña de al lado.',
  openStream: 'Abrir el flujo de eventos',
  streamHint:
    'El flujo entrega, en orden, los mensajes, las atenciones y el estado de la conexión del token. El token también puede ir en la encabezado Authorization, que no queda en los registros de direcciones. Guarda el seq del último evento procesado y vuelve con after para seguir donde se detuvo. Cada 15 segundos llega un heartbeat; quien tarda más de 5 segundos en leer es desconectado y puede seguir después. Cuando el token deja de valer, el flujo termina con 4401.',
  askEvents: 'Pedir eventos sin WebSocket',
  eventNames: 'Eventos:',
  webhooksHint:
    'Cada entrega de webhook lleva un id que no cambia entre intentos (x-guiche-delivery) y una firma HMAC-SHA256 de la hora y del cuerpo. Rechaza lo que tenga firma incorrecta u hora antigua; un evento puede llegar más de una vez y fuera de orden: usa el id y el seq.',
  checkSignature: 'Comprobar la firma (Node.js)'
}
