// Spanish: passkeys.

export const passkeys = {
  title: 'Llaves de acceso',
  text: 'Entra con el desbloqueo del celular o de la computadora, o con una llave de seguridad, sin la contraseña y sin código.',
  add: 'Agregar llave de acceso',
  none: 'Ninguna llave de acceso.',
  name: 'Nombre',
  nameHint: 'Para que reconozcas el dispositivo, como Celular de Ana.',
  create: 'Crear llave',
  created: 'Llave de acceso agregada.',
  removeTitle: '¿Quitar {{name}}?',
  removeText: 'Con esta llave ya no podrás entrar. El dispositivo la guarda hasta que la borres allí.',
  remove: 'Quitar',
  removed: 'Llave de acceso quitada.',
  made: 'Creada el {{date}}',
  used: 'Usada por última vez el {{date}}',
  synced: 'Sincronizada',
  unavailable: 'Aquí no se pueden usar llaves de acceso: abre Guichê en el navegador, en la dirección de tu empresa.',
  cancelled: 'No se usó ninguna llave de acceso.',
  twice: 'Este dispositivo ya tiene una llave de acceso tuya.',
  signIn: 'Entrar con llave de acceso',
  use: 'Usar llave de acceso',
  of_one: '{{count}} llave de acceso',
  of_other: '{{count}} llaves de acceso'
}
