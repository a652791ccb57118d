// Portuguese: files that go with a record.

export const attachments = {
  label: 'Anexo',
  hint: 'Até {{size}}.',
  choose: 'Escolher arquivo',
  chooseOther: 'Trocar o arquivo',
  remove: 'Remover anexo',
  goes: 'O anexo será removido ao salvar.',
  tooLarge: 'O arquivo é grande demais: o máximo é de {{size}}.',
  onlyImages: 'Só imagens PNG ou JPEG.'
}
