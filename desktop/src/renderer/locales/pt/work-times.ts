// Portuguese: hours in which somebody may sign in, and leave.

export const workTimes = {
  title: 'Horário de acesso',
  titleOf: 'Horário de acesso: {{name}}',
  noLimit: 'Sem limite',
  inside: 'Dentro do horário',
  outside: 'Fora do horário',
  change: 'Alterar',
  limit: 'Limitar o horário de acesso',
  limitHint: 'Fora dele não é possível entrar, e quem está conectado sai. Vale o fuso da empresa: {{zone}}.',
  day_hours: 'Com horário',
  day_open: 'Sem limite',
  day_closed: 'Folga',
  daysOff: 'Dias de folga',
  daysOffHint: 'Sem horários, é folga o dia todo.',
  dayOffDate: 'Data da folga',
  dayOffName: 'Nome da folga',
  dayOffFrom: 'Início na folga',
  dayOffUntil: 'Fim na folga',
  dayOffAdd: 'Adicionar folga',
  dayOffRemove: 'Remover folga',
  wrong: 'Confira os horários e as folgas marcados acima.',
  saved: 'Horário salvo com sucesso.',
  endsSoon: 'Seu horário termina às {{time}}, e então você sai do sistema. O que você escreveu fica guardado.'
}
