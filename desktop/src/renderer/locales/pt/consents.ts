// Portuguese: what people said of hearing of campaigns.

export const consents = {
  title: 'Campanhas e ofertas',
  none: 'Nenhum registro.',
  enterTitle: 'Registrar o que a pessoa disse',
  enter: 'Registrar',
  entered: 'Registrado.',
  said: 'A pessoa disse que',
  wants: 'aceita receber campanhas e ofertas',
  wantsNot: 'não quer receber',
  wantsNotHint: 'Sai na hora de todas as campanhas, também das que esperam.',
  how: 'Como ela disse',
  howHint: 'Por exemplo: por telefone, em 12 de março. Fica no registro com o seu nome e a data.',
  history: 'Tudo o que foi registrado',
  state_given: 'Aceita receber',
  state_withdrawn: 'Não quer receber',
  state_reopened: 'Recusa desfeita',
  source_campaign: 'Respondeu sim à campanha “{{detail}}”',
  source_word: 'Escreveu “{{detail}}”',
  sourceTeam: 'Registrado por {{name}}',
  sourceTeamSaid: 'Registrado por {{name}}: {{detail}}'
}
