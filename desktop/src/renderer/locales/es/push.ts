// Spanish: notifications on a device while no window is open.

export const push = {
  title: 'Avisos en este dispositivo',
  switch: 'Avisar en este dispositivo aunque la ventana esté cerrada',
  switchHint: 'Cuando no tenga Guichê abierto en ningún lugar.',
  texts: 'Mostrar quién escribió y el texto',
  textsHint:
    'Sin esto, el aviso solo trae el nombre de la empresa y «Mensaje nuevo». Vale para todos sus dispositivos.',
  test: 'Enviar una prueba',
  sent: 'Prueba enviada.',
  privacy: 'El aviso viaja cifrado por el servicio del fabricante del navegador, que no puede leerlo.',
  unsupported_title: 'Este navegador no recibe avisos',
  unsupported_text: 'Use una versión actual de Chrome, Edge, Firefox o Safari, fuera de la navegación privada.',
  install_title: 'Instale Guichê primero',
  install_text: 'En iPhone y iPad, toque Compartir, luego «Agregar a inicio», y abra Guichê desde allí.',
  'off-here_title': 'Desactivado en este servidor',
  'off-here_text': 'Quien administra el servidor desactivó los avisos con la ventana cerrada.',
  denied_title: 'El navegador bloqueó los avisos',
  denied_text: 'Toque el ícono junto a la dirección, permita las notificaciones y recargue la página.'
}
