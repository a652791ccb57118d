// Spanish: notifications on a device while no window is open.

export const push = {
  title: 'Avisos en este dispositivo',
  switch: 'Avisar en este dispositivo aunque la ventana esté cerrada',
  switchHint: 'Cuando no tengas Guichê abierto en ningún lugar.',
  texts: 'Mostrar quién escribió y el texto',
  textsHint:
    'Sin esto, el aviso solo trae el nombre de la empresa y “Mensaje nuevo”. Vale para todos tus dispositivos.',
  test: 'Enviar una prueba',
  sent: 'Prueba enviada.',
  privacy: 'El aviso viaja cifrado por el servicio del fabricante del navegador, que no puede leerlo.',
  unsupported_title: 'Este navegador no recibe avisos',
  unsupported_text: 'Usa una versión actual de Chrome, Edge, Firefox o Safari, fuera de la navegación privada.',
  install_title: 'Instala Guichê primero',
  install_text: 'En iPhone y iPad, toca Compartir, luego “Agregar a inicio”, y abre Guichê desde allí.',
  'off-here_title': 'Desactivado en este servidor',
  'off-here_text': 'Quien administra el servidor desactivó los avisos con la ventana cerrada.',
  denied_title: 'El navegador bloqueó los avisos',
  denied_text: 'Toca el ícono junto a la dirección, permite las notificaciones y recarga la página.'
}
