// Portuguese: notifications on a device while no window is open.

export const push = {
  title: 'Avisos neste aparelho',
  switch: 'Avisar neste aparelho mesmo com a janela fechada',
  switchHint: 'Quando você não estiver com o Guichê aberto em nenhum lugar.',
  texts: 'Mostrar quem escreveu e o texto',
  textsHint: 'Sem isto, o aviso traz apenas o nome da empresa e “Nova mensagem”. Vale para todos os seus aparelhos.',
  test: 'Enviar um teste',
  sent: 'Teste enviado.',
  privacy: 'O aviso vai criptografado pelo serviço do fabricante do navegador, que não lê o conteúdo.',
  unsupported_title: 'Este navegador não recebe avisos',
  unsupported_text: 'Use uma versão atual do Chrome, Edge, Firefox ou Safari, fora da navegação anônima.',
  install_title: 'Instale o Guichê primeiro',
  install_text:
    'No iPhone e no iPad, toque em Compartilhar, depois em “Adicionar à Tela de Início”, e abra o Guichê por lá.',
  'off-here_title': 'Desligado neste servidor',
  'off-here_text': 'Quem administra o servidor desligou os avisos com a janela fechada.',
  denied_title: 'O navegador bloqueou os avisos',
  denied_text: 'Toque no ícone ao lado do endereço, permita as notificações e recarregue a página.'
}
