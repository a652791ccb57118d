// Portuguese: passkeys.

export const passkeys = {
  title: 'Chaves de acesso',
  text: 'Entre com o desbloqueio do celular ou do computador, ou com uma chave de segurança, sem a senha e sem código.',
  add: 'Adicionar chave de acesso',
  none: 'Nenhuma chave de acesso.',
  name: 'Nome',
  nameHint: 'Para você reconhecer o aparelho, como Celular da Ana.',
  create: 'Criar chave',
  created: 'Chave de acesso adicionada.',
  removeTitle: 'Remover {{name}}?',
  removeText:
    'Com esta chave não será mais possível entrar. No aparelho, ela continua guardada até que você a apague lá.',
  remove: 'Remover',
  removed: 'Chave de acesso removida.',
  made: 'Criada em {{date}}',
  used: 'Usada pela última vez em {{date}}',
  synced: 'Sincronizada',
  unavailable: 'Aqui não é possível usar chaves de acesso: abra o Guichê no navegador, no endereço da sua empresa.',
  cancelled: 'Nenhuma chave de acesso foi usada.',
  twice: 'Este aparelho já tem uma chave de acesso sua.',
  signIn: 'Entrar com chave de acesso',
  use: 'Usar chave de acesso',
  appTitle: 'Entrar no aplicativo',
  appText: 'O aplicativo do Guichê abriu esta página para que você entre com a sua chave de acesso.',
  appNotYou: 'Não foi você que pediu no aplicativo? Feche esta página.',
  appReady: 'Pronto. Volte ao aplicativo; esta página pode ser fechada.',
  openApp: 'Abrir o aplicativo',
  appLinkWrong: 'Este endereço não está completo. Volte ao aplicativo e tente de novo.',
  inBrowser: 'Continue no navegador que se abriu.',
  of_one: '{{count}} chave de acesso',
  of_other: '{{count}} chaves de acesso'
}
