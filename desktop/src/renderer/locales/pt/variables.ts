// Portuguese: the variables of messages.

export const variables = {
  insert: 'Inserir variável',
  name: 'Nome do contato',
  firstName: 'Primeiro nome',
  number: 'Número',
  email: 'E-mail',
  greeting: 'Saudação conforme o horário',
  date: 'Data de hoje',
  time: 'Hora',
  user: 'Atendente',
  queue: 'Fila',
  company: 'Empresa',
  connection: 'Conexão',
  protocol: 'Protocolo',
  ticket: 'Número do atendimento'
}
