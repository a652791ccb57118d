// Spanish: the page of the external API.

export const api = {
  title: 'API de mensajes',
  text: 'Otros programas envían mensajes por sus conexiones.',
  documentation: 'Documentación',
  tokenHint:
    'Cada llamada lleva el token de la conexión que envía. El administrador lo encuentra al editar la conexión. El número se comprueba en WhatsApp; la conversación aparece en Atenciones como en espera, o sigue con quien ya atiende.',
  sendText: 'Enviar un texto',
  sendFile: 'Enviar archivos',
  askState: 'Consultar un mensaje',
  field: 'Campo',
  meaning: 'Significado',
  numberField: 'Número sin máscara: código de país, código de área y número.',
  bodyField: 'El texto; con archivos, el pie del primero.',
  mediasField: 'Hasta 30 archivos, en multipart.',
  closeTicketField: 'true cierra la conversación después del envío, si nadie atiende.',
  keyHint:
    'Con el encabezado Idempotency-Key, una llamada repetida no envía de nuevo y recibe la misma respuesta. Se aceptan hasta {{most}} envíos por minuto y conexión.',
  states: 'state es waiting, sent, delivered, read o failed; reason dice por qué falló.',
  tryText: 'Probar un texto',
  tryFile: 'Probar un archivo',
  token: 'Token de la conexión',
  tokenWhere: 'Está en Conexiones, al editar la conexión.',
  number: 'Número',
  numberHint: 'Código de país, código de área y número, sin máscara.',
  body: 'Mensaje',
  file: 'Archivo',
  chooseFile: 'Elegir archivo',
  send: 'Enviar',
  answer: 'Respuesta',
  sent: 'Mensaje enviado con éxito'
}
