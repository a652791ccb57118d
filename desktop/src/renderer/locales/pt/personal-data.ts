// Portuguese: what is stored of a person.

export const personalData = {
  itemAll: 'Cópias de dados pessoais…',
  title: 'Cópias de dados pessoais',
  titleOf: 'Tudo o que guardamos sobre {{name}}',
  about:
    'Um arquivo ZIP com cadastro, atendimentos, mensagens, notas, agendamentos, listas, campanhas e arquivos: uma página para ler e os mesmos dados para programas. Fica disponível por {{days}} dias para os administradores; pedir e baixar ficam registrados na auditoria.',
  review: 'Antes de entregar, confira: notas da equipe e nomes de atendentes também estão no arquivo.',
  start: 'Preparar cópia',
  copies: 'Cópias',
  none: 'Nenhuma cópia guardada.',
  asked: 'Pedida em {{when}} por {{who}}',
  waiting: 'Na fila…',
  running: '{{done}} de {{total}} registros e arquivos',
  progress: 'Andamento da cópia',
  done: 'Pronta: {{size}}, até {{until}}.',
  missing_one: '{{formatted}} arquivo já não estava guardado.',
  missing_other: '{{formatted}} arquivos já não estavam guardados.',
  storageFull: 'Não foi possível: falta espaço no servidor.',
  internal: 'Não foi possível por um problema nosso. Peça de novo.',
  save: 'Baixar',
  ready: 'A cópia dos dados pessoais está pronta para baixar.',
  failed: 'A cópia dos dados pessoais não pôde ser feita.'
}
