// English: the page of the external API.

export const api = {
  title: 'Messages API',
  text: 'Other programs send messages over your connections.',
  documentation: 'Documentation',
  tokenHint:
    'Every call carries the token of the connection that sends. Administrators find it when they edit the connection. The number is checked on WhatsApp; the conversation shows up under Tickets as waiting, or goes on with whoever attends it.',
  sendText: 'Send a text',
  sendFile: 'Send files',
  askState: 'Ask about a message',
  field: 'Field',
  meaning: 'Meaning',
  numberField: 'Number without mask: country code, area code and number.',
  bodyField: 'The text; with files, the caption of the first.',
  mediasField: 'Up to 30 files, as multipart.',
  closeTicketField: 'true closes the conversation after sending, if nobody attends it.',
  keyHint:
    'With the header Idempotency-Key a repeated call sends nothing again and gets the same answer. Up to {{most}} sends a minute and connection are taken.',
  states: 'state is waiting, sent, delivered, read or failed; reason says why it failed.',
  tryText: 'Try a text',
  tryFile: 'Try a file',
  token: 'Token of the connection',
  tokenWhere: 'Found under Connections, when editing the connection.',
  number: 'Number',
  numberHint: 'Country code, area code and number, without mask.',
  body: 'Message',
  file: 'File',
  chooseFile: 'Choose a file',
  send: 'Send',
  answer: 'Answer',
  sent: 'Message sent successfully'
}
