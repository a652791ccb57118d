// Portuguese: the first steps of a company.

export const firstSteps = {
  title: 'Primeiros passos',
  progress: '{{done}} de {{all}} prontos',
  done: 'Pronto',
  putAway: 'Guardar a lista',
  awayDone: 'Você encontra os primeiros passos no menu da sua conta.',
  number: 'Conecte o seu número',
  numberHint: 'Leia o QR code com o celular da empresa.',
  queue: 'Crie uma fila',
  queueHint: 'Por exemplo, Vendas ou Suporte: por ela o cliente chega a quem atende.',
  people: 'Convide a equipe',
  peopleHint: 'Por e-mail ou por um link. Cada pessoa cria a própria senha.',
  hours: 'Defina o horário de atendimento',
  hoursHint: 'Fora dele, o cliente recebe um aviso automático.',
  greeting: 'Escreva a saudação',
  greetingHint: 'É o que o cliente lê quando chama pela primeira vez.',
  answered: 'Responda a uma mensagem de teste',
  answeredHint: 'Escreva de outro celular para o seu número e responda por aqui.'
}
