// Spanish: what people said of hearing of campaigns.

export const consents = {
  title: 'Campañas y ofertas',
  none: 'Sin registros.',
  enterTitle: 'Registrar lo que dijo la persona',
  enter: 'Registrar',
  entered: 'Registrado.',
  said: 'La persona dijo que',
  wants: 'acepta recibir campañas y ofertas',
  wantsNot: 'no quiere recibirlas',
  wantsNotHint: 'Sale enseguida de todas las campañas, también de las que esperan.',
  how: 'Cómo lo dijo',
  howHint: 'Por ejemplo: por teléfono, el 12 de marzo. Queda registrado con tu nombre y la fecha.',
  history: 'Todo lo registrado',
  state_given: 'Acepta recibirlas',
  state_withdrawn: 'No quiere recibirlas',
  state_reopened: 'Rechazo anulado',
  source_campaign: 'Respondió que sí a la campaña “{{detail}}”',
  source_word: 'Escribió “{{detail}}”',
  sourceTeam: 'Registrado por {{name}}',
  sourceTeamSaid: 'Registrado por {{name}}: {{detail}}'
}
