// Spanish: what is wrong with a field.

export const validation = {
  required: 'Obligatorio',
  tooShort: 'Demasiado corto',
  tooLong: 'Demasiado largo',
  email: 'Correo no válido',
  passwordsMustMatch: 'Las contraseñas deben coincidir',
  passwordsDiffer: 'Las contraseñas no coinciden',
  fieldRequired: 'Campo obligatorio',
  weakPassword: 'Tu contraseña debe tener al menos 8 caracteres, con una mayúscula, una minúscula y un número.',
  columnTitle: 'El título de la columna no puede estar vacío.',
  messageTooShort: 'Mensaje demasiado corto',
  nameTooShort: 'nombre demasiado corto',
  sector: 'Elige la cola',
  invalid: 'Valor no válido',
  number: 'Escribe un número'
}
