// Spanish: names of the colours that are offered.

export const colors = {
  hue_red: 'rojo',
  hue_pink: 'rosado',
  hue_purple: 'morado',
  hue_violet: 'violeta',
  hue_indigo: 'añil',
  hue_blue: 'azul',
  hue_cyan: 'cian',
  hue_teal: 'turquesa',
  hue_green: 'verde',
  hue_lime: 'verde lima',
  hue_yellow: 'amarillo',
  hue_orange: 'naranja',
  hue_brown: 'marrón',
  hue_gray: 'gris',
  hue_warmGray: 'gris cálido',
  tone_bright: '{{hue}} vivo',
  tone_light: '{{hue}} claro',
  tone_dark: '{{hue}} oscuro'
}
