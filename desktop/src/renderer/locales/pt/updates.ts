// Portuguese: updates of the desktop app.

export const updates = {
  title: 'Atualização',
  ready: 'O Guichê {{version}} está pronto para ser instalado.',
  onQuit: 'Ele também será instalado quando você sair.',
  whatIsNew: 'O que há de novo',
  restart: 'Reiniciar agora',
  later: 'Depois',
  busy_recording: 'Termine a gravação para reiniciar.',
  busy_writing: 'Envie ou apague a mensagem que você está escrevendo para reiniciar.',
  busy_sending: 'Espere o envio terminar para reiniciar.',
  upToDate: 'Você usa a versão mais recente.',
  notLooked: 'Ainda não procuramos atualizações.',
  check: 'Procurar atualizações',
  checking: 'Procurando atualizações…',
  downloading: 'Baixando a versão {{version}}: {{percent}}%',
  problem_unreachable: 'O servidor de atualizações não respondeu. Tentaremos de novo mais tarde.',
  problem_damaged: 'O arquivo baixado não era o esperado e foi descartado. Tentaremos de novo mais tarde.',
  problem_failed: 'A atualização não deu certo. Tentaremos de novo mais tarde.',
  off_managed: 'As atualizações ficam por conta da equipe de TI da sua empresa.',
  'off_not-installed': 'Esta cópia é atualizada por quem a instalou.',
  'off_no-feed': 'Esta cópia não recebe atualizações automáticas.',
  off_unpacked: 'O aplicativo está sendo executado a partir do código-fonte.'
}
