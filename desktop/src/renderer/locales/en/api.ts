// English: the page of the external API.

export const api = {
  title: 'Messages API',
  text: 'Other programs send messages over your connections.',
  documentation: 'Documentation',
  tokenHint:
    'Every call carries the token of the connection that sends. Administrators generate it when they edit the connection, under Advanced. It is shown only once, and generating another ends the previous one at once. The number is checked on WhatsApp; the conversation shows up under Tickets as waiting, or goes on with whoever attends it.',
  sendText: 'Send a text',
  sendFile: 'Send files',
  askState: 'Check a message',
  field: 'Field',
  meaning: 'Meaning',
  numberField: 'Number without mask: country code, area code and number.',
  bodyField: 'The text; with files, the caption of the first.',
  mediasField: 'Up to 30 files, as multipart.',
  closeTicketField: 'true closes the conversation after sending, if nobody attends it.',
  keyHint:
    'With the header Idempotency-Key a repeated call sends nothing again and gets the same answer; with other content it is refused (422). Up to {{most}} sends per minute and connection are accepted.',
  states: 'state is waiting, sent, delivered, read or failed; reason says why it failed.',
  reference: 'Reference',
  wholeDocument: 'Whole OpenAPI document',
  referenceFailed: 'The reference could not be read from the server.',
  fieldsSent: 'Sent',
  fieldsAnswered: 'Answer',
  type: 'Type',
  isRequired: 'required',
  tryText: 'Try a text',
  tryFile: 'Try a file',
  token: 'Token of the connection',
  tokenWhere: 'Generated under Connections, when editing the connection.',
  number: 'Number',
  numberHint: 'Country code, area code and number, without mask.',
  body: 'Message',
  file: 'File',
  chooseFile: 'Choose a file',
  send: 'Send',
  answer: 'Answer',
  sent: 'Message sent successfully',
  events: 'Events',
  webhooks: 'Webhooks',
  eventsHint:
    'Other programs hear of what happens over WebSocket or by webhooks, which administrators keep on the tab beside this one.',
  openStream: 'Open the event stream',
  streamHint:
    'The stream delivers, in order, the messages, the tickets and the state of the connection whose token it uses. The token can also go in the Authorization header, which logs of addresses do not keep. Keep the seq of the last event you handled and come back with after to continue where you stopped. A heartbeat comes every 15 seconds; a reader that takes longer than 5 seconds is cut off and can continue later. When the token stops being valid, the stream ends with 4401.',
  askEvents: 'Fetch events without WebSocket',
  eventNames: 'Events:',
  webhooksHint:
    'Every delivery of a webhook carries an id that stays the same on every attempt (x-guiche-delivery) and an HMAC-SHA256 signature of time and body. Reject anything with a wrong signature or an old time; an event may arrive more than once and out of order: go by the id and the seq.',
  checkSignature: 'Check the signature (Node.js)'
}
