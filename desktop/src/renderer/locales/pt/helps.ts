// Portuguese: help videos.

export const helps = {
  title: 'Ajuda',
  count_one: '{{formatted}} vídeo',
  count_other: '{{formatted}} vídeos',
  emptyText: 'Os vídeos de ajuda aparecem aqui assim que forem publicados.',
  play: 'Assistir:',
  support: 'Falar com o suporte',
  openOutside: 'Abrir no site do vídeo',
  add: 'Novo vídeo',
  edit: 'Editar vídeo',
  name: 'Título',
  video: 'Vídeo',
  videoHint: 'O código ou o link do YouTube',
  description: 'Descrição',
  saveFailed:
    'Não foi possível realizar a operação. Verifique se já existe uma ajuda com o mesmo nome ou se os campos foram preenchidos corretamente',
  tabEmpty: 'Adicione o primeiro vídeo com o formulário acima.',
  language: 'Idioma',
  languageHint: 'Quem usa outro idioma não vê.',
  everyLanguage: 'Todos os idiomas'
}
