// Spanish: files that go with a record.

export const attachments = {
  label: 'Adjunto',
  hint: 'Hasta {{size}}.',
  choose: 'Elegir archivo',
  chooseOther: 'Cambiar el archivo',
  remove: 'Quitar adjunto',
  goes: 'El adjunto se quitará al guardar.',
  tooLarge: 'El archivo es demasiado grande: el máximo es de {{size}}.',
  onlyImages: 'Solo imágenes PNG o JPEG.'
}
