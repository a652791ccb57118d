// Spanish: updates of the desktop app.

export const updates = {
  title: 'Actualización',
  ready: 'Guichê {{version}} está listo para instalarse.',
  onQuit: 'También se instalará cuando salgas.',
  whatIsNew: 'Novedades',
  restart: 'Reiniciar ahora',
  later: 'Más tarde',
  busy_recording: 'Termina la grabación para reiniciar.',
  busy_writing: 'Envía o borra el mensaje que estás escribiendo para reiniciar.',
  busy_sending: 'Espera a que termine el envío para reiniciar.',
  upToDate: 'Tienes la versión más reciente.',
  notLooked: 'Todavía no buscamos actualizaciones.',
  check: 'Buscar actualizaciones',
  checking: 'Buscando actualizaciones…',
  downloading: 'Descargando la versión {{version}}: {{percent}} %',
  problem_unreachable: 'El servidor de actualizaciones no respondió. Lo intentaremos de nuevo más tarde.',
  problem_damaged: 'El archivo descargado no era el esperado y se descartó. Lo intentaremos de nuevo más tarde.',
  problem_failed: 'La actualización no funcionó. Lo intentaremos de nuevo más tarde.',
  off_managed: 'El equipo de TI de tu empresa se encarga de las actualizaciones.',
  'off_not-installed': 'Quien instaló esta copia se encarga de actualizarla.',
  'off_no-feed': 'Esta copia no recibe actualizaciones automáticas.',
  off_unpacked: 'La aplicación se ejecuta desde su código fuente.'
}
