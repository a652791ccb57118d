// Spanish: help videos.

export const helps = {
  title: 'Ayuda',
  count_one: '{{formatted}} video',
  count_other: '{{formatted}} videos',
  emptyText: 'Los videos de ayuda aparecerán aquí en cuanto se publiquen.',
  play: 'Ver:',
  support: 'Hablar con soporte',
  openOutside: 'Abrir en el sitio del video',
  add: 'Nuevo video',
  edit: 'Editar video',
  name: 'Título',
  video: 'Video',
  videoHint: 'El código o el enlace de YouTube',
  description: 'Descripción',
  saveFailed:
    'No se pudo realizar la operación. Verifica si ya existe una ayuda con el mismo nombre o si los campos se completaron correctamente',
  tabEmpty: 'Agrega el primer video con el formulario de arriba.',
  language: 'Idioma',
  languageHint: 'Quien usa otro idioma no lo ve.',
  everyLanguage: 'Todos los idiomas'
}
