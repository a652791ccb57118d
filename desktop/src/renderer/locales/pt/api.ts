// Portuguese: the page of the external API.

export const api = {
  title: 'API de mensagens',
  text: 'Outros programas enviam mensagens pelas suas conexões.',
  documentation: 'Documentação',
  tokenHint:
    'Cada chamada leva o token da conexão que envia. O administrador o encontra ao editar a conexão. O número é conferido no WhatsApp; a conversa aparece em Atendimentos como aguardando, ou continua com quem já atende.',
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
    'Com o cabeçalho Idempotency-Key, uma chamada repetida não envia de novo e recebe a mesma resposta. São aceitos até {{most}} envios por minuto e conexão.',
  states: 'state é waiting, sent, delivered, read ou failed; reason diz por que falhou.',
  tryText: 'Testar um texto',
  tryFile: 'Testar um arquivo',
  token: 'Token da conexão',
  tokenWhere: 'Está em Conexões, ao editar a conexão.',
  number: 'Número',
  numberHint: 'Código do país, DDD e número, sem máscara.',
  body: 'Mensagem',
  file: 'Arquivo',
  chooseFile: 'Escolher arquivo',
  send: 'Enviar',
  answer: 'Resposta',
  sent: 'Mensagem enviada com sucesso'
}
