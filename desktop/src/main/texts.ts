// What the shell says itself: menus, tray, notifications. Three languages, the same keys in each.
import type { ShellLanguage } from '#bridge/shell-channels.ts'

const pt = {
  appName: 'Guichê',
  open: 'Abrir o Guichê',
  settings: 'Configurações do aplicativo…',
  pause: 'Pausar notificações',
  pause30: 'Por 30 minutos',
  pauseTomorrow: 'Até amanhã',
  resume: 'Retomar notificações',
  pausedUntil: 'Notificações pausadas até {time}',
  diagnostics: 'Copiar diagnóstico',
  quit: 'Sair do Guichê',
  unreadOne: '{count} conversa não lida',
  unreadMany: '{count} conversas não lidas',
  trayTitle: 'O Guichê continua aberto',
  trayText: 'Você segue recebendo mensagens. Para encerrar, use “Sair do Guichê” no ícone da bandeja ou no menu.',
  newMessage: 'Nova mensagem',
  newMessages: '{count} novas mensagens',
  reply: 'Responder…',
  testTitle: 'Notificação de teste',
  testText: 'É assim que o Guichê avisa você.',
  file: 'Arquivo',
  edit: 'Editar',
  view: 'Exibir',
  window: 'Janela',
  undo: 'Desfazer',
  redo: 'Refazer',
  cut: 'Recortar',
  copy: 'Copiar',
  paste: 'Colar',
  selectAll: 'Selecionar tudo',
  reload: 'Recarregar',
  zoomIn: 'Aumentar',
  zoomOut: 'Diminuir',
  zoomReset: 'Tamanho normal',
  fullScreen: 'Tela cheia',
  minimize: 'Minimizar',
  close: 'Fechar',
  noSuggestions: 'Nenhuma sugestão',
  addWord: 'Adicionar ao dicionário',
  spelling: 'Idiomas da correção',
  copyLink: 'Copiar link',
  openLink: 'Abrir link',
  copyImage: 'Copiar imagem',
  saveImage: 'Salvar imagem'
}

type Texts = typeof pt

const en: Texts = {
  appName: 'Guichê',
  open: 'Open Guichê',
  settings: 'App settings…',
  pause: 'Pause notifications',
  pause30: 'For 30 minutes',
  pauseTomorrow: 'Until tomorrow',
  resume: 'Resume notifications',
  pausedUntil: 'Notifications paused until {time}',
  diagnostics: 'Copy diagnostics',
  quit: 'Quit Guichê',
  unreadOne: '{count} unread conversation',
  unreadMany: '{count} unread conversations',
  trayTitle: 'Guichê is still running',
  trayText: 'You keep receiving messages. To leave, choose “Quit Guichê” on the tray icon or in the menu.',
  newMessage: 'New message',
  newMessages: '{count} new messages',
  reply: 'Reply…',
  testTitle: 'Test notification',
  testText: 'This is how Guichê lets you know.',
  file: 'File',
  edit: 'Edit',
  view: 'View',
  window: 'Window',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select all',
  reload: 'Reload',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomReset: 'Actual size',
  fullScreen: 'Full screen',
  minimize: 'Minimize',
  close: 'Close',
  noSuggestions: 'No suggestions',
  addWord: 'Add to dictionary',
  spelling: 'Spelling languages',
  copyLink: 'Copy link',
  openLink: 'Open link',
  copyImage: 'Copy image',
  saveImage: 'Save image'
}

const es: Texts = {
  appName: 'Guichê',
  open: 'Abrir Guichê',
  settings: 'Ajustes de la aplicación…',
  pause: 'Pausar notificaciones',
  pause30: 'Durante 30 minutos',
  pauseTomorrow: 'Hasta mañana',
  resume: 'Reanudar notificaciones',
  pausedUntil: 'Notificaciones en pausa hasta las {time}',
  diagnostics: 'Copiar diagnóstico',
  quit: 'Salir de Guichê',
  unreadOne: '{count} conversación sin leer',
  unreadMany: '{count} conversaciones sin leer',
  trayTitle: 'Guichê sigue abierto',
  trayText:
    'Sigues recibiendo mensajes. Para cerrarlo, elige “Salir de Guichê” en el icono de la bandeja o en el menú.',
  newMessage: 'Mensaje nuevo',
  newMessages: '{count} mensajes nuevos',
  reply: 'Responder…',
  testTitle: 'Notificación de prueba',
  testText: 'Así te avisa Guichê.',
  file: 'Archivo',
  edit: 'Editar',
  view: 'Ver',
  window: 'Ventana',
  undo: 'Deshacer',
  redo: 'Rehacer',
  cut: 'Cortar',
  copy: 'Copiar',
  paste: 'Pegar',
  selectAll: 'Seleccionar todo',
  reload: 'Recargar',
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  zoomReset: 'Tamaño real',
  fullScreen: 'Pantalla completa',
  minimize: 'Minimizar',
  close: 'Cerrar',
  noSuggestions: 'Sin sugerencias',
  addWord: 'Añadir al diccionario',
  spelling: 'Idiomas del corrector',
  copyLink: 'Copiar enlace',
  openLink: 'Abrir enlace',
  copyImage: 'Copiar imagen',
  saveImage: 'Guardar imagen'
}

const all: Record<ShellLanguage, Texts> = { pt, en, es }

export type Say = (key: keyof Texts, values?: Record<string, string | number>) => string

/** The first language of the system that the app speaks; Portuguese where there is none. */
export const languageOf = (preferred: readonly string[]): ShellLanguage => {
  const spoken = preferred.map((tag) => tag.slice(0, 2).toLowerCase())
  return spoken.find((tag): tag is ShellLanguage => tag in all) ?? 'pt'
}

/** Says a text in the language that `language` names at that moment. */
export const speaker =
  (language: () => ShellLanguage): Say =>
  (key, values = {}) =>
    all[language()][key].replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
