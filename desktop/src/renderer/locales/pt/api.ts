// Portuguese: the page of the external API.

export const api = {
  title: 'API de mensagens',
  text: 'Outros programas enviam mensagens pelas suas conexões.',
  documentation: 'Documentação',
  tokenHint:
    'Cada chamada leva o token da conexão que envia. O administrador o gera ao editar a conexão, em Avançado. Ele aparece uma única vez, e gerar outro encerra na hora o anterior. O número é conferido no WhatsApp; a conversa aparece em Atendimentos como aguardando, ou continua com quem já atende.',
  sendText: 'Enviar um texto',
  sendFile: 'Enviar arquivos',
  askState: 'Consultar uma mensagem',
  field: 'Campo',
  meaning: 'Significado',
  numberField: 'Número sem máscara: código do país, DDD e número.',
  bodyField: 'O texto; com arquivos, a legenda do primeiro.',
  mediasField: 'Até 30 arquivos, em multipart.',
  closeTicketField: 'true encerra a conversa depois do envio, se ninguém estiver atendendo.',
  keyHint:
    'Com o cabeçalho Idempotency-Key, uma chamada repetida não envia de novo e recebe a mesma resposta; com outro conteúdo ela é recusada (422). São aceitos até {{most}} envios por minuto e conexão.',
  states: 'state é waiting, sent, delivered, read ou failed; reason diz por que falhou.',
  reference: 'Referência',
  wholeDocument: 'Documento OpenAPI completo',
  referenceFailed: 'A referência não pôde ser lida no servidor.',
  fieldsSent: 'Enviado',
  fieldsAnswered: 'Resposta',
  type: 'Tipo',
  isRequired: 'obrigatório',
  tryText: 'Testar um texto',
  tryFile: 'Testar um arquivo',
  token: 'Token da conexão',
  tokenWhere: 'É gerado em Conexões, ao editar a conexão.',
  number: 'Número',
  numberHint: 'Código do país, DDD e número, sem máscara.',
  body: 'Mensagem',
  file: 'Arquivo',
  chooseFile: 'Escolher arquivo',
  send: 'Enviar',
  answer: 'Resposta',
  sent: 'Mensagem enviada com sucesso',
  events: 'Eventos',
  webhooks: 'Webhooks',
  eventsHint:
    'Outros programas ficam sabendo do que acontece por uma conexão WebSocket ou por webhooks, que o administrador cadastra na aba ao lado.',
  openStream: 'Abrir o fluxo de eventos',
  streamHint:
    'O fluxo entrega, em ordem, as mensagens, os atendimentos e o estado da conexão do token. O token também pode ir no cabeçalho Authorization, que não fica em registros de endereços. Guarde o seq do último evento tratado e volte com after para continuar de onde parou. A cada 15 segundos vem um heartbeat; quem demora mais de 5 segundos para ler é desconectado e pode continuar depois. Quando o token deixa de valer, o fluxo é encerrado com 4401.',
  askEvents: 'Pedir eventos sem WebSocket',
  eventNames: 'Eventos:',
  webhooksHint:
    'Cada entrega de webhook leva um id que não muda entre tentativas (x-guiche-delivery) e uma assinatura HMAC-SHA256 do horário e do corpo. Recuse o que tiver assinatura errada ou horário antigo; um mesmo evento pode chegar mais de uma vez e fora de ordem: use o id e o seq.',
  checkSignature: 'Conferir a assinatura (Node.js)'
}
