// Portuguese: what is wrong with a field. Texts of the specification stand as given, some of them in English.

export const validation = {
  required: 'Obrigatório',
  tooShort: 'Muito curto',
  tooLong: 'Muito longo',
  email: 'E-mail inválido',
  passwordsMustMatch: 'As senhas não coincidem',
  passwordsDiffer: 'As senhas não correspondem',
  fieldRequired: 'Campo obrigatório',
  weakPassword: 'Sua senha precisa ter no mínimo 8 caracteres, sendo uma letra maiúscula, uma minúscula e um número.',
  columnTitle: 'O título da coluna não pode estar vazio.',
  messageTooShort: 'Mensagem muito curta',
  nameTooShort: 'nome muito curto',
  sector: 'Informe o setor',
  invalid: 'Valor inválido',
  number: 'Digite um número'
}
