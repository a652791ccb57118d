// Spanish: help videos.

export const helps = {
  title: 'Ayuda',
  count_one: '{{formatted}} vídeo',
  count_other: '{{formatted}} vídeos',
  emptyText: 'Los vídeos de ayuda aparecerán aquí en cuanto se publiquen.',
  play: 'Ver: {{title}}',
  support: 'Hablar con soporte',
  openOutside: 'Abrir en el sitio del vídeo',
  add: 'Nuevo vídeo',
  edit: 'Editar vídeo',
  name: 'Título',
  video: 'Vídeo',
  videoHint: 'El código o el enlace de YouTube',
  description: 'Descripción',
  saveFailed: 'No se pudo realizar la operación. Comprueba que los campos estén bien completados.',
  tabEmpty: 'Agrega el primer vídeo con el formulario de arriba.'
}
